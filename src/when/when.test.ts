import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type Language, languages } from '../i18n/language.ts';
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
  const { starts, ends, hasMore } = datesOf(understood, most);
  const said = (wall: string) => (all_day ? wall.slice(0, 10) : wall.slice(0, 16).replace(' ', 'T'));
  const ended = (start: string) =>
    new Date(instant(start) + length).toISOString().slice(0, 19).replace('T', ' ');
  const dates = starts
    .slice(0, 5)
    .map((start, at) => [start, ends[at] ?? ended(start)] as const)
    .map(([start, end]) => (end === start ? said(start) : `${said(start)}/${said(end)}`));
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

  const saidAt = (language: Language, text: string) => {
    const found = parseWhen(text, language, '2026-11-26 10:20:00');
    const told = (one: Understood) => shown(one, 5).dates.join(' ');
    if ('understood' in found) return told(found.understood);
    return 'doubt' in found ? found.choices.map(told).join(' | ') || 'asked' : 'asked';
  };

  it('A feast that is on one date everywhere is that day; beside other days, as an eve or at night it is asked about', () => {
    const texts: [Language, string, string][] = [
      ['en', 'Christmas Day 2027', '2027-12-25'],
      ['en', 'New Year’s Day at 11am', '2027-01-01T11:00'],
      ['ca', 'Nadal a les 12 h', '2026-12-25T12:00'],
      ['ca', 'el dia de Sant Jordi, de 10 a 20 h', '2027-04-23T10:00/2027-04-23T20:00'],
      ['ca', 'Cap d’Any', '2027-01-01'],
      ['es', 'Navidad', '2026-12-25'],
      ['es', 'Todos los Santos a las 11 h', '2027-11-01T11:00'],
      ['fr', 'Noël à 11h', '2026-12-25T11:00'],
      ['fr', 'la Toussaint', '2027-11-01'],
      ['fr', '1er mai', '2027-05-01'],
    ];
    for (const [language, text, expected] of texts) assert.equal(saidAt(language, text), expected, text);
    const asked: [Language, string][] = [
      ...(['Boxing Day', 'Easter Monday', 'New Year’s Eve', 'Christmas Day and 26'] as const).map(
        text => ['en', text] as [Language, string],
      ),
      ['ca', 'taller de Nadal, 12 i 13 de desembre'],
      ['ca', 'nit de Sant Joan a les 22 h'],
      ['ca', 'Sant Joan a les 23 h'],
      ['ca', 'cada Sant Jordi a les 10 h'],
      ['ca', 'del 20 de desembre a Nadal'],
      ['es', 'Día de Reyes a las 11 h'],
      ['fr', 'Épiphanie à 15h'],
    ];
    for (const [language, text] of asked) assert.equal(saidAt(language, text), 'asked', text);
  });

  it('A title before a colon, a bar, a dash, a comma or a weekday is left out; what may say when is asked about', () => {
    const texts: [Language, string, string][] = [
      ['ca', 'Concert de primavera: dijous 6 de maig a les 20 h', '2027-05-06T20:00'],
      ['ca', 'Cinefòrum · dv. 4 des. · 20.30 h', '2026-12-04T20:30'],
      ['es', 'Cine de verano: viernes 10 de septiembre, 22 h', '2027-09-10T22:00'],
      ['fr', 'Soirée jeux : vendredi 4 décembre, 20h', '2026-12-04T20:00'],
      ['en', 'Tales from Africa\nFriday 4 December, 8pm', '2026-12-04T20:00'],
      ['en', 'Evening prayer: Sunday 6 December, 6.30', '2026-12-06T18:30'],
      // Before a dash, a comma or the weekday of a date.
      ['ca', 'Taller de ioga - dijous 6 de maig, 18 h', '2027-05-06T18:00'],
      ['fr', 'Vide-grenier dimanche 16 mai 8h-18h', '2027-05-16T08:00/2027-05-16T18:00'],
      ['fr', 'Loto du club – samedi 8 mai, 20h', '2027-05-08T20:00'],
      ['es', 'Jornadas de poesía, 11 y 12 de marzo', '2027-03-11 2027-03-12'],
      ['en', 'Coffee morning Wed 5 May 10.30am', '2027-05-05T10:30'],
      ['ca', 'Dimecers, 5 de maig', 'asked'],
      ['ca', 'Dimecers - divendres 18 h', 'asked'],
      ['ca', 'La vigília de dissabte 8 de maig', 'asked'],
      ['ca', 'Plaça 11 de setembre', 'asked'],
      ['fr', 'avant samedi 8 mai', 'asked'],
      ['fr', 'Lendemain, samedi 8 mai', 'asked'],
      ['ca', 'Biblioteca tancada, dissabte 8 de maig', 'asked'],
      ['fr', 'Pas de marché samedi 8 mai', 'asked'],
      ['es', 'Fiesta del 6', 'asked'],
      ['en', 'Spring fair tbc Saturday 8 May', 'asked'],
      ['en', 'Concert by May - 5 June', 'asked'],
      // Of those dates alone.
      ['ca', 'Estiu: dilluns, 18 h', 'asked'],
      ['ca', 'Setembra: dissabtes 18 h', 'asked'],
      ['ca', 'Si plou: dissabte 5 de desembre', 'asked'],
      ['es', 'Horario de verano: de lunes a viernes de 8 a 15 h', 'asked'],
      ['fr', 'Vacances : lundi 7 décembre', 'asked'],
      ['en', 'Closed for works: 5 December', 'asked'],
      ['en', 'Opens from: 5 December', 'asked'],
      ['en', 'Six lectures: Tuesdays from 1 December, 7pm', 'asked'],
      ['en', 'Next week at the library: Monday 7pm', '2026-11-30T19:00'],
      ['en', 'Annual dinner: Friday 4 December', 'asked'],
    ];
    for (const [language, text, expected] of texts) assert.equal(saidAt(language, text), expected, text);
  });

  it('A place, a sentence or a title behind the date is left out; what may limit it or has another number is asked about', () => {
    const texts: [Language, string, string][] = [
      [
        'fr',
        'Tous les lundis 14h-16h café tricot, apportez vos aiguilles',
        '2026-11-30T14:00/2026-11-30T16:00',
      ],
      ['en', 'every Tuesday in February, 6pm in the small hall, bring a mat', '2027-02-02T18:00'],
      ['ca', 'dissabte 5 de desembre Festa Major', '2026-12-05'],
      ['es', 'del 5 al 8 de diciembre, Feria de artesanos', '2026-12-05/2026-12-08'],
      ['ca', 'cada dimarts 18 h, primavera i estiu', 'asked'],
      ['en', 'every Tuesday 6pm, rain or shine', 'asked'],
      ['es', 'todos los martes 18 h, Cuaresma', 'asked'],
      ['fr', 'tous les mardis 18h, semaines impaires', 'asked'],
      ['en', 'Fridays at 8pm, cada dimarts', 'asked'],
      ['en', '17: Pottery - Saturday 24 April, 11 am', 'asked'],
      // Words of times in names.
      ['en', 'Sat 5 December 8 pm Jazz night', '2026-12-05T20:00'],
      ['en', 'Friday 4 December, evening of poetry, 8pm', '2026-12-04T20:00'],
      ['ca', 'dissabte 5 de desembre 19 h Inauguració de l’exposició Terra', '2026-12-05T19:00'],
      ['ca', 'dissabte 5 de desembre, 10 h, gran nit de jazz', 'asked'],
      ['fr', 'Matinée scolaire : mardi 8 décembre 14h30, tout public', '2026-12-08T14:30'],
      ['en', 'February half-term, 16 to 20 February', '2027-02-16/2027-02-20'],
      ['en', 'February half-term, 16 to 20 March', 'asked'],
      ['en', 'Concert in Madison, Saturday 5 December 8 pm', '2026-12-05T20:00'],
      // Houses have numbers, too.
      ['ca', 'dissabte 5 de desembre, 20 h, Carrer Major, 3', '2026-12-05T20:00'],
      ['fr', 'samedi 5 décembre 20h, 12 rue de la Paix', '2026-12-05T20:00'],
      ['en', 'Saturday 5 December, 18 h 12 High Street', '2026-12-05T18:00'],
      ['ca', 'Carrer Major, 3, 4 i 5 de desembre', '2026-12-03'],
      ['es', 'calle Mayor sábado 5, 20 h', 'asked'],
      ['es', 'sábado 5 de diciembre, calle Mayor, 20', 'asked'],
      ['en', 'Saturday 5 December at 8pm, Carrer Major 3', '2026-12-05T20:00'],
      ['es', 'calle Mayor 5, 6 y 7 de diciembre', 'asked'],
      ['es', 'jueves 3 de diciembre, 19 h, C/ Mayor, 20, 2.º piso', '2026-12-03T19:00'],
      ['ca', 'Contes per a nens, dissabte 5 de desembre, 11 h, a partir de 3 anys', '2026-12-05T11:00'],
      ['ca', 'dissabte 5 de desembre de 10 a 12 més tarda', 'asked'],
      // The time of one of many days.
      ['en', '5 December to 9 January, gala dinner 8pm', 'asked'],
      ['fr', 'samedi 5 décembre concert, dimanche 6 décembre bal 15h', 'asked'],
      ['es', 'jornadas del 19 al 28 de febrero, mediodía y noche', 'asked'],
      // A title before what repeats.
      ['ca', 'El grup es reuneix el primer dimarts de mes a les 19 h', '2026-12-01T19:00'],
      ['en', 'Bell ringing practice every Thursday 7.30-9pm', '2026-11-26T19:30/2026-11-26T21:00'],
      ['en', 'Almost every Friday 6pm', 'asked'],
      ['fr', 'Fermeture tous les lundis', 'asked'],
      ['es', 'desde por la mañana', 'asked'],
    ];
    for (const [language, text, expected] of texts)
      assert.equal(saidAt(language, text).split(' ')[0], expected, text);
  });

  it('Two times of one day are both kept, or asked about', () => {
    const both = '2026-12-05T18:00 2026-12-05T20:00';
    const texts: [Language, string, string][] = [
      ['ca', 'Dissabte 5 de desembre. Matí: 10 h. Tarda: 17 h', '2026-12-05T10:00 2026-12-05T17:00'],
      ['fr', '5 décembre, matin : 10h, après-midi : 17h', '2026-12-05T10:00 2026-12-05T17:00'],
      ['en', 'Morning: 10am. Afternoon: 5pm, 5 December', '2026-12-05T10:00 2026-12-05T17:00'],
      [
        'ca',
        'Matí: de 10 a 13 h. Tarda: de 4 a 7. Dissabte 5 de desembre',
        '2026-12-05T10:00/2026-12-05T13:00 2026-12-05T16:00/2026-12-05T19:00',
      ],
      ['es', 'Mañana: 10 h. Tarde: 17 h. 5 de diciembre', 'asked'],
      ['ca', '5 de desembre. Matí: 10 h. Nit: 10 h', '2026-12-05T10:00 2026-12-05T22:00'],
      // After midnight it is another day, and noon is no evening.
      ['ca', '5 de desembre. Matí: 10 h. Nit: 1 h', 'asked'],
      ['fr', '5 décembre, matin 10h, soir 0h30', 'asked'],
      ['en', '5 December, morning 10:00, evening 12:00', 'asked'],
      ['en', '5 December. Morning: 10am. Night: 2.00', 'asked'],
      ['ca', '5 de desembre. Matí: 10 h. Tarda: 11 h', 'asked'],
      ['es', 'sábado 5 de diciembre, 18 y 20 h', both],
      ['en', 'Saturday 5 December, 6 and 8 pm', both],
      ['es', 'sábado 5, 18 y 20 h', `${both} | 2026-12-05T20:00 2026-12-18T20:00`],
      ['en', 'December 5, 6 and 8 pm', `${both} | 2026-12-05T20:00 2026-12-06T20:00`],
    ];
    for (const [language, text, expected] of texts) assert.equal(saidAt(language, text), expected, text);
  });

  const understood = languages.flatMap(language =>
    phrasesIn(language)
      .filter(({ expect }) => expect.dates)
      .map(phrase => ({ ...phrase, language })),
  );
  const readAt = (text: string, { language, now }: (typeof understood)[number]) =>
    parseWhen(text, language, `${now.replace('T', ' ')}:00`);

  it('A word or a number that means nothing is never ignored in a phrase that is right', () => {
    const junk = 'xyz|147|1000|25:00|19:75|24:30|32/13|99/99|1e9|30/2|28 h|%'.split('|');
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
          // And there a length.
          if (/^min/.test(words[place] ?? '')) return;
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
          if (/24|\/4 +de|quarts?\b|quarter|cuarto/.test(text)) return;
          // Nor need those that are listed end with their last day, or have the days that are left out.
          const isListed = /^RDATE/.test(found.understood.recurrence[0] ?? '');
          if (isListed && LIMITS.test(text) && WEEKDAYS.test(text)) return;
          // Neither prices nor numbers of rooms, houses, floors and ages are of dates.
          const priceless = text
            .replace(OF_PLACES, '')
            .replace(
              /(?:£|€) ?\d+|\d+ ?€|(?:sal(?:a|le|on)|aula|room|hall|amphi|theatre|court|pista|espace) +\d+/gi,
              '',
            );
          for (const number of priceless.match(/\d+/g) ?? [])
            assert.ok(numbersIn(found.understood).has(Number(number)), `${number} of: ${text}`);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('Many words are read before anybody waits', () => {
    const times = ['a', 'b', 'c'].map(word => {
      const start = process.threadCpuUsage();
      const text = `${'x '.repeat(44)}fair - 5/6/27, 6/7/27, 7/8/27 at 8${',x'.repeat(180)} ${word}`;
      parseWhen(text, 'en', '2026-11-26 10:20:00');
      return process.threadCpuUsage(start).user / 1000;
    });
    assert.ok(Math.min(...times) < 50, `${times} ms`);
  });

  it('What is written in any words never makes it fail', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 600 }), text => void parseWhen(text, 'en', '2026-11-26 10:20:00')),
    );
  });
});

const OF_PLACES =
  /(?<!\S)(?:c\/|carrer|calle|rue|place|pla[çz]a)[^\d]{1,30}\d+|\d+ +(?:\S+ ){0,3}(?:street|place|rue)|\d+\S* +(?:planta|anys|ans)/gi;
const LIMITS =
  /[-–]|until|except|closed|jusqu|sauf|ferm|hors|fins|llevat|tret|menys|tancat|hasta|salvo|menos|cerrado/i;
const WEEKDAYS =
  /mon|tue|wed|thu|fri|sat|sun|lun|mar|mer|jeu|ven|sam|dim|mi[eé]|jue|vie|s[aá]b|dom|d[lmcjvsgit]/i;

/** The numbers by which somebody may have written dates. */
function numbersIn(understood: Understood): Set<number> {
  const { starts, ends: ownEnds } = datesOf(understood, 200);
  const { start_date, end_date, recurrence } = understood;
  const rule = recurrence
    .flatMap(line => line.match(/\d+/g) ?? [])
    .flatMap(text => [text, text.slice(4, 6), text.slice(6)]);
  const milliseconds = Date.parse(`${end_date}Z`) - Date.parse(`${start_date}Z`);
  const endOf = (start: string) =>
    new Date(Date.parse(`${start}Z`) + milliseconds).toISOString().slice(0, 19).replace('T', ' ');
  const walls = [...starts, ...starts.map((start, at) => ownEnds[at] ?? endOf(start)), start_date, end_date];
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
