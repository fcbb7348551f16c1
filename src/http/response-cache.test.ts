import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { ResponseCache } from './response-cache.ts';

const answer = (bytes: number) => ({ bytes });
const ALWAYS = { since: 0, until: Infinity };

describe('The response cache', () => {
  it('A cached answer is given only for its version and within its time', () => {
    const answers = new ResponseCache(() => 1000);
    const kept = answer(10);
    answers.set('/a', kept, 3, { since: 50, until: 100 });
    assert.equal(answers.get('/a', 3, 99), kept);
    assert.equal(answers.get('/b', 3, 99), undefined);
    answers.set('/a', kept, 3, { since: 50, until: 100 });
    assert.equal(answers.get('/a', 3, 100), undefined, 'its time is over');
    assert.equal(answers.get('/a', 3, 99), undefined, 'it is gone');
    answers.set('/a', kept, 3, { since: 50, until: 100 });
    assert.equal(answers.get('/a', 3, 49), undefined, 'the clock was set back');
    answers.set('/a', kept, 3, ALWAYS);
    assert.equal(answers.get('/a', 4, 99), undefined, 'something has changed');
    assert.equal(answers.get('/a', 3, 99), undefined, 'it is gone');
  });

  it('A cached answer with a validity check of its own is given for any version while the check holds', () => {
    const answers = new ResponseCache(() => 1000);
    let holds = true;
    answers.set('/a', answer(10), 3, { ...ALWAYS, still: () => holds });
    assert.ok(answers.get('/a', 4, 99));
    holds = false;
    assert.equal(answers.get('/a', 3, 99), undefined);
    holds = true;
    assert.equal(answers.get('/a', 3, 99), undefined, 'it is gone');
  });

  it('The response cache drops the least recently used answer', () => {
    const answers = new ResponseCache(() => 100);
    for (const key of ['a', 'b', 'c']) answers.set(key, answer(30), 1, ALWAYS);
    assert.ok(answers.get('a', 1, 0));
    answers.set('d', answer(30), 1, ALWAYS);
    const found = ['a', 'b', 'c', 'd'].filter(key => answers.get(key, 1, 0));
    assert.deepEqual(found, ['a', 'c', 'd']);
  });

  it('The response cache knows which paths are requested again', () => {
    const answers = new ResponseCache(() => 100);
    const paths = Array.from({ length: 100 }, (_, at) => `/events?page=${at}`);
    assert.deepEqual(new Set(paths.map(path => answers.isRepeated(path))), new Set([false]));
    const again = paths.filter(path => answers.isRepeated(path));
    assert.ok(again.length > 95, `${again.length} of 100 are known again`);
  });

  it('The response cache stays within its byte limit also when its answers grow', () => {
    const step = fc.record({ key: fc.nat(12), bytes: fc.nat(60), grows: fc.nat(20), asked: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60, size: 'max' }), steps => {
        const most = 150;
        const answers = new ResponseCache<{ bytes: number }>(() => most);
        for (const { key, bytes, grows, asked } of steps) {
          const known = asked ? answers.get(`${key}`, 1, 0) : undefined;
          if (known) known.bytes += grows;
          answers.get(`${key}`, 1, 0);
          if (!asked) answers.set(`${key}`, answer(bytes), 1, ALWAYS);
          const kept = Array.from({ length: 13 }, (_, at) => answers.get(`${at}`, 1, 0));
          assert.ok(kept.reduce((sum, one) => sum + (one?.bytes ?? 0), 0) <= most);
        }
      }),
    );
  });
});
