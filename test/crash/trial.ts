import { setTimeout } from 'node:timers/promises';
import { between, pick, type Random } from '../../bench/random.ts';
import type { Account } from '../account.ts';
import type { Child } from '../child.ts';
import { eventually } from '../client.ts';
import { check } from './check.ts';
import { childrenOf, killAll } from './process-tree.ts';
import {
  killService,
  makeEditor,
  type Service,
  start,
  startInVain,
  untilIndexed,
  untilItAnswers,
} from './service.ts';
import type { Site, Writer } from './writer.ts';

/**
 * The process that is killed. `start`: the service, and again during its next start; `stop`: the service is stopped
 * instead of killed; `worker`: one of the processes that serve, whose place another one takes.
 */
export type Victim = 'service' | 'database' | 'both' | 'start' | 'stop' | 'worker';

/** A service that is killed and started again. */
export interface Trial extends AsyncDisposable {
  /** Accounts with known passwords: the editor, and the administrator if the start printed a password. */
  accounts: readonly SignIn[];
  /** Lets these writers create all the events that they keep. */
  fill(writers: readonly Writer[]): Promise<void>;
  /** Lets writers make this many writes, or a few more. */
  write(writers: readonly Writer[], writes: number): Promise<void>;
  /** Lets writers write, kills the victim after this many writes, and starts it again. */
  crash(victim: Victim, writers: readonly Writer[], writes: number): Promise<void>;
  check(writers: readonly Writer[]): Promise<void>;
}

export type SignIn = Pick<Account, 'user' | 'app_password'>;

/** Shortest and longest time until a starting service is killed, in milliseconds. */
const STARTING = [50, 700] as const;

/** Longest delay between a write and the kill, in milliseconds. */
const DELAY = 10;

/** Kills a service during its first start. */
export const killFirstStart = (service: Service, random: Random): Promise<void> =>
  startInVain(service, between(random, ...STARTING));

export async function beginTrial(service: Service, random: Random): Promise<Trial> {
  const { engine } = service;
  let child = await start(service);
  const as = await makeEditor(engine, child);
  const at = () => ({ site: child.site, as });
  return {
    accounts: [...printedIn(child.output()), as],
    async fill(writers) {
      await Promise.all(writers.map(writer => writer.fill(at())));
      // At the next start another process builds the index of so many events.
      await child[Symbol.asyncDispose]();
      child = await start(service);
      await untilIndexed(engine);
    },
    async write(writers, writes) {
      const end = new AbortController();
      const { writing } = await beginWriting(writers, writes, at(), end.signal);
      end.abort();
      await writing;
    },
    async crash(victim, writers, writes) {
      const end = new AbortController();
      const { writing } = await beginWriting(writers, writes, at(), end.signal);
      await setTimeout(random() * DELAY);
      await kill(service, child, victim, random);
      end.abort();
      await writing;
      if (victim === 'database' || victim === 'worker') return untilItAnswers(child);
      if (victim === 'start') await startInVain(service, between(random, ...STARTING));
      child = await start(service);
    },
    check: writers => check(engine, child, { writers, as, random }),
    [Symbol.asyncDispose]: () => child[Symbol.asyncDispose](),
  };
}

/** Resolves once this many more writes are acknowledged, or the writers have ended. */
async function beginWriting(writers: readonly Writer[], writes: number, at: Site, end: AbortSignal) {
  const enough = acknowledged(writers) + writes;
  let isOver = false;
  const writing = Promise.all(writers.map(writer => writer.write(at, end))).finally(() => {
    isOver = true;
  });
  await eventually(async () => isOver || acknowledged(writers) >= enough, Boolean);
  return { writing };
}

/** The account whose password a start has printed. */
export function printedIn(output: readonly string[]): SignIn[] {
  const printed = (name: string) =>
    output.map(line => line.trim().split(/ {2,}/)).find(([first]) => first === name)?.[1];
  const [user, app_password] = [printed('login'), printed('application password')];
  return user === undefined || app_password === undefined ? [] : [{ user, app_password }];
}

const acknowledged = (writers: readonly Writer[]): number =>
  writers.reduce((sum, { acknowledged }) => sum + acknowledged, 0);

/** Kills the victim, and restores what a service needs to start. */
async function kill({ engine }: Service, child: Child, victim: Victim, random: Random): Promise<void> {
  if (victim === 'worker') return killAll([pick(random, childrenOf(child.process.pid!))]);
  if (victim === 'stop') child.process.kill('SIGTERM');
  else if (victim !== 'database') killService(child.process);
  if (victim === 'database' || victim === 'both') {
    await engine.kill();
    await engine.start();
  }
  if (victim === 'database') return;
  await child.ended;
  await engine.quiet();
}
