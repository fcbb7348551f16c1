import assert from 'node:assert/strict';
import { stat } from 'node:fs';
import { Socket } from 'node:net';
import { describe, it } from 'node:test';
import type { ReadModel } from '../read-model/read-model.ts';
import { ReadModelPoll } from './stores.ts';

/** A poll of a read model whose store answers as `current` does, and what it logs. */
function pollOf(current: () => Promise<void> | undefined) {
  const lines: object[] = [];
  const log = { error: (line: object) => void lines.push(line) };
  // Only the members that the poll reads.
  const readModel = { current, recent: current } as unknown as ReadModel;
  return { poll: new ReadModelPoll(log), readModel, lines };
}

describe('a poll of the read model', () => {
  it('is shared by the requests of one turn, each on a connection of its own', async () => {
    let asked = 0;
    const { poll, readModel } = pollOf(() => void asked++);
    const [one, other] = [new Socket(), new Socket()];
    for (const socket of [one, other]) assert.equal(poll.share(readModel, socket), undefined);
    assert.equal(asked, 1);
    poll.share(readModel, one);
    assert.equal(asked, 2, 'it may have been sent after a write was answered');
    // The first one may be due in the same turn.
    for (let time = 0; time < 2; time++) await new Promise(setImmediate);
    poll.share(readModel, other);
    assert.equal(asked, 3, 'in the next turn');
  });

  it('is not shared by a request that arrives after it, where the service itself has asked between two turns', async () => {
    let asked = 0;
    const { poll, readModel } = pollOf(() => void asked++);
    const [own, arrived] = [new Socket(), new Socket()];
    await new Promise<void>(resolve =>
      setImmediate(() => {
        poll.share(readModel, own);
        stat('/', () => {
          poll.share(readModel, arrived);
          resolve();
        });
        // A long answer: what arrives meanwhile is found in the next turn, before anything that is due after it.
        for (const end = performance.now() + 10; performance.now() < end; );
      }),
    );
    assert.equal(asked, 2);
  });

  it('gives no read model while the store cannot be asked, and logs the cause once for each time it is away', async () => {
    let away: Error | undefined = new Error('connection refused');
    const { poll, readModel, lines } = pollOf(async () => {
      if (away) throw away;
    });
    const share = () => poll.share(readModel, new Socket());
    for (let count = 0; count < 3; count++) assert.equal(await share(), undefined);
    assert.equal(await poll.once(readModel), undefined);
    assert.deepEqual(lines, [{ err: away }]);
    away = undefined;
    assert.equal(await share(), readModel);
    assert.equal(await poll.once(readModel), readModel);
    away = new Error('again');
    await share();
    assert.deepEqual(lines.slice(1), [{ err: away }]);
  });

  it('gives no read model either where asking itself throws', async () => {
    const { poll, readModel, lines } = pollOf(() => {
      throw new Error('closed');
    });
    assert.equal(await poll.share(readModel, new Socket()), undefined);
    assert.equal(lines.length, 1);
  });
});
