import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { type Language, languages, recurrenceGrammarOf } from '../../i18n/language.ts';
import { parseRecurrence } from '../parse.ts';
import type { Recurrence } from '../rule.ts';
import { type RecurrenceStart, recurrenceText, shortRuleText } from './sentence.ts';

const TUESDAY = '2031-05-06 19:30:00';

interface Case extends RecurrenceStart {
  readonly recurrence: Recurrence;
  readonly header: string;
  /** The sentence that was written for each language. */
  readonly sentences: ReadonlyMap<string, string>;
}

const [, ...blocks] = readFileSync(new URL('sentences.txt', import.meta.url), 'utf8').split('\n\n');
const cases = blocks.map(caseOf);

function caseOf(block: string): Case {
  const [header = '', ...lines] = block.trim().split('\n');
  const [properties = '', start = TUESDAY, allDay] = header.split(' | ');
  const event = { start, allDay: allDay === 'all day', zone: 'Europe/Madrid' };
  const recurrence = parseRecurrence(properties.split(' ').map(withName), event);
  assert.ok(!(recurrence instanceof Error), header);
  const sentences = lines.map(line => [line.slice(2, 4), line.slice(5)] as const);
  return { ...event, recurrence, header, sentences: new Map(sentences) };
}

function withName(property: string): string {
  return property.includes(':') ? property : `RRULE:${property}`;
}

const sentence = (properties: string, language: Language, start = TUESDAY): string =>
  said(caseOf(`${properties} | ${start}`), language);

const said = (event: Case, language: Language): string =>
  recurrenceText(event.recurrence, event, language).replaceAll('\u00a0', '~');

test('Each recurrence has the sentence that a native writer wrote', () => {
  assert.ok(cases.length >= 60);
  for (const event of cases) {
    assert.deepEqual([...event.sentences.keys()].slice(0, 4), ['ca', 'en', 'fr', 'es'], event.header);
    for (const language of languages.filter(language => event.sentences.has(language)))
      assert.equal(said(event, language), event.sentences.get(language), `${event.header} in ${language}`);
  }
});

test('Catalan elides articles and prepositions before each number and month that begins with a vowel', () => {
  for (let day = 1; day <= 31; day++) {
    const article = day === 1 || day === 11 ? 'l’' : 'el ';
    assert.equal(
      sentence(`FREQ=MONTHLY;BYMONTHDAY=${day}`, 'ca'),
      `${article}${day} de cada mes a les 19.30~h`,
    );
    const until = `FREQ=DAILY;UNTIL=203107${String(day).padStart(2, '0')}T235959`;
    const preposition = day === 1 || day === 11 ? 'a l’' : 'al ';
    assert.equal(
      sentence(until, 'ca'),
      `cada dia a les 19.30~h fins ${preposition}${day} de juliol del 2031`,
    );
  }
  const elided = recurrenceGrammarOf('ca').months.flatMap((name, index) =>
    sentence(`FREQ=WEEKLY;BYMONTH=${index + 1}`, 'ca').includes(`d’${name}`) ? [name] : [],
  );
  assert.deepEqual(elided, ['abril', 'agost', 'octubre']);
});

test('French has 1er for the first day only, and elides before months that begin with a vowel', () => {
  for (let day = 1; day <= 31; day++)
    assert.equal(
      sentence(`FREQ=MONTHLY;BYMONTHDAY=${day}`, 'fr'),
      `le ${day === 1 ? '1er' : day} de chaque mois à 19~h~30`,
    );
  const elided = recurrenceGrammarOf('fr').months.flatMap((name, index) =>
    sentence(`FREQ=WEEKLY;BYMONTH=${index + 1}`, 'fr').includes(`d’${name}`) ? [name] : [],
  );
  assert.deepEqual(elided, ['avril', 'août', 'octobre']);
});

test('Numbers agree with the gender of what they count', () => {
  const units = { DAILY: 'dos dies', WEEKLY: 'dues setmanes', MONTHLY: 'dos mesos', YEARLY: 'dos anys' };
  for (const [frequency, unit] of Object.entries(units))
    assert.ok(sentence(`FREQ=${frequency};INTERVAL=2`, 'ca').startsWith(`cada ${unit}`));
  assert.ok(sentence('FREQ=WEEKLY;INTERVAL=2', 'fr').startsWith('toutes les deux semaines'));
  assert.ok(sentence('FREQ=DAILY;INTERVAL=2', 'fr').startsWith('tous les deux jours'));
});

test('Ordinals have the form that the language writes', () => {
  const numbers = [1, 2, 3, 11, 12, 13, 21, 22, 23, 31, 33];
  const ordinals = {
    ca: 'el primer el segon el tercer l’11è el 12è el 13è el 21è el 22è el 23è el 31è el 33è',
    en: 'the first the second the third the 11th the 12th the 13th the 21st the 22nd the 23rd the 31st the 33rd',
    fr: 'le premier le deuxième le troisième le 11e le 12e le 13e le 21e le 22e le 23e le 31e le 33e',
    es: 'el primer el segundo el tercer el 11.º el 12.º el 13.er el 21.er el 22.º el 23.er el 31.er el 33.er',
  };
  for (const language of ['ca', 'en', 'fr', 'es'] as const) {
    const { nth } = recurrenceGrammarOf(language);
    assert.equal(numbers.map(nth).join(' '), ordinals[language]);
  }
});

test('Each hour is written as the language does', () => {
  const at = (language: Language, time: string): string =>
    sentence('FREQ=DAILY', language, `2031-05-06 ${time}:00`).replace(/^\S+ \S+ (?:jours |días )?/, '');
  const times = ['00:00', '00:30', '01:00', '09:05', '12:00', '13:15', '21:00'];
  assert.deepEqual(
    times.map(time => at('ca', time)),
    [
      ...[
        'a les 0~h',
        'a les 0.30~h',
        'a la 1~h',
        'a les 9.05~h',
        'a les 12~h',
        'a les 13.15~h',
        'a les 21~h',
      ],
    ],
  );
  assert.deepEqual(
    times.map(time => at('en', time)),
    [...['at 12.00~am', 'at 12.30~am', 'at 1~am', 'at 9.05~am', 'at 12~pm', 'at 1.15~pm', 'at 9~pm']],
  );
  assert.deepEqual(
    times.map(time => at('fr', time)),
    [...['à 0~h', 'à 0~h~30', 'à 1~h', 'à 9~h~05', 'à 12~h', 'à 13~h~15', 'à 21~h']],
  );
  assert.deepEqual(
    times.map(time => at('es', time)),
    [
      ...[
        'a las 0:00~h',
        'a las 0:30~h',
        'a la 1:00~h',
        'a las 9:05~h',
        'a las 12:00~h',
        'a las 13:15~h',
        'a las 21:00~h',
      ],
    ],
  );
});

test('Beside a date, a rule has no time, and the year of its end only where that is more than a year away', () => {
  const short = (properties: string, date: string, language: Language) =>
    shortRuleText(caseOf(`${properties} | ${TUESDAY}`).recurrence.rule!, TUESDAY, date, language);
  const weekly = 'RRULE:FREQ=WEEKLY;UNTIL=20320511T193000 EXDATE:20310513T193000';
  assert.equal(short(weekly, '2031-05-20 19:30:00', 'en'), 'every Tuesday until 11 May');
  assert.equal(short(weekly, '2031-05-20 19:30:00', 'ca'), 'cada dimarts fins a l’11 de maig');
  assert.equal(short(weekly, '2031-05-06 19:30:00', 'en'), 'every Tuesday until 11 May 2032');
  assert.equal(short('RRULE:FREQ=DAILY;COUNT=3', TUESDAY, 'es'), 'todos los días, 3 veces');
});
