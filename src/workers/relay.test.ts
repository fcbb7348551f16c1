import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Relay, type WorkerHandle } from './relay.ts';

/** A relay with workers 1 to 3, and what each has been sent. */
function threeWorkers() {
  const relay = new Relay();
  const sent: string[] = [];
  const members = [1, 2, 3].map((pid): WorkerHandle => {
    const send: WorkerHandle['send'] = message =>
      sent.push(`${pid} ${message.kind} ${'lock' in message ? message.lock : ''}`.trim());
    return { pid, serves: true, send };
  });
  for (const member of members) relay.add(member);
  const [one, two, three] = members as [WorkerHandle, WorkerHandle, WorkerHandle];
  const take = (member: WorkerHandle) => relay.receive(member, { kind: 'acquire', lock: 'x' });
  const release = (member: WorkerHandle) => relay.receive(member, { kind: 'release', lock: 'x' });
  /** What has been sent since the last call. */
  const news = () => sent.splice(0);
  return { relay, one, two, three, take, release, news };
}

describe('Locks', () => {
  it('Workers get a lock in the order in which they ask, and learn when another one wants it', () => {
    const { one, two, three, take, release, news } = threeWorkers();
    for (const member of [one, two, three]) take(member);
    assert.deepEqual(news(), ['1 granted x', '1 wanted x']);
    release(one);
    take(one);
    assert.deepEqual(news(), ['2 granted x', '2 wanted x']);
    release(two);
    assert.deepEqual(news(), ['3 granted x', '3 wanted x']);
    release(three);
    assert.deepEqual(news(), ['1 granted x']);
  });

  it('The lock of a worker that has ended goes to the next that still runs', () => {
    const { relay, one, two, three, take, news } = threeWorkers();
    for (const member of [one, two, three]) take(member);
    news();
    relay.remove(two);
    relay.remove(one);
    assert.deepEqual(
      news().filter(line => line.endsWith('x')),
      ['3 granted x'],
    );
  });
});
