import { setTimeout } from 'node:timers/promises';
import { between, type Random } from '../../bench/random.ts';
import type { Child } from '../child.ts';
import { eventually } from '../client.ts';
import { check } from './check.ts';
import { makeEditor, type Service, start, startInVain, untilIndexed, untilItAnswers } from './service.ts';
import type { Writer } from './writer.ts';

/** What is killed; `start`: the service, and once more while it starts again. */
export type Victim = 'service' | 'database' | 'both' | 'start';

/** A service that is killed and started again. */
export interface Trial extends AsyncDisposable {
  /** Has these writers make all the events that they keep. */
  fill(writers: readonly Writer[]): Promise<void>;
  /** Has writers write until something is killed, after so many writes, and starts it again. */
  crash(victim: Victim, writers: readonly Writer[], writes: number): Promise<void>;
  check(writers: readonly Writer[]): Promise<void>;
}

/** Milliseconds in which a service may have started, or not. */
const STARTING = [50, 700] as const;

/** Milliseconds by which the end comes at most after a write. */
const DELAY = 10;

export async function beginTrial(service: Service, random: Random): Promise<Trial> {
  const { engine } = service;
  // Nothing has ever been made here.
  await startInVain(service, between(random, ...STARTING));
  let child = await start(service);
  const as = await makeEditor(engine, child);
  const at = () => ({ site: child.site, as });
  return {
    async fill(writers) {
      await Promise.all(writers.map(writer => writer.fill(at())));
      // A process that starts with so many has them indexed by another one.
      await child[Symbol.asyncDispose]();
      child = await start(service);
      await untilIndexed(engine);
    },
    async crash(victim, writers, writes) {
      const enough = acknowledged(writers) + writes;
      const end = new AbortController();
      let isOver = false;
      const writing = Promise.all(writers.map(writer => writer.write(at(), end.signal))).finally(() => {
        isOver = true;
      });
      await eventually(async () => isOver || acknowledged(writers) >= enough, Boolean);
      await setTimeout(random() * DELAY);
      await kill(service, child, victim);
      end.abort();
      await writing;
      if (victim === 'database') return untilItAnswers(child);
      if (victim === 'start') await startInVain(service, between(random, ...STARTING));
      child = await start(service);
    },
    check: writers => check(engine, child, { writers, as, random }),
    [Symbol.asyncDispose]: () => child[Symbol.asyncDispose](),
  };
}

const acknowledged = (writers: readonly Writer[]): number =>
  writers.reduce((sum, { acknowledged }) => sum + acknowledged, 0);

/** Kills it; what a service needs to start is there again then. */
async function kill({ engine }: Service, child: Child, victim: Victim): Promise<void> {
  if (victim !== 'database') child.process.kill('SIGKILL');
  if (victim === 'database' || victim === 'both') {
    await engine.kill();
    await engine.start();
  }
  if (victim === 'database') return;
  await child.ended;
  await engine.quiet();
}
