import type { Config } from '../config.ts';
import { dialectOf } from '../db/dialect.ts';
import type { Db } from '../db/tables.ts';
import { isPublished } from '../images/library.ts';
import type { NewImage } from '../images/save-files.ts';
import { fetchNewImage, findImages, insertImage, takeNewImage } from '../images/store.ts';
import { differ, setTexts } from '../images/update.ts';
import { Overloaded } from '../lib/fair-queue.ts';
import { MAX_ADDRESS } from '../limits.ts';
import { ImageRefused } from '../pictures/refused.ts';
import { claimId, typeOf } from '../records/table.ts';
import type { Viewer } from '../users/rights.ts';
import { keptId, lookUp, remember } from './imported.ts';
import { type SourceImageTexts, textsAfter } from './reading/source-languages.ts';
import { becausePicture, type Reason } from './reason.ts';
import { count, type Report, skip } from './report.ts';

/** A picture to obtain: its address at the source, and its details in an export. */
export interface WantedPicture {
  url: string;
  /** The id at the source, kept if it is free here. */
  id: number | undefined;
  /** If this store has a picture of this id, the picture is its own. */
  own: boolean;
  bytes?: Buffer | undefined;
  details?: Partial<Pick<NewImage['row'], 'author_id' | 'created_at' | 'source_url'>>;
  /** Its alternative texts, if the source tells them. */
  texts?: SourceImageTexts | undefined;
}

interface PictureContext {
  db: Db;
  config: Config;
  author: NonNullable<Viewer>;
  keepIds: boolean;
  now: number;
  report: Report;
  pause(): Promise<void>;
  /** Hosts that may have private addresses, in addition to the configured ones. */
  allow: readonly string[];
  /** Whether an editor decides on what changes in public. */
  queues: boolean;
}

interface NewPicture {
  fresh: NewImage;
  wanted: WantedPicture;
}

/** A picture that is here, whose texts have changed at the source. */
interface ChangedPicture {
  known: number;
  texts: SourceImageTexts;
}

type StoredPicture = { id: number } | ChangedPicture;

type PictureState = StoredPicture | NewPicture | { refused: Reason };

/** The pictures of an import. Each is obtained once. */
export class Pictures {
  readonly #context: PictureContext;
  readonly #config: Config;
  readonly #states = new Map<string, PictureState>();
  /** Pictures that a transaction has written, and what they were before. */
  #uncommitted: { url: string; state: PictureState; outcome: 'created' | 'changed' | 'unchanged' }[] = [];
  /** Files of pictures that another import has stored meanwhile. */
  readonly #unused: NewImage[] = [];

  constructor(context: PictureContext) {
    const { config, allow } = context;
    this.#context = context;
    this.#config = { ...config, FETCH_ALLOW: [...config.FETCH_ALLOW, ...allow] };
  }

  /** Fetches a picture unless it is known. Called before the transaction that writes its record. */
  async obtain(wanted: WantedPicture): Promise<void> {
    const { db, report } = this.#context;
    const { url } = wanted;
    if (this.#states.has(url)) return;
    const state = (await importedPicture(db, wanted)) ?? (await ownPicture(db, wanted));
    if (state) {
      if ('id' in state) count(report, 'image', 'unchanged');
      this.#states.set(url, state);
      return;
    }
    try {
      this.#states.set(url, { fresh: await this.#fetch(wanted), wanted });
    } catch (error) {
      if (!(error instanceof ImageRefused)) throw error;
      const refused = becausePicture(error, url);
      skip(report, { source: url, type: 'image', why: refused });
      this.#states.set(url, { refused });
    }
  }

  async #fetch({ url, bytes, details, texts }: WantedPicture): Promise<NewImage> {
    const { author, now, pause } = this.#context;
    const config = this.#config;
    if (!bytes && url.length > MAX_ADDRESS) throw new ImageRefused('scheme');
    if (!bytes) await pause();
    const read = () =>
      bytes ? takeNewImage(bytes, url, author, now, config) : fetchNewImage(url, author, now, config);
    // The process that decodes it may have ended for want of memory. If it does so again, the image is refused.
    const image = await read().catch(error => {
      if (error instanceof Overloaded) return read();
      throw error;
    });
    return {
      ...image,
      row: { ...image.row, ...details, ...(texts && textsAfter(texts, undefined, config)) },
    };
  }

  /** Whether a picture needs no more work: it is stored, or was refused. */
  isSettled(url: string): boolean {
    const state = this.#states.get(url);
    return state !== undefined && ('id' in state || 'refused' in state);
  }

  /** The id of an obtained picture, whose record is written if it is new; undefined if the picture was refused. */
  async settle(transaction: Db, url: string): Promise<number | undefined> {
    const state = this.#states.get(url);
    if (state === undefined || 'refused' in state) return undefined;
    if ('id' in state) return state.id;
    if ('known' in state && (await this.#isQueued(transaction, state))) return state.known;
    const { id, outcome } = await this.#write(transaction, url, state);
    this.#uncommitted.push({ url, state, outcome });
    this.#states.set(url, { id });
    count(this.#context.report, 'image', outcome);
    return id;
  }

  async #write(transaction: Db, url: string, state: NewPicture | ChangedPicture) {
    // Another import may have stored it since it was obtained.
    const stored = 'fresh' in state ? await importedPicture(transaction, state.wanted) : state;
    if (stored && 'id' in stored) return { id: stored.id, outcome: 'unchanged' as const };
    const id = stored
      ? await this.#changeTexts(transaction, stored.known, stored.texts)
      : await this.#insert(transaction, state as NewPicture);
    const { hash = '' } = (stored ? stored.texts : (state as NewPicture).wanted.texts) ?? {};
    const modified_at = this.#context.now;
    await remember(transaction, [
      { type: 'image', source: url, local_id: id, fingerprint: hash, modified_at },
    ]);
    return { id, outcome: stored ? ('changed' as const) : ('created' as const) };
  }

  async #insert(transaction: Db, { fresh, wanted }: NewPicture): Promise<number> {
    const id = keptId(this.#context, wanted.id);
    if (id !== undefined) await dialectOf(transaction).passIds(transaction, 'records', id);
    const isKept = id !== undefined && (await claimId(transaction, 'image', id));
    return insertImage(transaction, fresh, isKept ? id : undefined);
  }

  /** Whether other texts of a picture would be public without an editor. */
  async #isQueued(transaction: Db, { known, texts }: ChangedPicture): Promise<boolean> {
    const current = (await findImages(transaction, [known])).get(known);
    if (!this.#context.queues || !current || !(await isPublished(transaction, known))) return false;
    return differ(current, textsAfter(texts, current, this.#config));
  }

  /** Writes the texts of a picture that wait for an editor, within what shows how a record would be with them. */
  async rehearse(transaction: Db, url: string): Promise<void> {
    const state = this.#states.get(url);
    if (state && 'known' in state) await this.#changeTexts(transaction, state.known, state.texts);
  }

  /** Whether the texts of a settled picture have changed at the source, and stay here. */
  keepsTexts(url: string): boolean {
    return 'known' in (this.#states.get(url) ?? {});
  }

  async #changeTexts(transaction: Db, id: number, texts: SourceImageTexts): Promise<number> {
    const current = (await findImages(transaction, [id])).get(id);
    if (current) await setTexts(transaction, current, textsAfter(texts, current, this.#config));
    return id;
  }

  /** Why a picture could not be obtained; undefined if it was. */
  refusal(url: string): Reason | undefined {
    const state = this.#states.get(url);
    return state && 'refused' in state ? state.refused : undefined;
  }

  /** The transaction was rolled back: its records must be written again. */
  unsettle(): void {
    for (const { url, state, outcome } of this.#uncommitted) {
      this.#states.set(url, state);
      this.#context.report.counts.image[outcome]--;
    }
    this.#uncommitted = [];
  }

  /** The transaction has been committed. */
  commit(): void {
    for (const { state, outcome } of this.#uncommitted)
      if ('fresh' in state && outcome !== 'created') this.#unused.push(state.fresh);
    this.#uncommitted = [];
  }

  /** Removes files that no committed record refers to. */
  async discard(): Promise<void> {
    for (const image of this.#unused) await image.discard();
    for (const state of this.#states.values()) if ('fresh' in state) await state.fresh.discard();
    this.#states.clear();
  }
}

async function importedPicture(db: Db, { url, texts }: WantedPicture): Promise<StoredPicture | undefined> {
  const known = (await lookUp(db, 'image', [url])).get(url);
  if (!known || known.gone) return undefined;
  return texts && texts.hash !== known.fingerprint
    ? { known: known.local_id, texts }
    : { id: known.local_id };
}

/** A picture of this store itself, or one that it has fetched. */
async function ownPicture(db: Db, { url, id, own }: WantedPicture): Promise<StoredPicture | undefined> {
  if (own && id !== undefined && (await typeOf(db, id)) === 'image') return { id };
  const fetched = db.selectFrom('images').select('id').where('source_url', '=', url).orderBy('id');
  return fetched.executeTakeFirst();
}
