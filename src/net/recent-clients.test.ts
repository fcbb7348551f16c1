import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { processorTime } from '../../test/processor-time.ts';
import { MAX_CLIENTS } from '../limits.ts';
import { RecentClients } from './rate-limit.ts';

describe('Recent clients', () => {
  it('A value is kept for exactly the configured time', () => {
    const recent = new RecentClients<{ name: string }>(10);
    for (let now = 0; now < 100; now += 3) recent.set(`${now}`, { name: `set at ${now}` }, now);
    for (let now = 0; now < 100; now += 3) {
      const some = new RecentClients<object>(10);
      some.set('earlier', {}, now - 7);
      const value = some.set('this', {}, now);
      for (let later = now; later < now + 30; later++) {
        assert.equal(some.get('this', later), later < now + 10 ? value : undefined);
        some.set(`other ${later}`, {}, later);
      }
    }
    assert.equal(recent.get('99', 99)?.name, 'set at 99');
    assert.equal(recent.get('0', 99), undefined);
  });

  it('A key has the value that was set last, until it is deleted', () => {
    const recent = new RecentClients<{ count: number }>(10);
    recent.set('a', { count: 1 }, 0);
    recent.set('b', { count: 1 }, 10);
    recent.set('a', { count: 2 }, 9);
    assert.equal(recent.get('a', 12)?.count, 2);
    recent.delete('a');
    assert.equal(recent.get('a', 12), undefined);
  });

  it(`At most ${MAX_CLIENTS} values are kept, the later ones, at little cost`, () => {
    const recent = new RecentClients<object>(1000);
    const all = Array.from({ length: 3 * MAX_CLIENTS }, (_, at) => `client ${at}`);
    const took = processorTime(() => {
      for (const key of all) recent.set(key, {}, 0);
    });
    const kept = all.filter(key => recent.get(key, 0));
    assert.ok(kept.length >= MAX_CLIENTS / 2 && kept.length <= MAX_CLIENTS, `${kept.length}`);
    assert.deepEqual(kept, all.slice(-kept.length));
    assert.ok(took < 3000, `${took} ms`);
  });
});
