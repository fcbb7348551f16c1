import assert from 'node:assert/strict';
import { test } from 'node:test';
import { typesetDate } from '../i18n/date-format.ts';
import { languages } from '../i18n/language.ts';
import { formatDates } from './dates.ts';

/** Spaces of any width as plain ones. */
const said = (start: string, end: string, isAllDay: boolean): string[] =>
  languages.map(language => formatDates(start, end, isAllDay, language).replaceAll(/\s/gu, ' '));

test('The first day of a month is what each language calls it', () => {
  assert.deepEqual(said('2031-05-01 00:00:00', '2031-05-01 23:59:59', true), [
    'dijous, 1 de maig del 2031',
    'Thursday 1 May 2031',
    'jeudi 1er mai 2031',
    'jueves, 1 de mayo de 2031',
  ]);
  assert.deepEqual(said('2031-05-01 00:00:00', '2031-05-21 23:59:59', true), [
    'del dijous 1 al dimecres 21 de maig del 2031',
    'Thursday 1 – Wednesday 21 May 2031',
    'du jeudi 1er au mercredi 21 mai 2031',
    'del jueves 1 al miércoles 21 de mayo de 2031',
  ]);
});

test('Dates with times name each day, one o’clock is singular where hours have articles', () => {
  assert.deepEqual(said('2031-04-30 22:00:00', '2031-05-01 01:30:00', false), [
    'dimecres, 30 d’abril del 2031, 22 h – dijous, 1 de maig del 2031, 1.30 h',
    'Wednesday 30 April 2031, 10 pm – Thursday 1 May 2031, 1.30 am',
    'mercredi 30 avril 2031, 22 h – jeudi 1er mai 2031, 1 h 30',
    'miércoles, 30 de abril de 2031, 22:00 h – jueves, 1 de mayo de 2031, 1:30 h',
  ]);
  assert.deepEqual(said('2031-05-01 11:00:00', '2031-05-01 21:30:00', false), [
    'dijous, 1 de maig del 2031, d’11 a 21.30 h',
    'Thursday 1 May 2031, 11 am – 9.30 pm',
    'jeudi 1er mai 2031, de 11 h à 21 h 30',
    'jueves, 1 de mayo de 2031, de 11:00 a 21:30 h',
  ]);
  const until = ['a les 1.30 h', 'a les 1\u00a0h', 'a les 11\u00a0h'];
  assert.deepEqual(
    until.map(text => typesetDate(text, 'ca')),
    ['a la 1.30 h', 'a la 1\u00a0h', 'a les 11\u00a0h'],
  );
});
