import assert from 'node:assert/strict';
import { it } from 'node:test';
import { eventWith } from '../../test/ical-samples.ts';
import { RequestClock } from '../input/context.ts';
import { narrowByEnds } from './sub-events.ts';

it('A series is shown anew when its next occurrence ends, and at the minute from which that comes last', () => {
  const [first, second] = [eventWith({ end_at: 119 }), eventWith({ end_at: 600 })];
  const periodAt = (now: number) => {
    const clock = new RequestClock(now, 'UTC');
    narrowByEnds({ next: first, subEvents: [first, second] }, { clock });
    return [clock.period?.since, clock.period?.until];
  };
  assert.deepEqual([100, 119, 120, 600].map(periodAt), [
    [0, 119],
    [119, 120],
    [120, 600],
    [600, Infinity],
  ]);
});
