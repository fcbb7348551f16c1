import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { BETWEEN, RoundRobin } from './pacer.ts';

it('Slices of long work take turns, and the event loop goes round several times between two of them', async () => {
  const turns = new RoundRobin(BETWEEN);
  const done: string[] = [];
  const work = async (name: string) => {
    for (let slice = 0; slice < 3; slice++) {
      await turns.next();
      done.push(name);
    }
  };
  const works = Promise.all(['a', 'b', 'c'].map(work));
  let before = 0;
  for (let turn = 0; done.length < 9; turn++) {
    await setImmediate();
    assert.ok(done.length <= before + 1, `${done.length - before} slices in a turn`);
    assert.ok(turn + 1 >= done.length * BETWEEN - 1, `${done.length} slices in ${turn + 1} turns`);
    assert.ok(turn < 20 * BETWEEN);
    before = done.length;
  }
  await works;
  assert.equal(done.join(''), 'abcabcabc');
});
