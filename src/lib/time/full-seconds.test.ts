import assert from 'node:assert/strict';
import { it, mock } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { atFullSecond, repeatAtFullSeconds } from './full-seconds.ts';

it('All that waits for a full second is called in one turn of the event loop, after it', async () => {
  // Timers count from the begin of a turn, and loading the test has taken long.
  await sleep(1);
  let turn = 0;
  const counting = setInterval(() => turn++, 1);
  const called: { readonly name: string; readonly turn: number; readonly at: number }[] = [];
  // When it was due, and a busy machine calls it later.
  const call = (name: string) => (lateness: number) => {
    assert.ok(lateness > -5, 'not before the second');
    called.push({ name, turn, at: Date.now() - lateness });
  };
  const stopped = atFullSecond(1000, call('stopped'));
  const stop = repeatAtFullSeconds(1000, call('each'));
  await sleep(3);
  atFullSecond(1999, call('later'));
  atFullSecond(1000, call('once'));
  stopped();
  while (called.filter(({ name }) => name === 'each').length < 2) await sleep(10);
  stop();
  clearInterval(counting);
  assert.ok(!called.some(({ name }) => name === 'stopped'));
  const of = (name: string) => called.find(one => one.name === name)!;
  const second = ({ at }: { at: number }) => Math.floor(at / 1000);
  assert.ok(second(of('once')) >= second(of('each')));
  for (const one of called)
    for (const other of called) if (second(one) === second(other)) assert.equal(one.turn, other.turn);
  assert.ok(
    called.every(({ at }) => at % 1000 < 900),
    'not before the second',
  );
});

it('A clock that is set forward delays nothing: what waits for the same second by the clock is called later', async () => {
  mock.timers.enable({ apis: ['Date'], now: Date.UTC(2031, 4, 10, 12) });
  const waiting = setTimeout(() => {}, 60_000);
  let isCalled = false;
  const stop = atFullSecond(60_000, () => {
    isCalled = true;
  });
  try {
    mock.timers.setTime(Date.UTC(2031, 4, 10, 12, 0, 59));
    await new Promise(resolve => atFullSecond(1000, resolve));
    assert.equal(isCalled, false);
  } finally {
    mock.timers.reset();
    stop();
    clearTimeout(waiting);
  }
});

it('A clock that is set back delays nothing', async () => {
  mock.timers.enable({ apis: ['Date'], now: Date.UTC(2031, 4, 10, 12) });
  const waiting = setTimeout(() => {}, 60_000);
  try {
    const called = new Promise<number>(resolve => atFullSecond(1000, resolve));
    mock.timers.setTime(Date.UTC(2031, 4, 10, 11));
    await called;
  } finally {
    mock.timers.reset();
    clearTimeout(waiting);
  }
});
