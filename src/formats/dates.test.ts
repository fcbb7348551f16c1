import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languages } from '../i18n/language.ts';
import { formatDates } from './dates.ts';

/** Spaces of any width as plain ones. */
const said = (start: string, end: string, isAllDay: boolean): string[] =>
  languages.map(language => formatDates(start, end, isAllDay, language).replaceAll(/\s/gu, ' '));

test('The first day of a month is what each language calls it', () => {
  assert.deepEqual(said('2031-05-01 00:00:00', '2031-05-01 23:59:59', true), [
    'dijous, 1 de maig del 2031',
    'Thursday, May 1, 2031',
    'jeudi 1er mai 2031',
    'jueves, 1 de mayo de 2031',
  ]);
  assert.deepEqual(said('2031-05-01 00:00:00', '2031-05-21 23:59:59', true), [
    'dijous, 1 – dimecres, 21 de maig del 2031',
    'Thursday, May 1 – Wednesday, May 21, 2031',
    'jeudi 1er – mercredi 21 mai 2031',
    'jueves, 1 de mayo – miércoles, 21 de mayo de 2031',
  ]);
});

test('One o’clock is singular where hours have articles', () => {
  assert.deepEqual(said('2031-04-30 22:00:00', '2031-05-01 01:30:00', false), [
    'dimecres, 30 d’abril del 2031, a les 22:00 – dijous, 1 de maig del 2031, a la 1:30',
    'Wednesday, April 30, 2031 at 10:00 PM – Thursday, May 1, 2031 at 1:30 AM',
    'mercredi 30 avril 2031 à 22:00 – jeudi 1er mai 2031 à 01:30',
    'miércoles, 30 de abril de 2031, 22:00 – jueves, 1 de mayo de 2031, 1:30',
  ]);
  const [catalan] = said('2031-04-30 11:00:00', '2031-05-01 21:00:00', false);
  assert.match(catalan!, /a les 11:00 .* a les 21:00$/);
});
