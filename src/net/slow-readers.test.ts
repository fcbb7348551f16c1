import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SlowReaders } from './slow-readers.ts';

const LIMITS = { ANSWER_TIMEOUT: 30, MIN_ANSWER_RATE: 1000, MAX_TRANSIT_BYTES: 1_000_000 };

/** A connection with bytes to send, of which its client has read some. */
class Reader {
  bytesWritten = 0;
  writableLength = 0;

  given(bytes: number): this {
    this.bytesWritten += bytes;
    this.writableLength += bytes;
    return this;
  }

  took(bytes = this.writableLength): void {
    this.writableLength -= bytes;
  }
}

function readersOf(count: number) {
  const readers = new SlowReaders<Reader>(LIMITS);
  const all = Array.from({ length: count }, () => new Reader());
  for (const reader of all) readers.add(reader);
  const slowAt = (seconds: number) => readers.tooSlow(seconds * 1000).map(reader => all.indexOf(reader));
  return { readers, all, slowAt };
}

describe('Clients that read their answers', () => {
  it('A client has a base time and one second more for each thousand bytes', () => {
    const { all, slowAt } = readersOf(2);
    all[0]!.given(10_000);
    assert.deepEqual([slowAt(5), slowAt(40), slowAt(45)], [[], [], []]);
    assert.deepEqual(slowAt(46), [0]);
  });

  it('A client that reads fast enough is kept, however much there is', () => {
    const { all, slowAt } = readersOf(1);
    all[0]!.given(64_000);
    for (let second = 0; second < 1000; second++) {
      assert.deepEqual(slowAt(second), [], `${second}`);
      all[0]!.took(1000);
      all[0]!.given(1000);
    }
  });

  it('A client that reads a stream too slowly is given up', () => {
    const { all, slowAt } = readersOf(1);
    all[0]!.given(64_000);
    let second = 0;
    for (; slowAt(second).length === 0; second++) {
      all[0]!.took(100);
      all[0]!.given(100);
    }
    // 30 seconds, 64 for the waiting bytes, and a tenth of the time that passed.
    assert.ok(second > 94 && second < 110, `${second}`);
  });

  it('The time of a client begins anew once it has read everything', () => {
    const { all, slowAt } = readersOf(1);
    for (const second of [0, 30, 60, 90, 120]) {
      all[0]!.given(1000);
      assert.deepEqual(slowAt(second), []);
      assert.deepEqual(slowAt(second + 29), []);
      all[0]!.took();
      assert.deepEqual(slowAt(second + 29.5), []);
    }
  });

  it('A client that is gone is not checked any more', () => {
    const { readers, all, slowAt } = readersOf(1);
    all[0]!.given(10);
    slowAt(0);
    readers.delete(all[0]!);
    assert.deepEqual(slowAt(1000), []);
  });
});

describe('Answers that wait for all clients', () => {
  it('Over the limit, the client that holds most is given up, and no more than necessary', () => {
    const { all, slowAt } = readersOf(4);
    for (const [at, bytes] of [300_000, 500_000, 100_000, 450_000].entries()) all[at]!.given(bytes);
    assert.deepEqual(slowAt(0), [1]);
  });

  it('Waiting answers may use the whole limit', () => {
    const { all, slowAt } = readersOf(2);
    for (const reader of all) reader.given(500_000);
    assert.deepEqual(slowAt(0), []);
    all[0]!.given(1);
    assert.deepEqual(slowAt(1), [0]);
  });
});
