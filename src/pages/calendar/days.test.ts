import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../../config.ts';
import { dateOf } from '../../lib/time/zones.ts';
import { dayNumber, daysOf, daysOfMonth, daysOfWeek, instantsOf, weeksOf } from './days.ts';

const HOUR = 3600;

test('a week begins on Monday, also around new year and before 1970', () => {
  for (const [date, monday] of [
    ['2032-01-01', '2031-12-29'],
    ['2031-05-05', '2031-05-05'],
    ['2031-05-11', '2031-05-05'],
    ['1969-12-31', '1969-12-29'],
    ['1001-01-01', '1000-12-29'],
  ] as const)
    assert.deepEqual(daysOf(daysOfWeek(date)).map(dateOf)[0], monday, date);
});

test('a month has its days, and the weeks that have some of them', () => {
  assert.equal(daysOf(daysOfMonth('2032-02')).length, 29);
  assert.equal(daysOf(daysOfMonth('2100-02')).length, 28);
  assert.deepEqual(weeksOf(daysOfMonth('2027-02')).map(dateOf), [
    ...['2027-02-01', '2027-02-08', '2027-02-15', '2027-02-22'],
  ]);
  assert.equal(weeksOf(daysOfMonth('2031-03')).length, 6);
});

test('a day is as long as clocks make it', () => {
  const lengthOf = (date: string, zone: string) => {
    const day = dayNumber(date);
    const config = readConfig({ TIME_ZONE: zone });
    const { from, before } = instantsOf({ from: day, to: day }, config);
    return (before - from) / HOUR;
  };
  assert.equal(lengthOf('2031-03-30', 'Europe/Madrid'), 23);
  assert.equal(lengthOf('2031-10-26', 'Europe/Madrid'), 25);
  // Clocks go forward at midnight.
  assert.equal(lengthOf('2018-11-04', 'America/Sao_Paulo'), 23);
  // Samoa left this day out.
  assert.equal(lengthOf('2011-12-30', 'Pacific/Apia'), 0);
});
