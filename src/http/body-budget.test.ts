import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import { processorTime } from '../../test/processor-time.ts';
import { BodyBudget } from './body-budget.ts';

/** A request with only the members that the reader of bodies needs. */
class Request extends EventEmitter {
  readonly headers: object;

  constructor(headers: object = { 'transfer-encoding': 'chunked' }) {
    super();
    this.headers = headers;
  }
}

function reading(bodies: BodyBudget, limit: number, request = new Request(), response = new EventEmitter()) {
  const read = bodies.read(
    request as unknown as IncomingMessage,
    response as unknown as ServerResponse,
    limit,
  );
  return { read, request, response };
}

describe('Request bodies', () => {
  it('A body is read whole, whatever pieces it arrives in', async () => {
    for (const sizes of [[], [1], [1, 2, 3], [1000, 1, 1000], Array<number>(2000).fill(7)]) {
      const pieces = sizes.map((size, at) => Buffer.alloc(size, at));
      const { read, request } = reading(new BodyBudget(1e6), 1e6);
      for (const piece of pieces) request.emit('data', piece);
      request.emit('end');
      assert.deepEqual(await read, Buffer.concat(pieces));
    }
  });

  it('A request without a body is not waited for', async () => {
    for (const headers of [{}, { 'content-length': '0' }])
      assert.equal((await reading(new BodyBudget(1), 1, new Request(headers)).read).length, 0);
  });

  it('A body that breaks off is refused with 400', async () => {
    const { read, request } = reading(new BodyBudget(10), 10);
    request.emit('data', Buffer.from('x'));
    request.emit('close');
    await assert.rejects(read, { status: 400 });
  });

  it('A body that is too long is refused with 413, announced or not', async () => {
    await assert.rejects(reading(new BodyBudget(10), 5, new Request({ 'content-length': '6' })).read, {
      status: 413,
    });
    const { read, request } = reading(new BodyBudget(10), 5);
    for (const piece of ['abc', 'def', 'ghi']) request.emit('data', Buffer.from(piece));
    await assert.rejects(read, { status: 413 });
    assert.equal(request.listenerCount('data'), 0);
  });

  it('A body in very small pieces costs little more memory and time than its bytes', async () => {
    const { read, request } = reading(new BodyBudget(1e9), 1e9);
    const before = process.memoryUsage().heapUsed;
    const took = processorTime(() => {
      for (let count = 0; count < 2_000_000; count++) request.emit('data', Buffer.of(count));
    });
    const held = process.memoryUsage().heapUsed - before;
    request.emit('end');
    assert.equal((await read).length, 2_000_000);
    assert.ok(took < 10_000 && held < 100e6, `${took} ms, ${held} bytes`);
  });
});

describe('The transit budget', () => {
  it('Bodies together stay within the budget until they are answered, and one alone may exceed it', async () => {
    const bodies = new BodyBudget(1000);
    const piece = (length: number) => Buffer.alloc(length);
    const first = reading(bodies, 1e6);
    first.request.emit('data', piece(700));
    const second = reading(bodies, 1e6);
    second.request.emit('data', piece(300));
    second.request.emit('data', piece(1));
    await assert.rejects(second.read, { status: 503 });
    second.response.emit('close');
    const third = reading(bodies, 1e6);
    third.request.emit('data', piece(300));
    first.request.emit('end');
    third.request.emit('end');
    assert.deepEqual([(await first.read).length, (await third.read).length], [700, 300]);
    const fourth = reading(bodies, 1e6);
    fourth.request.emit('data', piece(1));
    await assert.rejects(fourth.read, { status: 503 });
    for (const { response } of [first, third, fourth]) response.emit('close');
    const alone = reading(bodies, 1e6);
    alone.request.emit('data', piece(5000));
    alone.request.emit('end');
    assert.equal((await alone.read).length, 5000);
  });
});
