import { sql } from 'kysely';
import { dialectOf } from '../db/dialect.ts';
import { inChunks } from '../db/slices.ts';
import type { Db, ImageRow } from '../db/tables.ts';
import { KINDS, publishedTypes } from '../kinds.ts';
import { FairQueue } from '../lib/fair-queue.ts';
import { MAX_FETCHES, MAX_FETCHES_WAITING } from '../limits.ts';
import {
  FetchRefused,
  GuardedClient,
  type GuardedResponse,
  limitedBody,
  redirectOf,
  refusalBehind,
} from '../net/guarded-client.ts';
import { ImageRefused } from '../pictures/refused.ts';
import { newId } from '../records/table.ts';
import type { Viewer } from '../users/rights.ts';
import { measureFetch } from './measure.ts';
import { type ImageConfig, type NewImage, saveFiles } from './save-files.ts';

/**
 * Finds a stored image by its URL here, or by the URL from which it was fetched.
 * @param own the prefix of this service's image URLs
 */
export async function imageByAddress(db: Db, url: string, own: string): Promise<number | undefined> {
  // File names have no characters that a URL would encode.
  const found = await db
    .selectFrom('images')
    .select('id')
    .where(eb => (url.startsWith(own) ? eb('file', '=', url.slice(own.length)) : eb('source_url', '=', url)))
    .orderBy('id')
    .executeTakeFirst();
  return found?.id;
}

/**
 * Fetches the image at `url` and saves its files.
 * @throws ImageRefused, or Overloaded if too many fetches of the account are waiting
 */
export async function fetchNewImage(
  url: string,
  viewer: Viewer,
  now: number,
  config: ImageConfig,
): Promise<NewImage> {
  const { FETCH_ALLOW: allow, MAX_IMAGE_BYTES: maxBytes } = config;
  return fetches.run(viewer!.id, async () => {
    const { bytes } = await measureFetch(url, () => fetchImage(url, { allow, maxBytes }));
    return saveFiles(bytes, url, { author_id: viewer!.id, source_url: url, created_at: now }, config);
  });
}

/**
 * Saves the files of an uploaded image.
 * @throws ImageRefused, or Overloaded if too many images of the account are waiting
 */
export function takeNewImage(bytes: Buffer, name: string, viewer: Viewer, now: number, config: ImageConfig) {
  return saveFiles(bytes, name, { author_id: viewer!.id, source_url: null, created_at: now }, config);
}

/** How many uploads of an account since a moment nothing shows, and their bytes. */
export async function unusedUploads(
  db: Db,
  author: number,
  since: number,
): Promise<{ count: number; bytes: number }> {
  const shown = SHOWING.map(
    table => sql`not exists (select 1 from ${sql.table(table)} where image_id = images.id)`,
  );
  const { count, bytes } = await db
    .selectFrom('images')
    .select(({ fn }) => [fn.countAll().as('count'), fn.sum('filesize').as('bytes')])
    .where('author_id', '=', author)
    .where('source_url', 'is', null)
    .where('created_at', '>', since)
    .where(sql<boolean>`${sql.join(shown, sql` and `)}`)
    .executeTakeFirstOrThrow();
  return { count: Number(count), bytes: Number(bytes ?? 0) };
}

const SHOWING = [...publishedTypes.map(type => KINDS[type].table), 'versions', 'pending_edits'];

/** Inserts the record of a new image, within the transaction of the record that shows it. */
export async function insertImage(db: Db, { row }: NewImage, id?: number): Promise<number> {
  const fresh = id ?? (await newId(db, 'image'));
  await db
    .insertInto('images')
    .values({ id: fresh, ...row })
    .execute();
  return fresh;
}

export async function findImages(db: Db, ids: readonly number[]): Promise<Map<number, ImageRow>> {
  const rows = await inChunks(ids, some =>
    db.selectFrom('images').selectAll().where('id', 'in', some).execute(),
  );
  return new Map(rows.map(row => [row.id, row]));
}

/** Keeps an image from being deleted until the transaction ends; false if it is not there. */
export async function holdImage(db: Db, id: number): Promise<boolean> {
  const lockedRow = db.selectFrom('images').select('id').where('id', '=', id);
  return (await lockedRow.modifyEnd(dialectOf(db).forShare).executeTakeFirst()) !== undefined;
}

/** The images with the former files of an image, or of all that have had theirs for long. */
export async function formerFiles(db: Db, of: number | { readonly until: number }): Promise<number[]> {
  const found = db.selectFrom('images').select('id');
  const former =
    typeof of === 'number'
      ? found.where('former_of', '=', of)
      : found.where('former_of', 'is not', null).where('created_at', '<=', of.until);
  return (await former.execute()).map(({ id }) => id);
}

const fetches = new FairQueue<number>({ atOnce: MAX_FETCHES, mostWaiting: MAX_FETCHES_WAITING });

export type FetchOptions = {
  /** Hosts (`host` or `host:port`, lower case, IPv6 in brackets) that are allowed to have private addresses. */
  allow: readonly string[];
  maxBytes: number;
  /** Milliseconds for the whole fetch, redirects and body included. */
  timeoutMs?: number;
  maxRedirects?: number;
  /** The allowed ports of hosts that are not in `allow`. */
  ports?: readonly string[];
};

const HEADERS = {
  accept: 'image/*',
  'accept-encoding': 'identity',
  'user-agent': 'Almanac (+image fetch)',
};

/**
 * Fetches an http or https URL. Returns the bytes and the final URL. Connects only to hosts with public addresses, and
 * checks each redirect too. Does not check whether the bytes are an image.
 * @throws {ImageRefused} `scheme`, `port`, `address`, `status`, `too-large`, `timeout`, `unreachable` or `redirects`
 */
export async function fetchImage(
  address: string,
  { maxBytes, timeoutMs = 10_000, maxRedirects = 5, ...guard }: FetchOptions,
): Promise<{ bytes: Buffer; url: string }> {
  await using client = new GuardedClient(guard);
  const end = new AbortController();
  const deadline = setTimeout(() => end.abort(new ImageRefused('timeout')), timeoutMs);
  const { signal } = end;
  try {
    let url = webAddress(address);
    for (let redirects = 0; redirects <= maxRedirects; redirects++) {
      const response = await client.get(url, { headers: HEADERS, signal });
      const location = redirectOf(response);
      if (location === undefined) return { bytes: await bytesOf(response, maxBytes), url: url.href };
      url = webAddress(location, url);
    }
    throw new ImageRefused('redirects');
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (error instanceof ImageRefused) throw error;
    throw new ImageRefused(refusalBehind(error)?.code ?? 'unreachable', { cause: error });
  } finally {
    clearTimeout(deadline);
  }
}

function webAddress(address: string, base?: URL): URL {
  const url = URL.parse(address, base);
  if (!url) throw new ImageRefused('scheme');
  return url;
}

async function bytesOf(response: GuardedResponse, maxBytes: number): Promise<Buffer> {
  const { status, headers } = response;
  const encoding = headers.get('content-encoding') ?? '';
  if (status !== 200 || !/^(identity)?$/i.test(encoding)) throw new ImageRefused('status');
  if (Number(headers.get('content-length')) > maxBytes) throw new FetchRefused('too-large');
  return limitedBody(response, maxBytes);
}
