import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TokenRate } from './rate-limit.ts';

describe('The window of a rate limit', () => {
  it('A window begins with the first request of a client and lasts the configured seconds', () => {
    const rate = new TokenRate(2, 10);
    const state = (at: number) => rate.count('a', at * 1000).state;
    assert.deepEqual(
      [state(5), state(9.5), state(14.999), state(15), state(15)],
      [
        '"default";r=1;t=10',
        '"default";r=0;t=6',
        '"default";r=0;t=1',
        '"default";r=1;t=10',
        '"default";r=0;t=10',
      ],
    );
  });

  it('A client over its limit is told how long to wait', () => {
    const rate = new TokenRate(1, 10);
    assert.deepEqual(
      [0, 0, 9.999, 10, 10.001].map(at => rate.count('a', at * 1000).wait),
      [undefined, 10, 1, undefined, 10],
    );
  });

  it('The window of one client does not affect others', () => {
    const rate = new TokenRate(1, 10);
    assert.deepEqual(
      ['a', 'b', 'a', 'b', 'c'].map(client => rate.count(client, 0).wait),
      [undefined, undefined, 10, 10, undefined],
    );
  });
});
