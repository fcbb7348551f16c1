import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { PreparedQuery, Reads } from '../db/prepared.ts';
import type { Db, OrganizerRow, TermRow, VenueRow } from '../db/tables.ts';
import { translatedText } from '../db/translated.ts';
import { type Language, languages } from '../i18n/language.ts';
import type { ContactTable, LinkedTable } from '../kinds.ts';

type ContactColumn = 'id' | 'slug' | 'name' | 'folded_name' | 'author_id' | 'status' | 'status_before_trash';
type TermColumn = 'id' | 'taxonomy' | 'name' | 'sort_name' | 'slug' | 'parent' | 'color';

/** The names and slugs of a record in other languages. */
export type TranslatedLabels = { readonly [Name in `${'name' | 'slug'} ${Language}`]?: string | null };

export type FacetPlace = Pick<OrganizerRow, ContactColumn> & TranslatedLabels;
export type FacetTerm = Pick<TermRow, TermColumn> & TranslatedLabels;

/** The members of a venue's address that filters compare, and the columns that decide who may read it. */
export type VenueAddress = Pick<
  VenueRow,
  'id' | 'author_id' | 'status' | 'status_before_trash' | 'city' | 'zip' | 'country'
>;

/** What facets need to know of the records that events link to. */
export interface FacetRecords extends Readonly<Record<ContactTable, FacetPlace>> {
  readonly terms: FacetTerm;
  readonly addresses: VenueAddress;
}

/** Records per read: other requests are answered in between. */
const PAGE = 1000;

const readAll =
  <Row extends { id: number }>(query: PreparedQuery<Row>) =>
  async (reads: Reads): Promise<Row[]> => {
    const all: Row[] = [];
    for (let last = 0; ; last = all.at(-1)!.id) {
      const rows = await reads.rows(query, [last]);
      all.push(...rows);
      if (rows.length < PAGE) return all;
      await setImmediate();
    }
  };

const labels = (db: Db, table: LinkedTable) =>
  languages.flatMap(language =>
    (['name', 'slug'] as const).map(column =>
      translatedText(db, table, language, column).as(`${column} ${language}`),
    ),
  );

const places = (table: ContactTable) =>
  readAll<FacetPlace>(db =>
    db
      // Both tables have these columns.
      .selectFrom(table as 'venues')
      .select(['id', 'slug', 'name', 'folded_name', 'author_id', 'status', 'status_before_trash'])
      .select(labels(db, table))
      .where('id', '>', 0)
      .orderBy('id')
      .limit(sql.lit(PAGE)),
  );

export const facetRecords: {
  readonly [Kind in keyof FacetRecords]: (reads: Reads) => Promise<FacetRecords[Kind][]>;
} = {
  terms: readAll<FacetTerm>(db =>
    db
      .selectFrom('terms')
      .select(['id', 'taxonomy', 'name', 'sort_name', 'slug', 'parent', 'color'])
      .select(labels(db, 'terms'))
      .where('id', '>', 0)
      .orderBy('id')
      .limit(sql.lit(PAGE)),
  ),
  venues: places('venues'),
  organizers: places('organizers'),
  addresses: readAll<VenueAddress>(db =>
    db
      .selectFrom('venues')
      .select(['id', 'author_id', 'status', 'status_before_trash', 'city', 'zip', 'country'])
      .where('id', '>', 0)
      .orderBy('id')
      .limit(sql.lit(PAGE)),
  ),
};
