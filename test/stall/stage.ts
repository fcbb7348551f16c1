import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { SMALL_CALENDAR } from '../../src/read-model/index/build.ts';
import { ENVIRONMENT, makeStore, type Store } from '../child.ts';
import { eventually } from '../client.ts';
import { scrapeOf } from '../exposition.ts';
import type { TestStore } from '../store.ts';
import { addressesOf } from './addresses.ts';
import { Pinger } from './pinger.ts';
import { type Calendar, plantCalendar, type Sizes } from './planting.ts';
import type { Order } from './turns.ts';

const SERVE = fileURLToPath(new URL('./serve.ts', import.meta.url));

const SETTINGS = {
  ...{ PORT: '0', METRICS_PORT: '0', TIME_ZONE: 'Europe/Madrid' },
  // Wrong credentials are checked each time, and not refused by the limit.
  SIGN_IN_FAILURES: '0',
};

/** A service in a process of its own, with a pinger. */
export interface Running {
  readonly port: number;
  readonly pinger: Pinger;
  /** Milliseconds of processor time of the longest turn of its event loop between two orders. */
  turns(order: Order): Promise<number>;
  kill(): Promise<void>;
}

/** A planted store and its service, which is restarted when it does not answer any more. */
export class Stage implements AsyncDisposable {
  readonly calendar: Calendar;
  readonly store: Store;
  service: Running;

  private constructor(calendar: Calendar, store: Store, service: Running) {
    this.calendar = calendar;
    this.store = store;
    this.service = service;
  }

  static async open(sizes: Sizes, open?: (folder: string) => Promise<TestStore>): Promise<Stage> {
    const store = await makeStore(undefined, open);
    const db = await store.open();
    const calendar = await plantCalendar(db, sizes, store.accounts.author.id);
    await db.destroy();
    return new Stage(calendar, store, await start(store, sizes));
  }

  async restart(): Promise<void> {
    await this.service.kill();
    this.service = await start(this.store, this.calendar.sizes);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.service.kill();
    await this.store[Symbol.asyncDispose]();
  }
}

/** Resolves once the service's index is ready. */
async function start({ folder, url }: Store, sizes: Sizes): Promise<Running> {
  const child = fork(SERVE, {
    env: { ...ENVIRONMENT, DATA_DIR: folder, DATABASE_URL: url, ...SETTINGS },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const { site, metrics } = await addressesOf(child);
  const indexes = sizes.events > SMALL_CALENDAR ? ['events', 'words'] : ['events'];
  await eventually(
    () => scrapeOf(metrics),
    at => indexes.every(index => at.of(`almanac_index_ready{index="${index}"}`) === 1),
  );
  const port = Number(new URL(site).port);
  const pinger = await Pinger.open(port);
  return { port, pinger, turns: order => sendOrder(child, order), kill: () => kill(child, pinger) };
}

async function sendOrder(child: ChildProcess, order: Order): Promise<number> {
  const said = once(child, 'message');
  child.send(order);
  return (await said)[0] as number;
}

async function kill(child: ChildProcess, pinger: Pinger): Promise<void> {
  pinger.close();
  const ended = once(child, 'exit');
  if (child.kill('SIGKILL')) await ended;
}
