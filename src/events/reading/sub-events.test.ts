import assert from 'node:assert/strict';
import { it } from 'node:test';
import { eventWith } from '../../../test/ical-samples.ts';
import { untilOf } from './sub-events.ts';

it('A series is shown anew when its next occurrence ends, and at the minute from which that comes last', () => {
  const [first, second] = [eventWith({ end_at: 119 }), eventWith({ end_at: 600 })];
  const series = { recurrence: 'RRULE:FREQ=DAILY', next: first, subEvents: [first, second] };
  const untilAt = (now: number) => untilOf(series, { now });
  assert.deepEqual([100, 119, 120, 600].map(untilAt), [119, 120, 600, Infinity]);
  assert.equal(untilOf({ ...series, recurrence: '' }, { now: 100 }), Infinity);
});
