import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { typesetDate, wallDateFormat, wallRangeFormat, wallRangeParts } from './date-format.ts';
import { formatTimes, timesParts } from './format-dates.ts';
import { type Language, languages } from './language.ts';

const options: readonly Intl.DateTimeFormatOptions[] = [
  { dateStyle: 'full' },
  { weekday: 'short', day: 'numeric', month: 'short' },
  { day: 'numeric', month: 'long', year: 'numeric' },
];
const kinds = options.map(one => ({
  one,
  saying: wallDateFormat(one),
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
const minutes = fc.nat(23 * 60 + 59);
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

  it('Times and their spans are written as each language does, in pieces that make the whole', () => {
    const spans = ['19:00 20:30', '19:30 21:00', '9:05 13:00', '11:00 13:00', '01:00 03:15', '22:00 00:00'];
    const told = (language: Language) =>
      spans.map(span => {
        const [from, to] = span.split(' ').map(time => `2031-05-10 ${time.padStart(5, '0')}:00`);
        const said = formatTimes(from!, to!, language);
        assert.equal(
          timesParts(from!, to!, language)
            .map(({ text }) => text)
            .join(''),
          said,
        );
        return said.replaceAll('\u00a0', '~');
      });
    assert.deepEqual(told('ca'), [
      ...[
        'de~19 a~20.30~h',
        'de~19.30 a~21~h',
        'de~9.05 a~13~h',
        'd’11 a~13~h',
        'd’1 a~3.15~h',
        'de~22 a~0~h',
      ],
    ]);
    assert.deepEqual(told('es'), [
      ...['de~19:00 a~20:30~h', 'de~19:30 a~21:00~h', 'de~9:05 a~13:00~h'],
      ...['de~11:00 a~13:00~h', 'de~1:00 a~3:15~h', 'de~22:00 a~0:00~h'],
    ]);
    assert.deepEqual(told('fr'), [
      ...['de~19~h à~20~h~30', 'de~19~h~30 à~21~h', 'de~9~h~05 à~13~h'],
      ...['de~11 à~13~h', 'de~1~h à~3~h~15', 'de~22 à~0~h'],
    ]);
    assert.deepEqual(told('en'), [
      ...['7–8.30~pm', '7.30–9~pm', '9.05~am~– 1~pm', '11~am~– 1~pm', '1–3.15~am', '10~pm~– 12.00~am'],
    ]);
    assert.equal(
      formatTimes('2031-05-10 23:00:00', '2031-05-11 22:00:00', 'en'),
      '11\u00a0pm\u00a0– 10\u00a0pm',
    );
    assert.equal(formatTimes('2031-05-10 20:30:00', '2031-05-10 20:30:00', 'fr'), '20\u00a0h\u00a030');
  });
});
