import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import ICAL from 'ical.js';
import nodeIcal from 'node-ical';
import { startIn, zones } from '../../../test/clock-changes.ts';
import { calendarOf, eventAt } from '../../../test/ical-samples.ts';
import type { EventRecord } from '../../events/event.ts';

// Two independent readers take our calendars for the instants that the events have.

const times = fc.constantFrom(...zones).chain(timezone =>
  fc.record({
    timezone: fc.constant(timezone),
    start: startIn(timezone),
    seconds: fc.oneof(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 0, max: 30_000_000 })),
  }),
);

type Plan = { timezone: string; start: number; seconds: number };

const calendars = fc.array(times, { minLength: 1, maxLength: 40 });

const eventsOf = (plans: readonly Plan[]): EventRecord[] =>
  plans
    .map(({ timezone, start, seconds }, at) => eventAt(at + 1, timezone, start, start + seconds))
    .sort((one, other) => one.start_at - other.start_at);

type Instants = Record<string, [start: number, end: number]>;

const expected = (events: readonly EventRecord[]): Instants =>
  Object.fromEntries(events.map(({ id, start_at, end_at }) => [`${id}@store`, [start_at, end_at]]));

function readByIcalJs(text: string): Instants {
  const calendar = new ICAL.Component(ICAL.parse(text));
  ICAL.TimezoneService.reset();
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone);
  const events = calendar.getAllSubcomponents('vevent').map(component => new ICAL.Event(component));
  return Object.fromEntries(
    events.map(({ uid, startDate, endDate }) => [uid, [startDate.toUnixTime(), endDate.toUnixTime()]]),
  );
}

function readByNodeIcal(text: string): Instants {
  const all = Object.values(nodeIcal.sync.parseICS(text)).filter(item => item?.type === 'VEVENT');
  return Object.fromEntries(
    all.map(({ uid, start, end }) => [uid, [start.getTime() / 1000, (end ?? start).getTime() / 1000]]),
  );
}

describe('Readers of calendars', () => {
  for (const [name, read] of [
    ['ical.js', readByIcalJs],
    ['node-ical', readByNodeIcal],
  ] as const)
    it(`${name} reads the instants of generated calendars in ${zones.length} zones`, () => {
      const readsAlike = (plans: Plan[]) => {
        const events = eventsOf(plans);
        assert.deepEqual(read(calendarOf(events)), expected(events));
        const unknown = calendarOf(events.toReversed(), { since: undefined });
        assert.deepEqual(read(unknown), expected(events), 'of which nobody knows how far back they go');
      };
      fc.assert(fc.property(calendars, readsAlike), { numRuns: 12 });
    });
});
