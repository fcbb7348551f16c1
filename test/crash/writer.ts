import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { type Random, random } from '../../bench/random.ts';
import type { Account } from '../account.ts';
import { type Call, caller, type Reply } from '../client.ts';
import { idsIn, type Key, type Kind, type World } from './model.ts';
import { createEvent, nextStep, type Planning, type Step, uploadedIn } from './steps.ts';

/** Where a writer writes, and as whom. */
export interface Site {
  site: string;
  as: Account;
}

/** One write, as the writer saw it. */
export interface Write {
  /** The X-Request-Id of the answer that acknowledged it; undefined where there was none. */
  request: string | undefined;
  before: World;
  /** What the writer's records are once it is done. */
  after: World;
  /** The id of the picture that it uploaded. */
  picture: number | undefined;
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
  readonly #note: (write: Write) => void;
  readonly #ids = new Map<Key, number>();
  #upload: Planning['upload'];
  #last = 0;

  /**
   * @param events so many it keeps at most
   * @param note takes each write when its answer has come, or failed to come
   */
  constructor(
    number: number,
    seed: number,
    events: number,
    pictures: Pick<Planning, 'gallery' | 'file'>,
    note: (write: Write) => void = () => {},
  ) {
    this.number = number;
    this.#random = random(seed, number);
    this.#most = events;
    this.#pictures = pictures;
    this.#note = note;
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
    assertPossible(this.number, this.possible, observed);
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
    const before = this.world;
    if (reply?.status === step.status) {
      this.acknowledged++;
      this.possible = [step.after];
      for (const [key, id] of idsIn(reply.body)) this.#ids.set(key, id);
      const upload = uploadedIn(step, reply.body);
      this.#upload = upload ?? this.#upload;
      const request = reply.headers.get('x-request-id') ?? undefined;
      this.#note({ request, before, after: step.after, picture: upload?.id });
    } else {
      assert.ok(reply === undefined || reply.status === 503, `${step.line}: ${reply?.status} ${reply?.text}`);
      this.unsure++;
      this.possible = [before, step.after];
      this.#note({ request: undefined, before, after: step.after, picture: undefined });
    }
  }
}

/** Fails where the records of a writer are none of what they may be; what is told is how they differ from the first. */
export function assertPossible(writer: number, possible: readonly World[], observed: World): void {
  if (possible.some(world => isDeepStrictEqual(world, observed))) return;
  assert.deepEqual(observed, possible[0], `what writer ${writer} knows`);
}

/** Undefined where there was no answer, or no whole one. */
const answered = (call: Call, { line, sending }: Step, as: Account): Promise<Reply | undefined> =>
  call(line, { ...sending, as }).catch(() => undefined);
