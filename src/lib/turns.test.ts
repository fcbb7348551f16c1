import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { Turns } from './turns.ts';

it('Each turn of the event loop has one slice of long work, in the order of the requests', async () => {
  const turns = new Turns();
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
    assert.ok(turn < 30);
    before = done.length;
  }
  await works;
  assert.equal(done.join(''), 'abcabcabc');
});
