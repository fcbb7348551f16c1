import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { type Random, random } from '../../bench/random.ts';
import { type Call, caller, type Reply } from '../client.ts';
import type { Account } from '../service.ts';
import { idsIn, type Key, type Kind, type World } from './model.ts';
import { createEvent, nextStep, type Planning, type Step, uploadedIn } from './steps.ts';

/** Where a writer writes, and as whom. */
export interface Site {
  site: string;
  as: Account;
}

/** Others of each kind than events that a writer keeps. */
const OTHERS = 5;

/** Writes one thing after the other, and knows what it has been told is written. */
export class Writer {
  /** What is there, if it is known; what is there if the last write was done, and if it was not, otherwise. */
  possible: readonly World[] = [{}];
  acknowledged = 0;
  unsure = 0;
  readonly number: number;
  readonly #random: Random;
  readonly #most: number;
  readonly #pictures: Pick<Planning, 'gallery' | 'file'>;
  readonly #ids = new Map<Key, number>();
  #upload: Planning['upload'];
  #last = 0;

  /** @param events so many it keeps at most */
  constructor(number: number, seed: number, events: number, pictures: Pick<Planning, 'gallery' | 'file'>) {
    this.number = number;
    this.#random = random(seed, number);
    this.#most = events;
    this.#pictures = pictures;
  }

  /** Writes until one write is not acknowledged, or the end has come: who was busy elsewhere may have missed it. */
  async write(at: Site, end: AbortSignal): Promise<void> {
    while (this.possible.length === 1 && !end.aborted) await this.#carryOut(nextStep(this.#planning()), at);
  }

  /** Makes all the events that it keeps; nothing may fail. */
  async fill(at: Site): Promise<void> {
    for (let made = 0; made < this.#most; made++) await this.#carryOut(createEvent(this.#planning()), at);
    assert.equal(this.possible.length, 1, 'all is acknowledged');
  }

  /** Takes what was read again: it has to be what is known, and the last write whole or not at all. */
  settle(observed: World, ids: ReadonlyMap<Key, number>): void {
    const found = this.possible.find(world => isDeepStrictEqual(world, observed));
    if (!found) assert.deepEqual(observed, this.possible[0], `what writer ${this.number} knows`);
    this.possible = [observed];
    for (const key of Object.keys(observed)) this.#ids.set(key, ids.get(key)!);
  }

  get world(): World {
    return this.possible[0]!;
  }

  #planning(): Planning {
    const idOf = (key: Key) => this.#ids.get(key)!;
    const fresh = (kind: Kind) => `w${this.number}${kind}${String(++this.#last).padStart(5, '0')}`;
    const most = (kind: Kind) => (kind === 'e' ? this.#most : OTHERS);
    const { world } = this;
    return { ...this.#pictures, world, random: this.#random, fresh, idOf, most, upload: this.#upload };
  }

  async #carryOut(step: Step, { site, as }: Site): Promise<void> {
    const call = caller(step.line.startsWith('POST /images') ? site : `${site}/cal/events/v1`);
    const reply = await answered(call, step, as);
    if (reply?.status === step.status) {
      this.acknowledged++;
      this.possible = [step.after];
      for (const [key, id] of idsIn(reply.body)) this.#ids.set(key, id);
      this.#upload = uploadedIn(step, reply.body) ?? this.#upload;
    } else {
      assert.ok(reply === undefined || reply.status === 503, `${step.line}: ${reply?.status} ${reply?.text}`);
      this.unsure++;
      this.possible = [this.world, step.after];
    }
  }
}

/** Undefined where there was no answer, or no whole one. */
const answered = (call: Call, { line, sending }: Step, as: Account): Promise<Reply | undefined> =>
  call(line, { ...sending, as }).catch(() => undefined);
