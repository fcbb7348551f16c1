import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { typesetDate, wallDateFormat } from './date-format.ts';
import {
  formatDateRange,
  formatMonthOfDay,
  formatShortDayAndYear,
  formatTimes,
  timesParts,
} from './format-dates.ts';
import { type Language, languages } from './language.ts';

const options: readonly Intl.DateTimeFormatOptions[] = [
  { dateStyle: 'full' },
  { weekday: 'short', day: 'numeric', month: 'short' },
  { day: 'numeric', month: 'long', year: 'numeric' },
];
const kinds = options.map(one => ({ one, saying: wallDateFormat(one) }));

const formats = new Map<string, Intl.DateTimeFormat>();
function formatOf(language: string, one: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = language + JSON.stringify(one);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(language, { ...one, timeZone: 'UTC' });
  formats.set(key, format);
  return format;
}

const wall = (at: Date): string => at.toISOString().slice(0, 19).replace('T', ' ');
const day = fc.date({ min: new Date('1901-01-01Z'), max: new Date('2199-01-01Z'), noInvalidDate: true });
describe('Dates as they are said', () => {
  it('Dates are said as Intl says each of them by itself, in English as in Europe', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...languages),
        fc.constantFrom(...kinds),
        day,
        (language, { one, saying }, day) => {
          const said = formatOf(language === 'en' ? 'en-GB' : language, one).format(day);
          assert.equal(saying(language)(wall(day)), typesetDate(said, language));
        },
      ),
      { numRuns: 1500 },
    );
  });

  it('Short dates are short, and the day comes before the month', () => {
    const told = languages.map(language => formatShortDayAndYear('2031-04-05', language));
    assert.deepEqual(told, ['ds. 5 abr. 2031', 'Sat 5 Apr 2031', 'sam. 5 avr. 2031', 'sáb, 5 abr 2031']);
  });

  it('A month follows the number of its day as in a sentence', () => {
    const told = (hasYear: boolean) => languages.map(one => formatMonthOfDay('2031-04-05', one, hasYear));
    assert.deepEqual(told(false), ['d’abril', 'April', 'avril', 'de abril']);
    assert.deepEqual(told(true), ['d’abril del 2031', 'April 2031', 'avril 2031', 'de abril de 2031']);
  });

  it('A sentence with a time keeps its commas', () => {
    assert.equal(typesetDate('Draft, saved at 1.51 am', 'en'), 'Draft, saved at 1.51 am');
    assert.equal(typesetDate('Abr., desat a les 1.51 h', 'ca'), 'Abr., desat a la 1.51 h');
  });

  it('A range of days is written in one form in each language, and what both ends share once', () => {
    const told = (from: string, to: string, form?: Parameters<typeof formatDateRange>[3]) =>
      languages.map(language => formatDateRange(from, to, language, form));
    assert.deepEqual(told('2031-05-01', '2031-05-06'), [
      ...[
        'de l’1 al 6 de maig del 2031',
        '1–6 May 2031',
        'du 1er au 6 mai 2031',
        'del 1 al 6 de mayo de 2031',
      ],
    ]);
    assert.deepEqual(told('2031-04-28 10:00:00', '2031-05-01 12:00:00', { isOfYear: true }), [
      ...[
        'del 28 d’abril a l’1 de maig',
        '28 April – 1 May',
        'du 28 avril au 1er mai',
        'del 28 de abril al 1 de mayo',
      ],
    ]);
    assert.deepEqual(told('2031-12-31', '2032-01-01', { isNamed: true, isOfYear: true }), [
      'del dimecres 31 de desembre del 2031 al dijous 1 de gener del 2032',
      'Wednesday 31 December 2031 – Thursday 1 January 2032',
      'du mercredi 31 décembre 2031 au jeudi 1er janvier 2032',
      'del miércoles 31 de diciembre de 2031 al jueves 1 de enero de 2032',
    ]);
    assert.deepEqual(told('2031-05-10', '2031-05-10'), [
      ...['10 de maig del 2031', '10 May 2031', '10 mai 2031', '10 de mayo de 2031'],
    ]);
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
      ...['7–8.30~pm', '7.30–9~pm', '9.05~am~– 1~pm', '11~am~– 1~pm', '1–3.15~am', '10~pm~– midnight'],
    ]);
    assert.equal(
      formatTimes('2031-05-10 23:00:00', '2031-05-11 22:00:00', 'en'),
      '11\u00a0pm\u00a0– 10\u00a0pm',
    );
    assert.equal(formatTimes('2031-05-10 20:30:00', '2031-05-10 20:30:00', 'fr'), '20\u00a0h\u00a030');
  });
});
