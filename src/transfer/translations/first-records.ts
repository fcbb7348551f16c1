import { sql } from 'kysely';
import { inChunks } from '../../db/slices.ts';
import type { Db } from '../../db/tables.ts';
import type { Language } from '../../i18n/language.ts';
import type { ImportPlan } from '../../intake/plans/plan.ts';
import type { ContactType, Taxonomy } from '../../kinds.ts';
import { linkColumn, linksOf } from '../../records/table.ts';
import { translationRange } from './facts.ts';
import { type FirstBases, rangesOf } from './first-source.ts';

type Type = ImportPlan['type'];

/** The ids of records by their identities at the sources of the first site. */
export async function sourcesOf(db: Db, type: Type, bases: FirstBases): Promise<Map<string, number>> {
  const all = db.selectFrom('imported').select(['source', 'local_id']).where('type', '=', type);
  const ranges = bases?.flatMap(rangesOf);
  const queries = ranges?.map(([from, to]) => all.where('source', '>=', from).where('source', '<', to)) ?? [
    all,
  ];
  const sources = new Map<string, number>();
  for (const query of queries)
    for (const { source, local_id } of await query.execute()) sources.set(source, local_id);
  return sources;
}

/** The records that imports have translated into a language: type and id. */
export async function importedTranslations(db: Db, language: Language): Promise<ReadonlySet<string>> {
  const [from, to] = translationRange(language);
  const rows = db
    .selectFrom('imported')
    .select(['type', 'local_id'])
    .where('source', '>=', from)
    .where('source', '<', to);
  return new Set((await rows.execute()).map(({ type, local_id }) => `${type} ${local_id}`));
}

/** Some ids, or undefined for all records. */
type Ids = readonly number[] | undefined;

/** The events with these ids, and all occurrences of the series among them. */
export async function firstEvents(db: Db, ids: Ids) {
  const all = db
    .selectFrom('events')
    .leftJoin('images', 'images.id', 'events.image_id')
    .select([
      'events.id',
      'title',
      'all_day',
      'start_date',
      'end_date',
      'start_at',
      'end_at',
      'slug',
      'series_id',
      'image_id',
      'events.language',
      'images.file',
    ])
    .select(['events.language', 'events.translations'])
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

export const firstVenues = (db: Db, ids: Ids) =>
  chosen(ids, some =>
    db
      .selectFrom('venues')
      .select(['id', 'name', 'slug', 'language', 'translations', 'address', 'city', 'zip'])
      .select(['geo_lat as latitude', 'geo_lng as longitude'])
      .where('status', '!=', 'trash')
      .$if(some !== undefined, query => query.where('id', 'in', some!))
      .execute(),
  );

export const firstOrganizers = (db: Db, ids: Ids) =>
  chosen(ids, some =>
    db
      .selectFrom('organizers')
      .select(['id', 'name', 'slug', 'language', 'translations', 'email'])
      .where('status', '!=', 'trash')
      .$if(some !== undefined, query => query.where('id', 'in', some!))
      .execute(),
  );

export const firstTerms = (db: Db, taxonomy: Taxonomy, ids: Ids) =>
  chosen(ids, some =>
    db
      .selectFrom('terms')
      .select(['id', 'name', 'slug', 'language', 'translations'])
      .where('taxonomy', '=', taxonomy)
      .$if(some !== undefined, query => query.where('id', 'in', some!))
      .execute(),
  );

const chosen = async <Row extends { id: number }>(
  ids: Ids,
  read: (ids: Ids) => Promise<Row[]>,
): Promise<Row[]> => inOrder(ids ? await inChunks(ids, read) : await read(undefined));

/** What events link to, in the order of their links. */
export async function firstLinks(db: Db, events: readonly number[]) {
  const terms = (taxonomy: Taxonomy) =>
    inChunks(events, some =>
      db
        .selectFrom('event_terms')
        .innerJoin('terms', 'terms.id', 'event_terms.term_id')
        .select(['event_id', 'term_id as id'])
        .where('event_id', 'in', some)
        .where('taxonomy', '=', taxonomy)
        .execute(),
    );
  const places = (type: ContactType) =>
    inChunks(events, some =>
      db
        .selectFrom(linksOf({ type }))
        .select(['event_id', `${linkColumn({ type })} as id`])
        .where('event_id', 'in', some)
        .orderBy('position')
        .execute(),
    );
  return {
    ...{ venue: await places('venue'), organizer: await places('organizer') },
    ...{ category: await terms('category'), tag: await terms('tag') },
  };
}
