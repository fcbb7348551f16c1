import { type RawBuilder, sql } from 'kysely';
import { dialectOf } from '../db/dialect.ts';
import { type PreparedQuery, raw, rowsOf } from '../db/prepared.ts';
import type { Db, PublishedRow, Status, VersionedType } from '../db/tables.ts';
import { numbered, slugify, suffixed } from '../lib/text/slugs.ts';
import type { PublishedType } from './table.ts';

interface SlugPatch {
  id: number;
  /** The slug that was sent; '' requests a new one from the name. */
  sent: string | undefined;
  name: string;
  status: Status;
  isImport?: boolean;
}

/** Whether records in this status have no slug until one is sent or they are published. */
const waits = (status: Status) => status === 'draft' || status === 'pending' || status === 'trash';

const TRASHED = '__trashed';

/** The slug that a record has outside the trash; that of an occurrence begins with the slug of its series. */
export const withoutTrashMark = (slug: string): string => slug.replace(/__trashed(-\d+)?(?=$|\/)/, '');

/** The slug of a record after a write; `current` is undefined for a new record. */
export async function slugFor(
  db: Db,
  type: PublishedType,
  patch: SlugPatch,
  current: Pick<PublishedRow, 'slug' | 'status'> | undefined,
): Promise<string | null> {
  const wanted = wantedSlug(patch, current);
  if (wanted === null || wanted === current?.slug) return wanted;
  const isTaken = (slug: string) => isSlugTaken(db, type, slug, patch.id);
  const kept = keptNumber(wanted, current);
  const staysWithNumber = kept !== undefined && (patch.isImport || (await isTaken(wanted)));
  return freeSlug(staysWithNumber ? kept : wanted, slug =>
    slug === current?.slug ? Promise.resolve(false) : isTaken(slug),
  );
}

/**
 * The present slug of a record, marked as the wanted one is, if it is the wanted one with a number. Whoever sends the
 * same wish again must not move its address, which would then lead to another record.
 */
function keptNumber(wanted: string, current: Pick<PublishedRow, 'slug'> | undefined): string | undefined {
  const own = current?.slug && withoutTrashMark(current.slug);
  const bare = withoutTrashMark(wanted);
  if (!own || !isNumbered(own, bare)) return undefined;
  return bare === wanted ? own : suffixed(own, TRASHED);
}

/** Whether a slug is another one with a number behind it, as `freeSlug` makes it. */
export function isNumbered(slug: string, bare: string): boolean {
  const number = Number(/-(\d{1,9})$/.exec(slug)?.[1] ?? 0);
  return number > 1 && numbered(bare, number) === slug;
}

/** The slugs of new events. */
export async function slugsFor(db: Db, patches: readonly SlugPatch[]): Promise<(string | null)[]> {
  const wanted = patches.map(patch => wantedSlug(patch, undefined));
  const list = dialectOf(db).listOf(wanted.filter(slug => slug !== null));
  const taken = new Set((await rowsOf(db, eventsAmong, [list, list])).map(({ slug }) => slug));
  const slugs: (string | null)[] = [];
  for (const [i, slug] of wanted.entries()) {
    const isOthers = async (slug: string) =>
      taken.has(slug) || (slug !== wanted[i] && (await isSlugTaken(db, 'event', slug, patches[i]!.id)));
    const free = slug && (await freeSlug(slug, isOthers));
    taken.add(free);
    slugs.push(free);
  }
  return slugs;
}

/** The slug of a record before numbers are appended to make it unique; null for none. */
function wantedSlug(
  { id, sent, name, status }: SlugPatch,
  current: Pick<PublishedRow, 'slug' | 'status'> | undefined,
): string | null {
  const kept = sent === undefined ? (current?.slug ?? undefined) : slugify(sent);
  const wanted = kept || (waits(status) ? '' : slugify(name) || String(id));
  if (wanted === '') return null;
  const bare = withoutTrashMark(wanted) || String(id);
  const trashed = wanted === bare ? suffixed(bare, TRASHED) : wanted;
  return status === 'trash' ? trashed : bare;
}

/** Whether another record of the type has a slug, as its own or in another language. */
export const isSlugTaken = async (db: Db, type: VersionedType, slug: string, id: number): Promise<boolean> =>
  (await rowsOf(db, others[type], [slug, id, slug, id])).length > 0;

/** Other records with a slug: those of which it is the own one, and those that have it in another language. */
const othersIn = (type: VersionedType, own: RawBuilder<unknown>): PreparedQuery<{ id: number }> =>
  raw(
    () => sql`select id from ${own} and slug = ${''} and id <> ${0}
      union all select record_id from translated_slugs
      where type = ${sql.lit(type)} and slug = ${''} and record_id <> ${0}`,
  );

const others: Record<VersionedType, PreparedQuery<{ id: number }>> = {
  event: othersIn('event', sql`events where true`),
  venue: othersIn('venue', sql`venues where true`),
  organizer: othersIn('organizer', sql`organizers where true`),
  category: othersIn('category', sql`terms where taxonomy = 'category'`),
  tag: othersIn('tag', sql`terms where taxonomy = 'tag'`),
};

const eventsAmong: PreparedQuery<{ slug: string | null }> = db => {
  const isListed = () => dialectOf(db).among(sql.ref('slug'), '', 'text');
  const translated = db.selectFrom('translated_slugs').select('slug').where('type', '=', sql.lit('event'));
  return db.selectFrom('events').select('slug').where(isListed()).unionAll(translated.where(isListed()));
};

/**
 * `slug` itself or a free one of `slug-2`, `slug-3` …: the first one, if the taken numbers have no gaps. A binary
 * search finds it, so that the thousandth "Market" costs a few queries, not a thousand.
 */
export async function freeSlug(slug: string, taken: (slug: string) => Promise<boolean>): Promise<string> {
  if (!(await taken(slug))) return slug;
  let used = 1;
  let free = 2;
  while (await taken(numbered(slug, free))) {
    used = free;
    free *= 2;
  }
  while (free - used > 1) {
    const middle = Math.floor((used + free) / 2);
    if (await taken(numbered(slug, middle))) used = middle;
    else free = middle;
  }
  return numbered(slug, free);
}
