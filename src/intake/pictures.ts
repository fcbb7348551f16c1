import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Config } from '../config.ts';
import { dialectOf } from '../db/dialect.ts';
import type { Db } from '../db/tables.ts';
import { isPublicAddress } from '../images/addresses.ts';
import type { NewImage } from '../images/save-files.ts';
import { fetchNewImage, findImages, insertImage, takeNewImage } from '../images/store.ts';
import { setTexts } from '../images/update.ts';
import { Overloaded } from '../lib/overloaded.ts';
import { MAX_ADDRESS } from '../limits.ts';
import { ImageRefused } from '../pictures/refused.ts';
import { claimId, typeOf } from '../records/table.ts';
import type { Viewer } from '../users/rights.ts';
import { lookUp, remember } from './imported.ts';
import { keptId } from './kept-id.ts';
import { type CarriedTexts, textsAfter } from './reading/read-image.ts';
import { count, type Report, skip } from './report.ts';
import type { Wanted } from './wanted-picture.ts';

/** The pictures of an import. Each is obtained once. */
export interface Pictures {
  /** Fetches a picture unless it is known. Called before the transaction that writes its record. */
  obtain(wanted: Wanted): Promise<void>;
  /** Whether a picture needs no more work: it is stored, or was refused. */
  isSettled(url: string): boolean;
  /** The id of an obtained picture, whose record is written if it is new; undefined if the picture was refused. */
  settle(db: Db, url: string): Promise<number | undefined>;
  /** Why a picture could not be obtained; undefined if it was. */
  refusal(url: string): string | undefined;
  /** The transaction was rolled back: its records must be written again. */
  unsettle(): void;
  /** The transaction has been committed. */
  commit(): void;
  /** Removes files that no committed record refers to. */
  discard(): Promise<void>;
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
}

type Unwritten =
  | { fresh: NewImage; wanted: Wanted }
  /** A picture that is here, whose texts have changed at the source. */
  | { known: number; texts: CarriedTexts };

type PictureState = { id: number } | Unwritten | { refused: string };

export function picturesOf(context: PictureContext): Pictures {
  const { db, report, now, author, keepIds } = context;
  const config = { ...context.config, FETCH_ALLOW: [...context.config.FETCH_ALLOW, ...context.allow] };
  const states = new Map<string, PictureState>();
  let uncommitted: { url: string; state: PictureState; outcome: 'created' | 'changed' }[] = [];

  async function here({ url, id, own, texts }: Wanted): Promise<PictureState | undefined> {
    const known = (await lookUp(db, 'image', [url])).get(url);
    if (known && !known.gone)
      return texts && texts.hash !== known.fingerprint
        ? { known: known.local_id, texts }
        : { id: known.local_id };
    if (own && id !== undefined && (await typeOf(db, id)) === 'image') return { id };
    const fetched = db.selectFrom('images').select('id').where('source_url', '=', url).orderBy('id');
    return fetched.executeTakeFirst();
  }

  async function fresh({ url, bytes, details, texts }: Wanted): Promise<NewImage> {
    if (!bytes && url.length > MAX_ADDRESS) throw new ImageRefused('scheme');
    if (!bytes) await context.pause();
    const take = () =>
      bytes ? takeNewImage(bytes, url, author, now, config) : fetchNewImage(url, author, now, config);
    // The process that decodes it may have ended for want of memory. If it does so again, the image is refused.
    const image = await take().catch(error => {
      if (error instanceof Overloaded) return take();
      throw error;
    });
    return {
      ...image,
      row: { ...image.row, ...details, ...(texts && textsAfter(texts, undefined, config)) },
    };
  }

  /** Writes a picture that is new, or whose texts have changed; returns its id. */
  async function write(transaction: Db, state: Unwritten): Promise<number> {
    if ('known' in state) {
      const { known, texts } = state;
      const current = (await findImages(transaction, [known])).get(known);
      if (current) await setTexts(transaction, current, textsAfter(texts, current, config));
      return known;
    }
    const sameId = keptId({ keepIds }, state.wanted.id);
    if (sameId !== undefined) await dialectOf(transaction).passIds(transaction, 'records', sameId);
    const kept = sameId !== undefined && (await claimId(transaction, 'image', sameId)) ? sameId : undefined;
    return insertImage(transaction, state.fresh, kept);
  }

  return {
    async obtain(wanted) {
      const { url } = wanted;
      if (states.has(url)) return;
      const state = await here(wanted);
      if (state) {
        if ('id' in state) count(report, 'image', 'unchanged');
        states.set(url, state);
        return;
      }
      try {
        states.set(url, { fresh: await fresh(wanted), wanted });
      } catch (error) {
        if (!(error instanceof ImageRefused)) throw error;
        skip(report, { source: url, type: 'image', why: error.message });
        states.set(url, { refused: error.message });
      }
    },
    isSettled(url) {
      const state = states.get(url);
      return state !== undefined && ('id' in state || 'refused' in state);
    },
    async settle(transaction, url) {
      const state = states.get(url);
      if (state === undefined || 'refused' in state) return undefined;
      if ('id' in state) return state.id;
      const id = await write(transaction, state);
      const isKnown = 'known' in state;
      const { hash = '' } = (isKnown ? state.texts : state.wanted.texts) ?? {};
      await remember(transaction, [
        { type: 'image', source: url, local_id: id, fingerprint: hash, modified_at: now },
      ]);
      const outcome = isKnown ? 'changed' : 'created';
      uncommitted.push({ url, state, outcome });
      states.set(url, { id });
      count(report, 'image', outcome);
      return id;
    },
    refusal(url) {
      const state = states.get(url);
      return state && 'refused' in state ? state.refused : undefined;
    },
    unsettle() {
      for (const { url, state, outcome } of uncommitted) {
        states.set(url, state);
        report.counts.image[outcome]--;
      }
      uncommitted = [];
    },
    commit() {
      uncommitted = [];
    },
    async discard() {
      for (const state of states.values()) if ('fresh' in state) await state.fresh.discard();
      states.clear();
    },
  };
}

/**
 * The host of the named site in the form of FETCH_ALLOW, if its address is private, because its pictures lie there
 * too. A public address needs no permission, and could later resolve to another one.
 */
export async function privateHost(url: URL): Promise<string[]> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const found = isIP(host)
    ? [host]
    : (await lookup(host, { all: true }).catch(() => [])).map(({ address }) => address);
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return found.some(address => !isPublicAddress(address)) ? [`${url.hostname}:${port}`] : [];
}
