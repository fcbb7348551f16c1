import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { type Random, random } from '../../bench/random.ts';
import type { Account } from '../account.ts';
import { type Call, caller, type Reply } from '../client.ts';
import { idsIn, type Key, type Kind, kindOf, type World } from './model.ts';
import { nextStep } from './next-step.ts';
import type { ShownWorld } from './observe.ts';
import { nameOf, occurrencesOf, SERIES_YEAR, weekOf } from './series.ts';
import { createEvent, type Planning, type Step, uploadedIn } from './steps.ts';

/** Where a writer writes, and with which account. */
export interface Site {
  site: string;
  as: Account;
}

/** One write, as the writer saw it. */
export interface Write {
  /** The X-Request-Id of the acknowledgement; undefined without one. */
  request: string | undefined;
  before: World;
  /** The writer's records after the write. */
  after: World;
  /** The id of the uploaded image. */
  picture: number | undefined;
}

/** The most records of each kind other than events. */
const OTHERS = 5;

/** Makes one write after the other, and knows which were acknowledged. */
export class Writer {
  /** The possible states of the writer's records: a single one, or two after an unacknowledged write. */
  possible: readonly World[] = [{}];
  acknowledged = 0;
  unsure = 0;
  readonly number: number;
  readonly #random: Random;
  readonly #most: number;
  readonly #pictures: Pick<Planning, 'gallery' | 'file'>;
  readonly #note: (write: Write) => void;
  readonly #ids = new Map<Key, number>();
  readonly #names = new Map<string, Key>();
  #upload: Planning['upload'];
  #last = 0;

  /**
   * @param events the most events it keeps
   * @param note called with each write after its response or its failure
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

  /** Writes until a write is not acknowledged, or the signal is aborted, which a busy writer may notice late. */
  async write(at: Site, end: AbortSignal): Promise<void> {
    while (this.possible.length === 1 && !end.aborted) await this.#carryOut(nextStep(this.#planning()), at);
  }

  /** Creates all the events that it keeps; nothing may fail. */
  async fill(at: Site): Promise<void> {
    for (let made = 0; made < this.#most; made++) await this.#carryOut(createEvent(this.#planning()), at);
    assert.equal(this.possible.length, 1, 'all is acknowledged');
  }

  /** Compares with what was read after a start: the known records, with the last write completely or not at all. */
  settle(observed: ShownWorld, ids: ReadonlyMap<Key, number>): void {
    this.possible = [assertPossible(this.number, this.possible, observed)];
    for (const key of Object.keys(observed)) this.#learn(key, ids.get(key)!);
    for (const [key, { series }] of Object.entries(this.world))
      if (series)
        for (let week = series.from; week < series.until; week++)
          this.#learn(nameOf(series.family, week), ids.get(nameOf(key, week))!);
  }

  /** A record, and an occurrence whatever becomes of its series, has one id for ever, and no other has it. */
  #learn(name: Key, id: number): void {
    const known = this.#ids.get(name);
    assert.ok(known === undefined || known === id, `${name} had the id ${known}, and has ${id}`);
    const sequence = 'ct'.includes(kindOf(name)) ? 'term' : 'record';
    const other = this.#names.get(`${sequence} ${id}`);
    assert.ok(other === undefined || other === name, `${other} had the id ${id}, and ${name} has it now`);
    this.#ids.set(name, id);
    this.#names.set(`${sequence} ${id}`, name);
  }

  get world(): World {
    return this.possible[0]!;
  }

  #planning(): Planning {
    const idOf = (key: Key) => this.#ids.get(key);
    const fresh = (kind: Kind) => `w${this.number}${kind}${String(++this.#last).padStart(5, '0')}`;
    const most = (kind: Kind) => (kind === 'e' ? this.#most : OTHERS);
    const { world } = this;
    return { ...this.#pictures, world, random: this.#random, fresh, idOf, most, upload: this.#upload };
  }

  /** Asks for the ids of a series' occurrences; without an answer, later steps do not name them. */
  async #learnOccurrences(key: Key, call: Call, as: Account): Promise<void> {
    const query = `${SERIES_YEAR}&series=${this.#ids.get(key)}&per_page=50&_fields=events.id,events.recurrence_id`;
    const reply = await call(`GET /events?${query}`, { as }).catch(() => undefined);
    const { family } = this.world[key]!.series!;
    for (const row of reply?.status === 200 ? reply.body.events : [])
      this.#learn(nameOf(family, weekOf(Reflect.get(row, 'recurrence_id') as string)), row.id);
  }

  async #carryOut(step: Step, { site, as }: Site): Promise<void> {
    const call = caller(step.line.startsWith('POST /images') ? site : `${site}/cal/events/v1`);
    const reply = await answered(call, step, as);
    const before = this.world;
    if (reply?.status === step.status) {
      this.acknowledged++;
      this.possible = [step.after];
      for (const [key, id] of idsIn(reply.body)) this.#learn(key, id);
      if (step.learns) await this.#learnOccurrences(step.learns, call, as);
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

/**
 * Fails unless the records of a writer are in a possible state; the message shows the differences from the first one.
 * Returns that state.
 */
export function assertPossible(writer: number, possible: readonly World[], observed: ShownWorld): World {
  const found = possible.find(world => isDeepStrictEqual(shownOf(world), observed));
  if (found) return found;
  assert.deepEqual(observed, shownOf(possible[0]!), `what writer ${writer} knows`);
  throw new Error('what differs is equal');
}

/** A series is shown by its occurrences. */
const shownOf = (world: World): ShownWorld =>
  Object.fromEntries(
    Object.entries(world).map(([key, known]) => {
      const { series, ...others } = known;
      const occurrences = occurrencesOf(key, known);
      return [key, occurrences ? { ...others, trashed: false, occurrences } : others];
    }),
  );

/** Undefined without a complete response. */
const answered = (call: Call, { line, sending }: Step, as: Account): Promise<Reply | undefined> =>
  call(line, { ...sending, as }).catch(() => undefined);
