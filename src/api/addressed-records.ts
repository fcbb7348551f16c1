import type { Db, VersionedType } from '../db/tables.ts';
import { occurrenceSlug } from '../events/event.ts';
import { languages } from '../i18n/language.ts';
import { isTaxonomy, KINDS, ofReference, type PublishedType, versionedTypes } from '../kinds.ts';
import { slugify } from '../lib/text/slugs.ts';
import type { FormerAddress } from '../records/former-addresses.ts';
import { translatedPermalink } from '../records/published-members.ts';
import { tableOf } from '../records/table.ts';
import { findBySlugInLanguage } from '../records/translations/slugs.ts';
import type { RequestAddress } from '../site/address.ts';
import { termUrl } from '../terms/members.ts';
import { findSlugged, findTerm } from '../terms/store.ts';
import { placedTerm } from '../terms/tree.ts';
import { mayRead, type Viewer } from '../users/rights.ts';

/** The address of a record, under the path of a language or not. */
const PAGE = new RegExp(
  `^(?:/(?:${languages.join('|')}))?/(${versionedTypes.map(type => KINDS[type].archive).join('|')})/(?:.*/)?([^/]+)$`,
  'i',
);

/** Whether a record that the viewer may read has this address now. */
export async function isTaken(
  db: Db,
  path: string,
  query: URLSearchParams,
  viewer: Viewer,
): Promise<boolean> {
  const [, archive, name] = PAGE.exec(path) ?? [];
  const type = TYPES.get(archive?.toLowerCase() ?? '');
  const slug = occurrenceAt(path) ?? slugify(name ?? '');
  if (type && isTaxonomy(type)) return (await findSlugged(db, type, slug)) !== undefined;
  if (type) return (await readableAt(db, type, slug, viewer)) !== undefined;
  const dated = ofReference(query.get('post_type') ?? '');
  const id = Number(query.get('p'));
  if (path !== '' || !dated || !Number.isSafeInteger(id)) return false;
  return (await readable(db, dated, { id }, viewer)) !== undefined;
}

/** The slug of the occurrence that an address names. */
function occurrenceAt(path: string): string | undefined {
  const [, series, date, number] = OCCURRENCE.exec(path) ?? [];
  return series && occurrenceSlug(slugify(series), [date, ...(number ? [number] : [])].join('-'));
}

const OCCURRENCE = new RegExp(
  `^(?:/(?:${languages.join('|')}))?/event/([^/]+)/(\\d{4}-\\d\\d-\\d\\d)(?:/(\\d+))?$`,
  'i',
);

const TYPES = new Map<string, VersionedType>(versionedTypes.map(type => [KINDS[type].archive, type]));

/** The present public address of a record, in the language of the request; undefined if the viewer may not read it. */
export async function presentAddress(
  db: Db,
  { type, record_id: id }: FormerAddress,
  viewer: Viewer,
  address: RequestAddress,
): Promise<string | undefined> {
  const view = { address, textLanguage: address.language };
  if (isTaxonomy(type)) {
    const term = await findTerm(db, type, id);
    return term && termUrl(await placedTerm(db, term), view);
  }
  const row = await readable(db, type, { id }, viewer);
  return row && translatedPermalink(type, row, view);
}

/** The same for the record with this slug in any language, an occurrence by the slug of its series and its date. */
async function readableAt(db: Db, type: PublishedType, slug: string, viewer: Viewer) {
  const own = await readable(db, type, { slug }, viewer);
  if (own) return own;
  const [name, ...date] = slug.split('/');
  const id = await findBySlugInLanguage(db, type, name!);
  const found = id === undefined ? undefined : await readable(db, type, { id }, viewer);
  if (date.length === 0 || !found) return found;
  return readable(db, type, { slug: [found.slug, ...date].join('/') }, viewer);
}

/** The record with this own slug or id, if the viewer may read it and it is not in the trash. */
async function readable(db: Db, type: PublishedType, key: { id: number } | { slug: string }, viewer: Viewer) {
  const row = await db
    .selectFrom(tableOf(type))
    .select(['id', 'slug', 'status', 'status_before_trash', 'author_id', 'translations'])
    .where(eb => ('id' in key ? eb('id', '=', key.id) : eb('slug', '=', key.slug)))
    .where('status', '!=', 'trash')
    .executeTakeFirst();
  return row && mayRead(viewer, row) ? row : undefined;
}
