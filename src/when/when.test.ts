import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { languages } from '../i18n/language.ts';
import { datesOf, parseWhen, type Understood } from './when.ts';

// The phrases of test/when were written down by somebody who did not write the parser.

interface Phrase {
  readonly text: string;
  readonly now: string;
  readonly expect: {
    dates?: string[];
    count?: number;
    endless?: true;
    question?: true;
    /** The first dates of both readings, in any order. */
    choices?: string[][];
    unknown?: true;
  };
}

const phrasesIn = (language: string): Phrase[] =>
  JSON.parse(readFileSync(new URL(`../../test/when/${language}.json`, import.meta.url), 'utf8'));

/** The first dates as the phrases have them, and how many there are. */
function shown(understood: Understood, most: number): { dates: string[]; count: number | undefined } {
  const { start_date, end_date, all_day } = understood;
  const instant = (wall: string) => Date.parse(`${wall.replace(' ', 'T')}Z`);
  const length = instant(end_date) - instant(start_date);
  const { starts, hasMore } = datesOf(understood, most);
  const said = (wall: string) => (all_day ? wall.slice(0, 10) : wall.slice(0, 16).replace(' ', 'T'));
  const ended = (start: string) =>
    new Date(instant(start) + length).toISOString().slice(0, 19).replace('T', ' ');
  const dates = starts
    .slice(0, 5)
    .map(start => (length === 0 ? said(start) : `${said(start)}/${said(ended(start))}`));
  return { dates, count: hasMore ? undefined : starts.length };
}

describe('When, as people write it', () => {
  for (const language of languages)
    it(`Of the phrases of programmes, 95 of 100 are understood, and none wrongly (${language})`, () => {
      const phrases = phrasesIn(language);
      const notUnderstood: string[] = [];
      for (const { text, now, expect } of phrases) {
        const found = parseWhen(text, language, `${now.replace('T', ' ')}:00`);
        if (!('understood' in found)) {
          if (!(expect.question ? 'doubt' in found : expect.unknown && 'unknown' in found))
            notUnderstood.push(text);
          if ('doubt' in found && expect.choices)
            assert.deepEqual(
              found.choices.map(choice => shown(choice, 5).dates).sort(),
              expect.choices.sort(),
              text,
            );
          continue;
        }
        const { dates, count } = shown(found.understood, Math.max(5, (expect.count ?? 0) + 1));
        assert.deepEqual(
          { dates, count },
          { dates: expect.dates, count: expect.endless ? undefined : expect.count },
          text,
        );
      }
      assert.ok(phrases.length >= 100);
      assert.ok(notUnderstood.length <= phrases.length / 20, notUnderstood.join('\n'));
    });

  it('A question has both answers, and an answer settles it', () => {
    const now = '2026-11-26 10:20:00';
    const half = parseWhen('dimarts 1 de desembre a les set', 'ca', now);
    assert.ok('doubt' in half && half.doubt === 'half of day');
    assert.deepEqual(
      half.choices.map(({ start_date }) => start_date),
      ['2026-12-01 07:00:00', '2026-12-01 19:00:00'],
    );
    const order = parseWhen('6/5 at 8pm', 'en', now);
    assert.ok('doubt' in order && order.doubt === 'order');
    assert.deepEqual(
      order.choices.map(({ start_date }) => start_date),
      ['2027-05-06 20:00:00', '2027-06-05 20:00:00'],
    );
    const settled = parseWhen('6/5 at 8pm', 'en', now, { order: 1 });
    assert.ok('understood' in settled && settled.understood.start_date === '2027-06-05 20:00:00');
  });

  const understood = languages.flatMap(language =>
    phrasesIn(language)
      .filter(({ expect }) => expect.dates)
      .map(phrase => ({ ...phrase, language })),
  );
  const readAt = (text: string, { language, now }: (typeof understood)[number]) =>
    parseWhen(text, language, `${now.replace('T', ' ')}:00`);

  it('A word or a number that means nothing is never ignored in a phrase that is right', () => {
    const junk = [
      'xyz',
      '147',
      '1000',
      '25:00',
      '19:75',
      '24:30',
      '32/13',
      '99/99',
      '1e9',
      '30/2',
      '28 h',
      '%',
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...understood),
        fc.nat(30),
        fc.constantFrom(...junk),
        (phrase, at, word) => {
          const words = phrase.text.split(' ');
          const place = at % (words.length + 1);
          // There it is a price.
          if (/^(?:€|£|eur)/.test(words[place] ?? '')) return;
          const text = words.toSpliced(place, 0, word).join(' ');
          const found = readAt(text, phrase);
          if (!('understood' in found)) return;
          assert.deepEqual(found, readAt(phrase.text, phrase), text);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('However the words of a phrase are mixed with those of another one, each number counts or is asked about', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...understood),
        fc.nat(understood.length - 1),
        fc.infiniteStream(fc.nat(1000)),
        fc.boolean(),
        (phrase, other, order, isMixed) => {
          const { text: added } = understood[other]!;
          const words = `${phrase.text} ${isMixed ? added : ''}`.split(/ +/);
          const placed = words.map(word => ({ word, at: order.next().value as number }));
          const text = placed
            .sort((one, other) => one.at - other.at)
            .map(({ word }) => word)
            .join(' ');
          const found = readAt(text, phrase);
          // Weekdays within a range need not begin with it, 24:00 is of the next day, and quarters count back.
          if (!('understood' in found) || /BYDAY.*UNTIL/.test(found.understood.recurrence[0] ?? '')) return;
          if (/24|\/4 +de|quarts?\b/.test(text)) return;
          const priceless = text.replace(/(?:£|€) ?\d+|\d+ ?€/g, '');
          for (const number of priceless.match(/\d+/g) ?? [])
            assert.ok(numbersIn(found.understood).has(Number(number)), `${number} of: ${text}`);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('What is written in any words never makes it fail', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 600 }), text => void parseWhen(text, 'en', '2026-11-26 10:20:00')),
    );
  });
});

/** The numbers by which somebody may have written dates. */
function numbersIn(understood: Understood): Set<number> {
  const { starts } = datesOf(understood, 200);
  const { start_date, end_date, recurrence } = understood;
  const rule = recurrence
    .flatMap(line => line.match(/\d+/g) ?? [])
    .flatMap(text => [text, text.slice(4, 6), text.slice(6)]);
  const milliseconds = Date.parse(`${end_date}Z`) - Date.parse(`${start_date}Z`);
  const endOf = (start: string) =>
    new Date(Date.parse(`${start}Z`) + milliseconds).toISOString().slice(0, 19).replace('T', ' ');
  const walls = [...starts, ...starts.map(endOf), start_date, end_date];
  const ends = walls.flatMap(wall => wall.split(/[- :]/));
  const military = walls.map(wall => Number(wall.slice(11, 16).replace(':', '')));
  const hours = walls.map(wall => Number(wall.slice(11, 13)) % 12 || 12);
  const nths = starts.map(wall => Math.ceil(Number(wall.slice(8, 10)) / 7));
  const length = milliseconds / 60_000;
  // Weekdays from a day on need not begin with it.
  const week = recurrence[0]?.includes('BYDAY') ? [1, 2, 3, 4, 5, 6] : [];
  const before = week.map(days => new Date(Date.parse(`${start_date}Z`) - days * 86_400_000).getUTCDate());
  const years = ends.filter(text => text.length === 4).map(text => Number(text) % 100);
  return new Set([
    ...[...rule, ...ends].map(Number),
    ...hours,
    ...military,
    ...years,
    ...before,
    ...nths,
    length,
    Math.floor(length / 60),
    length % 60,
    24,
    starts.length,
  ]);
}
