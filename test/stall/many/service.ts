import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { SMALL_CALENDAR } from '../../../src/read-model/index/build.ts';
import { ENVIRONMENT, type Store } from '../../child.ts';
import { eventually, seconds } from '../../client.ts';
import { scrapeOf } from '../../exposition.ts';
import { addressesOf } from '../addresses.ts';
import { PROXY } from './flood.ts';
import type { Group } from './group.ts';
import { delayOf, processesOf } from './processes.ts';

const ALMANAC = fileURLToPath(new URL('../../../bin/almanac.mjs', import.meta.url));

export interface ServiceOptions {
  readonly workers: number;
  /** The events of its store. */
  readonly events: number;
  readonly group: Group | undefined;
}

/** The processes of a service at a moment. */
export interface Look {
  /** Megabytes of all of them, and the most that one of them ever had. */
  readonly memory: number;
  readonly most: number;
  /** Seconds of processor time so far. */
  readonly worked: number;
  /** How many of those that serve have ended. */
  readonly ended: number;
}

/** `almanac serve` as operators start it, with all its processes. */
export class Service {
  readonly port: number;
  readonly #child: ChildProcess;
  /** The processes without which it does not serve: the one that was started, and its workers. */
  readonly #serving: readonly number[];

  private constructor(child: ChildProcess, port: number, serving: readonly number[]) {
    this.#child = child;
    this.port = port;
    this.#serving = serving;
  }

  /** Resolves once it has its indexes, and is idle. */
  static async start({ folder, url }: Store, { workers, events, group }: ServiceOptions): Promise<Service> {
    const words = [process.execPath, ALMANAC, 'serve'];
    const [command = '', ...rest] = group ? group.command(words) : words;
    const settings = {
      ...{ DATA_DIR: folder, DATABASE_URL: url, WORKERS: String(workers), TIME_ZONE: 'Europe/Madrid' },
      // As in the containers whose limits are judged.
      MAX_IMAGE_MEMORY: '200000000',
      ...{ PORT: '0', METRICS_PORT: '0', TRUSTED_PROXIES: PROXY },
    };
    // A session of its own, by which its processes are found.
    const child = spawn(command, rest, {
      env: { ...ENVIRONMENT, ...settings },
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
    running.add(child);
    const { site, metrics } = await addressesOf(child);
    const indexes = events > SMALL_CALENDAR ? ['events', 'words'] : ['events'];
    await eventually(
      () => scrapeOf(metrics),
      at =>
        at.of('almanac_workers') === workers &&
        indexes.every(index => at.of(`almanac_index_ready{index="${index}"}`) === 1),
    );
    const own = processesOf(child.pid!).filter(
      ({ pid, parent }) => pid === child.pid || (workers > 1 && parent === child.pid),
    );
    const service = new Service(
      child,
      Number(new URL(site).port),
      own.map(({ pid }) => pid),
    );
    await service.#untilIdle();
    return service;
  }

  /** How it is now. */
  look(): Look {
    const all = processesOf(this.#child.pid!);
    const running = new Set(all.map(({ pid }) => pid));
    return {
      memory: all.reduce((sum, { resident }) => sum + resident, 0),
      most: Math.max(0, ...all.map(({ most }) => most)),
      worked: all.reduce((sum, { worked }) => sum + worked, 0),
      ended: this.#serving.filter(pid => !running.has(pid)).length,
    };
  }

  /** Milliseconds for which other processes kept each of the processes that serve from running. */
  delays(): number[] {
    return this.#serving.map(delayOf);
  }

  async kill(): Promise<void> {
    const ended = once(this.#child, 'exit');
    const isRunning = this.#child.exitCode === null && this.#child.signalCode === null;
    running.delete(this.#child);
    killAll(this.#child);
    if (isRunning) await ended;
  }

  async #untilIdle(): Promise<void> {
    for (let tries = 0; tries < 60; tries++) {
      const before = this.look().worked;
      await seconds(1);
      if (this.look().worked - before < 0.1) return;
    }
  }
}

/** The first processes of services that run. They end with this process, for whatever reason it ends. */
const running = new Set<ChildProcess>();

process.on('exit', () => running.forEach(killAll));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

function killAll({ pid: session }: ChildProcess): void {
  for (const { pid } of processesOf(session!))
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has just ended.
    }
}
