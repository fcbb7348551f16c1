import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { typesetDate, wallRangeFormat, wallRangeParts, wallTimeFormat } from './date-format.ts';
import { type Language, languages } from './language.ts';

const options: readonly Intl.DateTimeFormatOptions[] = [
  { dateStyle: 'full', timeStyle: 'short' },
  { dateStyle: 'full' },
  { timeStyle: 'short' },
  { hour: 'numeric', minute: '2-digit' },
  { weekday: 'short', day: 'numeric', month: 'short' },
  { day: 'numeric', month: 'long', year: 'numeric' },
];
const kinds = options.map(one => ({
  one,
  saying: wallTimeFormat(one),
  range: wallRangeFormat(one),
  pieces: wallRangeParts(one),
}));

const formats = new Map<string, Intl.DateTimeFormat>();
function formatOf(language: Language, one: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = language + JSON.stringify(one);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(language, { ...one, timeZone: 'UTC' });
  formats.set(key, format);
  return format;
}

const wall = (at: Date): string => at.toISOString().slice(0, 19).replace('T', ' ');
const minute = 60_000;
/** Few times, as of events, so that most ranges differ from earlier ones only in their days. */
const minutes = fc.constantFrom(0, 9 * 60, 11 * 60 + 30, 13 * 60, 18 * 60 + 30, 20 * 60, 23 * 60 + 59);
const day = fc.date({ min: new Date('1901-01-01Z'), max: new Date('2199-01-01Z'), noInvalidDate: true });
const ranges = fc.record({ day, from: minutes, to: minutes, days: fc.constantFrom(0, 0, 0, 1, 40, 400) });

describe('Dates as they are said', () => {
  it('Dates and ranges are said as Intl says each of them by itself', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...languages),
        fc.constantFrom(...kinds),
        ranges,
        (language, { one, saying, range, pieces }, { day, from, to, days }) => {
          const begin = Math.floor(day.getTime() / (1440 * minute)) * 1440 * minute;
          const [earlier, later] = [Math.min(from, to), Math.max(from, to)];
          const start = new Date(begin + earlier * minute);
          const end = new Date(begin + (days * 1440 + later) * minute);
          const format = formatOf(language, one);
          const said = typesetDate(format.formatRange(start, end), language);
          assert.equal(saying(language)(wall(start)), typesetDate(format.format(start), language));
          assert.equal(range(language)(wall(start), wall(end)), said);
          const parts = format.formatRangeToParts(start, end);
          const textOf = (source: string) =>
            parts.flatMap(part => (part.source === source ? [part.value] : [])).join('');
          for (const source of ['startRange', 'endRange'] as const) {
            const own = pieces(language)(wall(start), wall(end)).filter(piece => piece.source === source);
            assert.equal(own.map(({ text }) => text).join(''), typesetDate(textOf(source), language));
          }
        },
      ),
      { numRuns: 1500 },
    );
  });
});
