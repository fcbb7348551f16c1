import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { caller, eventOf } from './client.ts';
import { done, saved, take } from './importing.ts';
import { anyRule, written as ruleText } from './recurrence/random-rules.ts';
import { type Series, seriesOf } from './series.ts';
import { type Service, startService } from './service.ts';

const seed = Number(process.env.TEST_SEED ?? 1);
const ZONES = ['Europe/Madrid', 'America/New_York', 'Australia/Lord_Howe', 'UTC', 'Asia/Kathmandu'];

const plans = fc.record({
  timezone: fc.constantFrom(...ZONES),
  start: fc.date({ min: new Date('2027-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
  minutes: fc.integer({ min: 0, max: 2000 }),
  allDay: fc.boolean(),
  rule: anyRule.map(ruleText),
  /** Occurrences that are changed, and how. */
  changes: fc.array(fc.tuple(fc.nat(8), fc.constantFrom('title', 'time', 'cancel', 'delete')), {
    maxLength: 3,
  }),
});

type Plan = typeof plans extends fc.Arbitrary<infer Value> ? Value : never;

const text = (date: Date): string => date.toISOString().slice(0, 16).replace('T', ' ');

/** Writes a series, and some of its occurrences; the interface may refuse a rule. */
async function write(service: Service, plan: Plan, number: number): Promise<boolean> {
  const { done: ask, ask: send, ids } = seriesOf(service);
  const { start, minutes, allDay, rule } = plan;
  // Days in a calendar file have no zone.
  const timezone = allDay ? 'Europe/Madrid' : plan.timezone;
  const end = new Date(start.getTime() + minutes * 60_000);
  const { status, body } = await send('POST /events', {
    as: service.accounts.editor,
    json: eventOf(`Series ${number}`, {
      ...{
        start_date: text(start),
        end_date: text(end),
        all_day: allDay,
        timezone,
        recurrence: `RRULE:${rule}`,
      },
    }),
  });
  if (status !== 201) return false;
  const all = await ids((body as { id: number }).id);
  const regular = new Set(all);
  for (const [at, change] of plan.changes) {
    const id = all[at];
    // A calendar has no rule of a series that keeps none of its dates: what is left are events of their own.
    if (id === undefined || (regular.size === 1 && regular.has(id))) continue;
    regular.delete(id);
    if (change === 'delete') await send(`DELETE /events/${id}`, { as: service.accounts.editor });
    else if (change === 'title') await ask(`PATCH /events/${id}`, { title: `Other ${number}` });
    else if (change === 'cancel') await ask(`PATCH /events/${id}`, { event_status: 'canceled' });
    else await ask(`PATCH /events/${id}`, { start_date: text(start), end_date: text(end) });
  }
  return true;
}

type Listed = Series & { event_status: string };

/** The occurrences that a service lists, with what they say of their series. */
async function shown({ base, accounts }: Service): Promise<unknown[]> {
  const ask = caller(base);
  const found: unknown[] = [];
  for (let page = 1; ; page++) {
    const { body, status } = await ask(
      `GET /events?start_date=2026-01-01&end_date=2032-01-01&per_page=50&page=${page}`,
      { as: accounts.editor },
    );
    if (status !== 200) return found.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
    for (const event of body.events as Listed[])
      found.push([
        ...[
          event.title,
          event.start_date,
          event.end_date,
          event.all_day,
          event.timezone,
          event.utc_start_date,
        ],
        ...[
          event.event_status,
          event.recurrence,
          event.recurrence_id,
          (event.series as { uid?: string } | undefined)?.uid,
        ],
      ]);
  }
}

describe('Series of Almanac in calendar files', () => {
  it('come back as the same series, with the same dates, exceptions and identities', async () => {
    await using here = await startService({ TIME_ZONE: 'Europe/Madrid' });
    let written = 0;
    for (const [number, plan] of fc
      .sample(plans, { seed, numRuns: Number(process.env.RUNS ?? 25) })
      .entries())
      if (await write(here, plan, number)) written++;
    assert.ok(written > 5);
    const dates = ['10:00/11:00', '15:00/18:00'].map(times => {
      const [from, to] = times.split('/');
      return { start_date: `2030-06-01 ${from}`, end_date: `2030-06-01 ${to}` };
    });
    await seriesOf(here).done('POST /events', { ...eventOf('Market'), ...dates[0], dates });
    const file = await (
      await fetch(`${here.site}/events.ics?start_date=2026-01-01&end_date=2032-01-01`)
    ).text();
    await using there = await startService({ TIME_ZONE: 'Europe/Madrid' });
    const taken = await take(there, [await saved('return.ics', file)]);
    assert.deepEqual([taken.skipped, taken.notes.filter(({ why }) => !why.startsWith('left out'))], [[], []]);
    assert.deepEqual(await shown(there), await shown(here));
    const again = await take(there, [await saved('return.ics', file)]);
    const [created, changed, , skipped] = done(again).event!;
    assert.deepEqual([created, changed, skipped], [0, 0, 0]);
  });
});
