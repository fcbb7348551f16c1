import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import ICAL from 'ical.js';
import { RRuleTemporal } from 'rrule-temporal';
import { toEpoch, toWall } from '../../lib/time/zones.ts';
import { expandTimes } from '../../recurrence/expand-times.ts';
import { basic } from '../../recurrence/lines.ts';
import { ruleParts, timedRule } from './rule.ts';

// Two other programs expand the rules that Almanac does not store.

/** Dates that are compared. */
const MANY = 60;

/** Rules may give no date for years: other programs then look for them without an end. */
const UNTIL = '2040-01-01 00:00:00';

const byTemporal = (rule: string, start: string): string[] =>
  new RRuleTemporal({
    rruleString: `DTSTART:${basic(start)}Z\nRRULE:${rule};UNTIL=${basic(UNTIL)}Z`,
    maxIterations: 1_000_000,
  })
    .all((_, index) => index < MANY)
    .map(date => toWall(Math.floor(date.epochMilliseconds / 1000), 'UTC'));

function byIcalJs(rule: string, start: string): string[] {
  const found: string[] = [];
  const dates = ICAL.Recur.fromString(rule).iterator(ICAL.Time.fromDateTimeString(start.replace(' ', 'T')));
  for (let date = dates.next(); date && found.length < MANY; date = dates.next()) {
    const wall = date.toString().replace('T', ' ').slice(0, 19);
    if (wall > UNTIL) break;
    found.push(wall);
  }
  return found;
}

const expanded = (rule: string, start: string): string[] =>
  expandTimes(timedRule(ruleParts(rule)), start, UNTIL).walls.slice(0, MANY);

/** Whole hours: rrule-temporal forgets the minutes of some rules. */
const starts = fc
  .integer({ min: toEpoch('2027-01-01 00:00:00', 'UTC'), max: toEpoch('2032-12-31 00:00:00', 'UTC') })
  .map(epoch => toWall(epoch - (epoch % 3600), 'UTC'));
const list = (least: number, most: number) =>
  fc
    .uniqueArray(fc.integer({ min: least, max: most }), { minLength: 1, maxLength: 4 })
    .map(numbers => numbers.sort((a, b) => a - b).join());
const days = fc
  .subarray(['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'], { minLength: 1 })
  .map(names => names.join());
const maybe = (part: string, values: fc.Arbitrary<string>) =>
  fc.option(values, { nil: undefined }).map(value => (value === undefined ? '' : `;${part}=${value}`));
const joined = (...parts: fc.Arbitrary<string>[]) => fc.tuple(...parts).map(all => all.join(''));

const often = fc.constantFrom('FREQ=HOURLY', 'FREQ=MINUTELY');
const intervals = (most: number) => fc.integer({ min: 1, max: most }).map(number => `;INTERVAL=${number}`);
const hours = list(0, 23);
const minutes = list(0, 59);
const counts = maybe('COUNT', fc.integer({ min: 1, max: 40 }).map(String));

/** Of a rule within days, other programs count from elsewhere once it has more parts. */
const alike = {
  'rules by the hour and minute': joined(often, intervals(50), counts),
  'rules with several hours a day': joined(
    ...[fc.constant('FREQ=DAILY'), hours.map(some => `;BYHOUR=${some}`), maybe('BYMINUTE', minutes)],
    ...[maybe('BYDAY', days), counts],
  ),
  'rules with several hours of weeks': joined(
    ...[fc.constant('FREQ=WEEKLY'), hours.map(some => `;BYHOUR=${some}`)],
    ...[maybe('BYDAY', days), counts],
  ),
  // They disagree on the last week of a year whose first days belong to it.
  'rules with weeks': joined(
    ...[fc.constant('FREQ=YEARLY'), list(1, 51).map(some => `;BYWEEKNO=${some}`)],
    days.map(some => `;BYDAY=${some}`),
  ),
};

const numRuns = Number(process.env.RUNS ?? 12);

function agrees(rules: fc.Arbitrary<string>, other: (rule: string, start: string) => string[]): void {
  fc.assert(
    fc.property(rules, starts, (rule, start) => {
      const [ours, theirs] = [expanded(rule, start), other(rule, start)];
      // A rule that is looked through for too long is cut off: what is found before is the same.
      const length = Math.min(ours.length, theirs.length);
      assert.deepEqual(ours.slice(0, length), theirs.slice(0, length));
      assert.ok(length > 0 || theirs.length === 0);
    }),
    { numRuns },
  );
}

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/** Looks at each minute of 40 days: is it so many units after the start, and is it in all lists? */
function byMinute(rule: string, start: string): string[] {
  const parts = ruleParts(rule);
  const unit = parts.get('FREQ') === 'HOURLY' ? 60 : 1;
  const begun = toEpoch(start, 'UTC') / 60;
  const allows = (name: string, value: number | string): boolean =>
    parts.get(name)?.split(',').includes(String(value)) ?? true;
  const found: string[] = [];
  for (let minute = begun; minute < begun + 40 * 1440; minute++) {
    const passed = Math.floor(minute / unit) - Math.floor(begun / unit);
    const wall = toWall(minute * 60, 'UTC');
    const inHour = unit === 1 || parts.has('BYMINUTE') || minute % 60 === begun % 60;
    const isListed =
      allows('BYHOUR', Number(wall.slice(11, 13))) &&
      allows('BYMINUTE', Number(wall.slice(14, 16))) &&
      allows('BYDAY', WEEKDAYS[(Math.floor(minute / 1440) + 3) % 7]!) &&
      allows('BYMONTH', Number(wall.slice(5, 7)));
    if (passed % Number(parts.get('INTERVAL') ?? 1) === 0 && inHour && isListed) found.push(wall);
  }
  return found.slice(0, MANY);
}

describe('Rules that become dates', () => {
  for (const [name, rules] of Object.entries(alike))
    it(`rrule-temporal gives the same dates of ${name}`, () => agrees(rules, byTemporal));

  it('ical.js gives the same dates of rules by the hour and minute', () => {
    agrees(alike['rules by the hour and minute'], byIcalJs);
  });

  it('Rules by the hour and minute with intervals and other parts fall where each minute is asked', () => {
    const parts = joined(
      ...[often, intervals(50), maybe('BYHOUR', hours), maybe('BYMINUTE', minutes), maybe('BYDAY', days)],
      maybe('BYMONTH', list(1, 12)),
    );
    agrees(parts, byMinute);
  });

  it('Of an old rule, the past is left out and not what is to come', () => {
    const now = toEpoch('2031-05-06 12:00:00', 'UTC');
    for (const rule of [
      'FREQ=MINUTELY',
      'FREQ=HOURLY;BYMINUTE=0,20,40',
      'FREQ=DAILY;BYHOUR=8,9,10,11,12,13,14',
    ]) {
      const { walls } = expandTimes(
        timedRule(ruleParts(rule)),
        '1990-01-01 00:00:00',
        '2031-06-30 00:00:00',
        now,
      );
      assert.ok(
        walls.some(wall => wall > '2031-05-07'),
        rule,
      );
    }
  });
});
