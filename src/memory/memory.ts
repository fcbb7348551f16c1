import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Config } from '../config.ts';
import {
  type Change,
  type ChangedType,
  type Changes,
  followChanges,
  KEPT_FOR,
  lastChangeAt,
  pruneChanges,
} from '../db/changes.ts';
import { dialectOf } from '../db/dialect.ts';
import { fileOf, openReads, type Query, type Reads } from '../db/prepared.ts';
import type { Db, ImageRow, OrganizerRow, TermRow, VenueRow } from '../db/tables.ts';
import { type Place, places } from '../events/places.ts';
import type { WithImage } from '../records/named.ts';
import type { Words } from '../words/words.ts';
import { type Built, loadBuilt, mergeSegment, readSegment, type StoreAddress } from './build.ts';
import type { Entry } from './entry.ts';
import { EventIndex } from './event-index.ts';
import { Hidden } from './hidden.ts';
import { Memo } from './memo.ts';
import { Parts } from './parts.ts';
import { readEntries } from './read.ts';
import { Records } from './records.ts';
import { wordsFile } from './segment-file.ts';

/** Changes of which an event that has not changed tells nothing, but in what it is linked to. */
const NOT_IN_OWN: ReadonlySet<ChangedType> = new Set(['event', 'term', 'user']);

/** Events that are read again one by one; where more have changed at once, all are. */
const MANY = 5000;
/** The same for those that change while all are read: it must end where many write. */
const MANY_MISSED = 100_000;
/** Events that are read at once: more would keep others waiting. */
const SOME = 100;

type Settings = Pick<Config, 'DATABASE_URL' | 'DATA_DIR' | 'CACHE_BYTES'>;

/** Milliseconds between two looks while nobody asks, and before something that failed is tried again. */
const IDLE = 30_000;
const RETRY = 1000;
const LONGEST = 300_000;

/**
 * What this process remembers of the store. `current` is called before anything is taken from it: it learns what was
 * committed, by whomever, and forgets what no longer holds. All of it may be lost at any time: the store has it.
 */
export class Memory {
  /** Grows with each change of anything that answers show. */
  version = 0;
  /** Grows with each change of what events are linked to. */
  links = 0;
  /**
   * Epoch seconds of the last change of anything that everybody may read: when it was learned, for a commit may come
   * long after what it commits. It never goes back: what was told before the clock did is older than a change after it.
   */
  changedAt: number;
  /** Epoch seconds at which this process began: its settings may be others than before. */
  readonly openedAt = Math.floor(Date.now() / 1000);
  /** The events; undefined while they are being read, when the store itself has to be asked. */
  index: EventIndex | undefined;
  /** The store itself: what follows it may be behind what is remembered. */
  readonly db: Db;
  readonly reads: Reads;
  readonly venues: Records<WithImage<VenueRow>, VenueRow>;
  readonly organizers: Records<WithImage<OrganizerRow>, OrganizerRow>;
  readonly images: Records<ImageRow>;
  readonly terms: Records<TermRow>;
  /** Parts of answers for everybody, as they are under this version. */
  readonly parts: Parts;
  /** Bytes. */
  readonly #most: number;
  readonly #hidden: Hidden;
  readonly #places = new Memo<Place[]>();
  /** What depends on terms: which one a word means, which are below another one. */
  readonly termIds = new Memo<readonly number[]>();
  readonly #changes: Changes;
  readonly #store: StoreAddress;
  /** Where the index of a large calendar is kept. */
  readonly #file: string;
  /** The segment whose words lie beside that file for this process. */
  #used: string | undefined;
  /** Events that have changed since the reading of all of them began; undefined where they are not being read. */
  #missed: Set<number> | undefined;
  #isMerging = false;
  /** When the log of changes was last asked, in milliseconds: of the clock, which goes on while the machine sleeps. */
  #asked = Date.now();
  /** The latest time at which it was: a clock may be set back. */
  #latest = this.#asked;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  readonly #idle: NodeJS.Timeout;
  readonly #closing = new AbortController();
  /** Is told why the index of events could not be built. */
  #fail: (error: unknown) => void = () => {};

  private constructor(
    db: Db,
    reads: Reads,
    changes: Changes,
    changedAt: number,
    store: StoreAddress,
    { DATA_DIR, CACHE_BYTES }: Settings,
  ) {
    this.#most = CACHE_BYTES;
    this.parts = new Parts(() => (this.room * 3) / 4);
    this.db = db;
    this.#file = join(DATA_DIR, 'memory', 'events.index');
    this.#changes = changes;
    this.#store = store;
    this.changedAt = changedAt;
    this.reads = reads;
    this.#hidden = new Hidden(reads);
    this.images = new Records(reads, rowsOf<ImageRow>('images'), rows => rows);
    const withImages = <Row extends { image_id: number | null }>(rows: Row[]) =>
      showingImages(this.images, rows);
    this.venues = new Records(reads, rowsOf<VenueRow>('venues'), withImages);
    this.organizers = new Records(reads, rowsOf<OrganizerRow>('organizers'), withImages);
    this.terms = new Records(reads, rowsOf<TermRow>('terms'), rows => rows);
    this.#idle = setInterval(() => this.#look(), IDLE).unref();
  }

  /**
   * Begins to follow a store; the events are read meanwhile.
   * @param fail is told why they, or their words, could not be; it is tried again
   */
  static async open(db: Db, settings: Settings, fail: (error: unknown) => void = () => {}): Promise<Memory> {
    const file = await fileOf(db);
    const reads = await openReads(db);
    const changes = await followChanges(reads);
    const store = file === undefined ? { url: settings.DATABASE_URL } : { file };
    const memory = new Memory(db, reads, changes, await lastChangeAt(reads), store, settings);
    memory.#fail = fail;
    await memory.#hidden.read();
    if (!(await memory.#takeUp())) void memory.#readEvents();
    return memory;
  }

  /**
   * Brings everything up to what is committed at the time of this call; undefined where nothing is to be waited for.
   * Calls that come while the store is being asked share the next answer.
   * @throws what the store throws where it is away
   */
  current(): Promise<void> | undefined {
    if (this.#running) {
      this.#next ??= this.#running
        .catch(() => {})
        .then(() => {
          this.#next = undefined;
          return this.current();
        });
      return this.#next;
    }
    const news = this.#changes.news();
    if (news instanceof Promise) return this.#alone(news.then(changes => this.#learn(changes)));
    return news.length === 0 && !this.#isLate() ? this.#inTime() : this.#alone(this.#learn(news));
  }

  /**
   * Rows of the store as it was at a version, so that they belong to what was remembered then; undefined where
   * something has been committed since.
   */
  rows<Row>(
    version: number,
    query: Query<Row>,
    parameters: readonly unknown[],
  ): Row[] | undefined | Promise<Row[] | undefined> {
    return version === this.version ? this.#changes.rows(query, parameters) : undefined;
  }

  /** Bytes that answers and their parts may take: what the index of the events leaves, and a fifth at least. */
  get room(): number {
    return Math.max(this.#most - (this.index?.bytes ?? 0), this.#most / 5);
  }

  /** Venues with coordinates. */
  places(): Promise<Place[]> {
    return this.#places.get('', async () => this.reads.rows(places, []));
  }

  close(): void {
    if (this.#closing.signal.aborted) return;
    this.#closing.abort();
    clearInterval(this.#idle);
    this.index?.close();
    this.reads.close();
  }

  /** Whether changes may have been forgotten before they were asked for. */
  #isLate(): boolean {
    return Math.abs(Date.now() - this.#asked) > (KEPT_FOR / 2) * 1000;
  }

  #inTime(): undefined {
    this.#asked = Date.now();
    this.#latest = Math.max(this.#latest, this.#asked);
    this.#changes.learned();
  }

  #alone(work: Promise<void>): Promise<void> {
    this.#running = work.finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #learn(changes: readonly Change[]): Promise<void> {
    const late = this.#isLate();
    if (changes.length === 0 && !late) return this.#inTime();
    const events = new Set<number>();
    let others = late || changes.some(({ type }) => !NOT_IN_OWN.has(type));
    let isShown = true;
    try {
      for (const { type, record_id } of changes) {
        if (type === 'event') events.add(record_id);
        else if (type === 'everything') this.#forgetEverything();
        else if (type !== 'user') this[`${type}s`].forget(record_id);
        if (type === 'venue') this.#places.forget();
        if (type === 'term') this.termIds.forget();
        if (type === 'image') for (const records of [this.venues, this.organizers]) records.forget();
      }
      if (late) this.#forgetEverything();
      isShown = [late, await this.#hidden.tells(changes), await this.#putEvents(events)].includes(true);
    } catch (error) {
      others = true;
      this.#forgetEverything();
      throw error;
    } finally {
      this.#inTime();
      if (isShown) this.changedAt = Math.max(this.changedAt, Math.floor(this.#latest / 1000));
      if (changes.some(({ type }) => type === 'term')) this.links++;
      this.#turn(others ? undefined : events);
    }
  }

  /** Returns whether everybody may see of it. */
  async #putEvents(ids: ReadonlySet<number>): Promise<boolean> {
    for (const id of ids) this.#missed?.add(id);
    if (ids.size === 0) return false;
    if (this.index && ids.size > MANY) this.#forgetEverything();
    if (!this.index) return true;
    const isShown = await this.#readInto(this.index, ids);
    if (this.index?.isWorn && !this.#isMerging) void this.#merge(this.index);
    return isShown;
  }

  /**
   * Takes events as they are now, some at a time: requests that have been told what they need go on in between.
   * @returns whether everybody was shown any of these events before they changed, or is now
   */
  async #readInto(index: EventIndex, ids: ReadonlySet<number>): Promise<boolean> {
    const all = [...ids];
    let isShown = false;
    for (let at = 0; at < all.length; at += SOME) {
      const some = all.slice(at, at + SOME);
      const entries = await readEntries(this.reads, some);
      isShown ||= some.some(id => isPublic(index.get(id)) || isPublic(entries.get(id)));
      for (const id of some) index.put(id, entries.get(id));
      // In the same step: nobody finds what is new among what was kept of before.
      this.#turn(some);
      if (all.length > SOME) await setImmediate();
    }
    return isShown;
  }

  /** Begins another version, in which these events are others; undefined where any may be. */
  #turn(events: Iterable<number> | undefined): void {
    this.version++;
    if (events) for (const id of events) this.parts.forget(id);
    else this.parts.clear();
  }

  #forgetEverything(): void {
    for (const records of [this.venues, this.organizers, this.images, this.terms]) records.forget();
    this.#hidden.forget();
    this.#places.forget();
    this.termIds.forget();
    this.index?.close();
    this.index = undefined;
    if (this.#missed) this.#missed = new Set();
    else void this.#readEvents();
  }

  /** Takes up the index that was left at the last stop, where it can be told what has changed since. */
  async #takeUp(): Promise<boolean> {
    const saved = loadBuilt(this.#file);
    const changed = saved?.mark && (await this.#changes.since(saved.mark));
    if (!changed || changed.size > MANY || !saved.words) {
      saved?.words?.close();
      return false;
    }
    await this.#alone(this.#begin(saved, changed));
    return true;
  }

  /** What a segment is built from: all that this process has been told is in it. */
  async #wish() {
    const { signal } = this.#closing;
    return { store: this.#store, out: this.#file, mark: await this.#changes.mark(), signal };
  }

  #learnWords(id: string, words: Words): void {
    if (this.index?.id === id) this.index.learn(words);
    else words.close();
  }

  /** Reads all events; what changes meanwhile is read again, all of it where that is too much. */
  async #readEvents(): Promise<void> {
    for (let pause = RETRY; !this.#closing.signal.aborted; pause = Math.min(pause * 2, LONGEST)) {
      const missed = new Set<number>();
      this.#missed = missed;
      try {
        const built = await readSegment(this.reads, await this.#wish());
        while (this.#running) await this.#running.catch(() => {});
        if (this.#closing.signal.aborted) return;
        const isOurs = this.#missed === missed && missed.size <= MANY_MISSED;
        if (isOurs) await this.#alone(this.#begin(built, missed));
        else built.words?.close();
        built.later?.then(
          words => this.#learnWords(built.id, words),
          error => this.#tell(error),
        );
        if (isOurs) return;
      } catch (error) {
        // The store answers all requests until it succeeds.
        this.#tell(error);
      }
      await setTimeout(pause, undefined, { ref: false });
    }
  }

  async #begin(built: Built, missed: ReadonlySet<number>): Promise<void> {
    const index = new EventIndex(built);
    await this.#readInto(index, missed);
    this.index = index;
    this.#missed = undefined;
    this.#uses(built.id);
  }

  /** The words of the segment before are of no use to anybody any more; who has them open keeps them until then. */
  #uses(segment: string): void {
    if (this.#used !== undefined) void rm(wordsFile(this.#file, this.#used), { force: true }).catch(() => {});
    this.#used = segment;
  }

  async #merge(index: EventIndex): Promise<void> {
    this.#isMerging = true;
    try {
      // First the mark: what is learned after it is told again to who takes up the segment.
      const wish = await this.#wish();
      const { changed } = index;
      const built = await mergeSegment(index, changed, wish);
      // It may have been given up meanwhile.
      if (this.index === index) {
        index.replace(built, changed);
        this.#uses(built.id);
      } else built.words?.close();
    } catch (error) {
      this.#tell(error);
      // It is tried again with a change after that.
      await setTimeout(IDLE, undefined, { ref: false });
    }
    this.#isMerging = false;
  }

  #tell(error: unknown): void {
    if (!this.#closing.signal.aborted) this.#fail(error);
  }

  /** Keeps up while nobody asks, so that no change is forgotten before it was told. */
  async #look(): Promise<void> {
    try {
      await this.current();
      await pruneChanges(this.db, Math.floor(Date.now() / 1000));
    } catch {
      // The next request tells what is wrong.
    }
  }
}

const isPublic = (entry: Entry | undefined): boolean => entry?.status === 'publish';

async function showingImages<Row extends { image_id: number | null }>(
  images: Records<ImageRow>,
  rows: Row[],
): Promise<WithImage<Row>[]> {
  const found = await images.find(rows.flatMap(({ image_id }) => image_id ?? []));
  return rows.map(row => Object.assign(row, { image: found.get(row.image_id ?? 0) }));
}

/** The rows of a table by a list of their ids. */
const rowsOf = <Row>(table: 'venues' | 'organizers' | 'images' | 'terms'): Query<Row> =>
  // The row type of the table goes with the table.
  (db =>
    db
      .selectFrom(table as 'venues')
      .selectAll()
      .where(dialectOf(db).among(sql.ref('id'), 0))) as Query<never>;
