import { setTimeout } from 'node:timers/promises';
import { between, share } from '../random.ts';
import { clientOf } from './client.ts';
import type { Group, Traffic, World } from './traffic.ts';

/** Clients, each with one request at a time, and their longest pause in milliseconds. */
const CLIENTS = 12;
const PAUSE = 30;

/** Failures that are printed. All are counted. */
const MAX_FAILURES = 20;

/** A load that goes on until it is stopped. */
export class Load {
  /** Milliseconds of the responses since the last sample. */
  #times = new Map<Group, number[]>();
  readonly failures: string[] = [];
  failed = 0;
  #isOver = false;
  readonly #clients: Promise<void>[];

  constructor(port: number, world: World, traffic: readonly Traffic[]) {
    const total = traffic.reduce((sum, { share }) => sum + share, 0);
    const shares = traffic.map(kind => [kind, kind.share / total] as const);
    this.#clients = Array.from({ length: CLIENTS }, () => this.#client(port, world, shares));
  }

  take(): ReadonlyMap<Group, readonly number[]> {
    const taken = this.#times;
    this.#times = new Map();
    return taken;
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#clients);
  }

  async #client(port: number, world: World, shares: (readonly [Traffic, number])[]): Promise<void> {
    const { ask, close } = clientOf(port);
    while (!this.#isOver) {
      world.sent++;
      const { group, run } = share(world.draw, shares);
      const began = performance.now();
      await run(ask, world).catch(error => this.#fail(error));
      this.#note(group, performance.now() - began);
      await setTimeout(between(world.draw, 0, PAUSE));
    }
    close();
  }

  #note(group: Group, milliseconds: number): void {
    const times = this.#times.get(group) ?? [];
    times.push(milliseconds);
    this.#times.set(group, times);
  }

  #fail(error: unknown): void {
    this.failed++;
    if (this.failures.length < MAX_FAILURES) this.failures.push(String(error));
  }
}
