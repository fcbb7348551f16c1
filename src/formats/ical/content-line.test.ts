import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { anyText } from '../../../test/any-text.ts';
import { line, text, texts, uri } from './content-line.ts';

/** Texts with whatever breaks lines, lists, quotes and characters. */
const hostile = fc
  .array(
    fc.oneof(
      anyText,
      fc.constantFrom(
        '\r\n',
        '\n',
        '\r',
        '\0',
        '\u0085',
        '\u2028',
        '\ud800',
        '\\',
        ';',
        ',',
        ':',
        '"',
        '^',
        "^'",
      ),
      fc.constantFrom(
        'BEGIN:VEVENT',
        '\r\nEND:VCALENDAR',
        'é'.repeat(80),
        '👩‍👩‍👧'.repeat(20),
        '\t',
        '\u200b',
      ),
    ),
    { maxLength: 12 },
  )
  .map(parts => parts.join(''));

/** What readers get: lines that continue others are joined. */
const unfolded = (written: string) => written.replaceAll('\r\n ', '');

const unescaped = (value: string) =>
  value.replace(/\\([\\;,n])/g, (_, mark: string) => (mark === 'n' ? '\n' : mark));

/** The text that a calendar can carry. */
const carried = (value: string) =>
  value
    .toWellFormed()
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')
    .replace(/[^\P{Cc}\n]/gu, '');

describe('Content lines', () => {
  it('A text comes back from its line, whatever it contains', () => {
    fc.assert(
      fc.property(hostile, value => {
        const written = unfolded(line('SUMMARY', text(value)));
        assert.equal(unescaped(written.slice('SUMMARY:'.length, -2)), carried(value));
      }),
    );
  });

  it('Lines have at most 75 octets, are divided between characters, and end with CRLF', () => {
    fc.assert(
      fc.property(hostile, hostile, (value, name) => {
        const written = line('X-TEST', text(value), { CN: name });
        assert.ok(written.endsWith('\r\n'));
        for (const part of written.slice(0, -2).split('\r\n')) {
          const bytes = Buffer.from(part);
          assert.ok(bytes.length <= 75, part);
          assert.equal(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes), part);
          assert.doesNotMatch(part, /\p{Cc}|\u2028|\u2029/u);
        }
      }),
    );
  });

  it('A parameter holds any text, and ends where it should', () => {
    fc.assert(
      fc.property(hostile, name => {
        const written = unfolded(line('ORGANIZER', 'mailto:a@example.org', { CN: name }));
        const [, quoted, plain] = /^ORGANIZER;CN=(?:"([^"]*)"|([\w/+-]+)):mailto:a@example\.org\r\n$/.exec(
          written,
        )!;
        const found = (quoted ?? plain)!.replace(/\^([\^n'])/g, (_, mark: string) =>
          mark === 'n' ? '\n' : mark === "'" ? '"' : mark,
        );
        assert.equal(found, carried(name));
      }),
    );
  });

  it('A list keeps its items apart', () => {
    assert.equal(texts(['Jazz, blues', 'a;b', 'c']), 'Jazz\\, blues,a\\;b,c');
  });

  it('An address is absolute, without characters that end a line', () => {
    assert.equal(uri('https://example.org/a b\r\nX:1'), 'https://example.org/a%20bX:1');
    assert.equal(uri('/relative'), undefined);
    assert.equal(uri(false), undefined);
  });
});
