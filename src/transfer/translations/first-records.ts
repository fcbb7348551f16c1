import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Config } from '../../config.ts';
import { inChunks } from '../../db/slices.ts';
import type { Db, Tables } from '../../db/tables.ts';
import type { Language } from '../../i18n/language.ts';
import { bare } from '../../intake/identity.ts';
import {
  isTaxonomy,
  KINDS,
  type LinkedType,
  type Taxonomy,
  type VersionedType,
  writtenTypes,
} from '../../kinds.ts';
import { formerOf } from '../../records/former-addresses.ts';
import { pathKey } from '../../records/path-key.ts';
import { linkColumn, linksOf } from '../../records/table.ts';
import { inOwnWords, wordsOf } from '../../site/words.ts';
import { type NamedLines, translationRange } from './facts.ts';
import { type FirstBases, rangesOf } from './first-source.ts';

type Rows = Readonly<Record<VersionedType, readonly { id: number; slug: string | null }[]>>;

type SourceIds = Readonly<Record<VersionedType, ReadonlyMap<string, number>>>;

/** The ids of records by their identities at the sources of the first site. */
export async function sourcesOf(
  db: Db,
  type: VersionedType,
  bases: FirstBases,
): Promise<Map<string, number>> {
  const all = db.selectFrom('imported').select(['source', 'local_id']).where('type', '=', type);
  const ranges = bases?.flatMap(rangesOf);
  const ofRanges = ranges?.map(([from, to]) => all.where('source', '>=', from).where('source', '<', to));
  const sources = new Map<string, number>();
  for (const query of ofRanges ?? [all])
    for (const { source, local_id } of await query.execute()) sources.set(source, local_id);
  return sources;
}

/** The records that imports have translated into a language: type and id. */
export async function importedTranslations(db: Db, language: Language): Promise<ReadonlySet<string>> {
  const [from, to] = translationRange(language);
  const all = db.selectFrom('imported').select(['type', 'local_id']);
  const rows = await all.where('source', '>=', from).where('source', '<', to).execute();
  return new Set(rows.map(({ type, local_id }) => `${type} ${local_id}`));
}

/** Some ids, or undefined for all records. */
type WantedIds = readonly number[] | undefined;

/** The events with these ids, and all occurrences of the series among them. */
export async function firstEvents(db: Db, ids: WantedIds) {
  const all = db
    .selectFrom('events')
    .leftJoin('images', 'images.id', 'events.image_id')
    .select(['events.id', 'title', 'all_day', 'start_date', 'end_date', 'start_at', 'end_at', 'slug'])
    .select(['series_id', 'image_id', 'events.language', 'events.translations', 'images.file'])
    .select(sql<number>`case when recurrence = '' then 0 else 1 end`.as('repeats'))
    .where('status', '!=', 'trash');
  if (!ids) return inOrder(await all.execute());
  const own = await inChunks(ids, some => all.where('events.id', 'in', some).execute());
  const series = own.filter(({ repeats }) => repeats).map(({ id }) => id);
  const occurrences = await inChunks(series, some => all.where('series_id', 'in', some).execute());
  return inOrder([...new Map([...own, ...occurrences].map(row => [row.id, row])).values()]);
}

const inOrder = <Row extends { id: number }>(rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => a.id - b.id);

type FirstNamed = NamedLines & { id: number; slug: string | null; language: string; translations: string };

const NAMED_COLUMNS = ['id', 'name', 'slug', 'language', 'translations'] as const;

const firstTerms = (taxonomy: Taxonomy) => (db: Db, ids: WantedIds) =>
  chosen(ids, db.selectFrom('terms').select(NAMED_COLUMNS).where('taxonomy', '=', taxonomy));

/** Find the venues, organizers or terms with these ids. */
export const firstNamed: Readonly<Record<LinkedType, (db: Db, ids: WantedIds) => Promise<FirstNamed[]>>> = {
  venue(db, ids) {
    const places = ['address', 'city', 'zip', 'geo_lat as latitude', 'geo_lng as longitude'] as const;
    const all = db.selectFrom('venues').select([...NAMED_COLUMNS, ...places]);
    return chosen(ids, all.where('status', '!=', 'trash'));
  },
  organizer(db, ids) {
    const all = db.selectFrom('organizers').select([...NAMED_COLUMNS, 'email']);
    return chosen(ids, all.where('status', '!=', 'trash'));
  },
  category: firstTerms('category'),
  tag: firstTerms('tag'),
};

async function chosen<Table extends keyof Tables, Row extends { id: number }>(
  ids: WantedIds,
  all: SelectQueryBuilder<Tables, Table, Row>,
): Promise<Row[]> {
  const read = (some: readonly number[]) => all.where(sql<SqlBool>`id in (${sql.join(some)})`).execute();
  return inOrder(ids ? await inChunks(ids, read) : await all.execute());
}

/** Finds the ids of the records of a type that an event links to, in the order of its links. */
export async function firstLinks(
  db: Db,
  type: LinkedType,
  events: readonly number[],
): Promise<(event: number) => number[]> {
  const read = (some: readonly number[]) =>
    isTaxonomy(type)
      ? db
          .selectFrom('event_terms')
          .innerJoin('terms', 'terms.id', 'event_terms.term_id')
          .select(['event_id', 'term_id as id'])
          .where('event_id', 'in', some)
          .where('taxonomy', '=', type)
          .execute()
      : db
          .selectFrom(linksOf({ type }))
          .select(['event_id', `${linkColumn({ type })} as id`])
          .where('event_id', 'in', some)
          .orderBy('position')
          .execute();
  const byEvent = Map.groupBy(await inChunks(events, read), ({ event_id }) => event_id);
  return event => (byEvent.get(event) ?? []).map(({ id }) => id);
}

/**
 * Finds records by their public addresses: the former ones that imports have remembered, and those that follow from
 * their slugs, here and at the sites that they come from.
 */
export async function addressesHere(
  db: Db,
  config: Config,
  rows: Rows,
  sources: SourceIds,
): Promise<(type: VersionedType, url: URL) => number | undefined> {
  const { SITE_URL } = config;
  const words = wordsOf(config);
  const own = SITE_URL ? siteAt(new URL(SITE_URL).host + new URL(SITE_URL).pathname) : undefined;
  const ids = new Map<string, number>();
  for (const type of writtenTypes) {
    const slugs = new Map(rows[type].map(({ id, slug }) => [id, slug]));
    const sitesOf = Map.groupBy(sources[type], ([, id]) => id);
    for (const [id, slug] of slugs) {
      if (!slug) continue;
      const sites = (sitesOf.get(id) ?? []).flatMap(([source]) =>
        siteAt(/^(.*?)[?#]/.exec(source)?.[1] ?? ''),
      );
      const archived = `/${KINDS[type].archive}/${slug}`;
      if (own && words) ids.set(placeOf(type, own.host, pathKey(own.path + inOwnWords(archived, words))), id);
      for (const { host, path } of own ? [own, ...sites] : sites)
        ids.set(placeOf(type, host, pathKey(path + archived)), id);
    }
    for (const [id, addresses] of await formerOf(db, type, [...slugs.keys()]))
      for (const { path, site } of addresses)
        ids.set(placeOf(type, site === '' ? (own?.host ?? '') : siteAt(site).host, path), id);
  }
  return (type, { host, pathname, search }) => {
    const path = pathKey(pathname + search);
    // The address of a category names its ancestors, and leads to it without them.
    const bareOne = type === 'category' && path?.replace(/(\/events\/category\/).*\//, '$1');
    return (
      ids.get(placeOf(type, bare(host), path)) ??
      (bareOne ? ids.get(placeOf(type, bare(host), bareOne)) : undefined)
    );
  };
}

const placeOf = (type: VersionedType, host: string, path: string | undefined): string =>
  `${type} ${host} ${path}`;

/** The host and the path in what stands for a site in identities. */
function siteAt(base: string): { host: string; path: string } {
  const [host = '', ...path] = base.replace(/^.*>/, '').replace(/\/$/, '').split('/');
  return { host: bare(host), path: path.map(segment => `/${segment}`).join('') };
}
