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

  it('What is written in the words of a language and their combinations never makes it fail', () => {
    const words = [
      'a',
      'les',
      '7',
      '31',
      '32',
      'cada',
      'de',
      'juny',
      'dl',
      '-',
      ',',
      'fins al',
      'excepte',
      '19.30',
      'h',
      'i',
      'o',
      'un quart',
      '2/4 de',
      'primer',
      'mes',
      '24/12',
      '0/0',
      '99/99',
      '2027',
      'migdia',
      'vespre',
      '30/2',
      '1e9',
      'entre',
      'durada',
      'sessions',
      'vinent',
    ];
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...words), { maxLength: 12 }),
        fc.constantFrom(...languages),
        (picked, language) => {
          const found = parseWhen(picked.join(' '), language, '2026-11-26 10:20:00');
          if ('understood' in found)
            assert.ok(datesOf(found.understood, 3).starts.length > 0, picked.join(' '));
        },
      ),
      { numRuns: 500 },
    );
    fc.assert(
      fc.property(fc.string({ maxLength: 600 }), text => void parseWhen(text, 'en', '2026-11-26 10:20:00')),
    );
  });
});
