import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Scaling } from './scaling.ts';

const MINUTE = 60_000;
const busy = { utilization: 1, lateness: 30 };

/** Reports once a second, from the second given on. */
const report = (scaling: Scaling, pid: number, load: typeof busy, seconds: number, from = 0) => {
  for (let second = from; second < from + seconds; second++) scaling.heard(pid, load, second * 1000);
};

describe('The number of workers', () => {
  it('One more is needed once requests have waited for some seconds', () => {
    const scaling = new Scaling();
    report(scaling, 1, busy, 3);
    assert.equal(scaling.needsMore(3000), false);
    report(scaling, 1, busy, 1, 3);
    assert.equal(scaling.needsMore(3000), true);
  });

  it('A loop that is busy but not late needs nobody else', () => {
    const scaling = new Scaling();
    report(scaling, 1, { utilization: 1, lateness: 5 }, 60);
    assert.equal(scaling.needsMore(60_000), false);
  });

  it('One long request is no reason', () => {
    const scaling = new Scaling();
    report(scaling, 1, { utilization: 0.3, lateness: 1 }, 4);
    scaling.heard(1, { utilization: 1, lateness: 900 }, 4000);
    assert.equal(scaling.needsMore(4000), false);
  });

  it('Reports of long ago do not count', () => {
    const scaling = new Scaling();
    for (const hour of [1, 2, 3, 4]) scaling.heard(1, busy, hour * 60 * MINUTE);
    assert.equal(scaling.needsMore(4 * 60 * MINUTE), false);
  });

  it('After a change the next one waits until it could help', () => {
    const scaling = new Scaling();
    scaling.changed(0);
    report(scaling, 1, busy, 9);
    assert.equal(scaling.needsMore(9000), false);
    report(scaling, 1, busy, 2, 9);
    assert.equal(scaling.needsMore(10_000), true);
  });

  it('One less is enough once the others would have been half idle for five minutes', () => {
    const scaling = new Scaling();
    scaling.changed(0);
    report(scaling, 1, { utilization: 0.4, lateness: 0 }, 60);
    report(scaling, 2, { utilization: 0.4, lateness: 0 }, 60);
    assert.equal(scaling.needsLess(2, MINUTE), false, 'it was busy until now');
    assert.equal(scaling.needsLess(2, 5 * MINUTE), false);
    assert.equal(scaling.needsLess(2, 6 * MINUTE), true);
  });

  it('What an ended worker reported is forgotten', () => {
    const scaling = new Scaling();
    report(scaling, 1, busy, 5);
    scaling.forget(1);
    assert.equal(scaling.needsMore(5000), false);
  });
});
