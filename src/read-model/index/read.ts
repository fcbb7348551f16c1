import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { dialectOf } from '../../db/dialect.ts';
import { isListed } from '../../db/listed.ts';
import type { PreparedQuery, Reads } from '../../db/prepared.ts';
import type { Db } from '../../db/tables.ts';
import { shownTitle, translatedText } from '../../db/translated.ts';
import { type Language, languages } from '../../i18n/language.ts';
import { linkedTables } from '../../kinds.ts';
import { type IndexColumns, languagesAt, type Numbers, positionOf, RawColumns } from './columns.ts';
import type { IndexEntry, TranslatedTitles } from './entry.ts';
import { traitsOfRow } from './states.ts';
import type { Titles } from './title-ranks.ts';
import { languageBits, SITE, type TraitRow, traitColumns } from './traits.ts';

/** Reads index entries by id; missing events are left out. */
export async function readEntries(reads: Reads, ids: readonly number[]): Promise<Map<number, IndexEntry>> {
  const list = [reads.dialect.listOf(ids)];
  return withLinks(await reads.rows(rowsOf, list), reads, 'among', list);
}

/**
 * Reads all events, not in one snapshot: the caller follows the changes since before the read, and reads changed events
 * again.
 */
export async function readAll(reads: Reads): Promise<{ columns: IndexColumns; titles: Titles }> {
  const raw = new RawColumns();
  const titles: string[] = [];
  let last = 0;
  for (;;) {
    // Waiting requests are answered between two pages.
    await setImmediate();
    const rows = await reads.rows(rowsAfter, [last]);
    if (rows.length === 0) break;
    const range = [last, rows.at(-1)!.id];
    last = rows.at(-1)!.id;
    const page = await withLinks(rows, reads, 'within', range);
    for (const entry of page.values()) {
      raw.append(entry);
      titles.push(entry.title ?? '');
    }
  }
  const columns = raw.sorted();
  const own = new Array<string>(columns.size);
  for (const [at, title] of titles.entries()) own[columns.byId[at]!] = title;
  return { columns, titles: { own, translated: await readTranslatedTitles(reads, columns) } };
}

/** The titles of events by position; '' for an event that no longer exists. */
export async function readTitles(reads: Reads, columns: IndexColumns): Promise<Titles> {
  const own: string[] = [];
  for (let at = 0; at < columns.size; at += PAGE) {
    await setImmediate();
    const slice = [...columns.ids.subarray(at, at + PAGE)];
    const rows = await reads.rows(titles(), [reads.dialect.listOf(slice)]);
    const found = new Map(rows.map(({ id, title }) => [id, title]));
    for (const id of slice) own.push(found.get(id) ?? '');
  }
  return { own, translated: await readTranslatedTitles(reads, columns) };
}

async function readTranslatedTitles(reads: Reads, columns: IndexColumns): Promise<Titles['translated']> {
  const translated = new Map<Language, Map<number, string>>();
  const ids = [...columns.ids].filter((_, position) => languagesAt(columns, position) !== SITE);
  for (let at = 0; at < ids.length; at += TRANSLATED) {
    await setImmediate();
    const rows = await reads.rows(translatedTitles, [reads.dialect.listOf(ids.slice(at, at + TRANSLATED))]);
    for (const row of rows) {
      const position = positionOf(columns, row.id);
      for (const [language, title] of Object.entries(translatedTitlesOf(row)) as [Language, string][]) {
        translated.getOrInsertComputed(language, () => new Map()).set(position, title);
      }
    }
  }
  return translated;
}

/** The titles of events as they are shown in a language, by a list of ids. */
export function titles(language?: Language): PreparedQuery<{ id: number; title: string }> {
  return titleQueries.getOrInsertComputed(
    language,
    () => (db: Db) =>
      db
        .selectFrom('events')
        .select(['id', shownTitle(db, language).as('title')])
        .where(isAmong(db, 'id')),
  );
}

const titleQueries = new Map<Language | undefined, ReturnType<typeof titles>>();

/** The titles of a row in other languages, by the names of `titleColumns`. */
type TitleRow = { readonly [Name in `title ${Language}`]: string | null };

const titleColumns = (db: Db) =>
  languages.map(language => translatedText(db, 'events', language, 'title').as(`title ${language}`));

const translatedTitles: PreparedQuery<{ id: number } & TitleRow> = db =>
  db
    .selectFrom('events')
    .select(['id', ...titleColumns(db)])
    .where(isAmong(db, 'id'))
    .where(sql<boolean>`translated <> ''`);

/** Translated events per read: to find their titles takes as long as all their texts are. */
const TRANSLATED = 200;

const translatedTitlesOf = (row: Partial<TitleRow>): TranslatedTitles =>
  Object.fromEntries(
    languages.flatMap(language => {
      const title = row[`title ${language}`];
      return typeof title === 'string' ? [[language, title]] : [];
    }),
  );

/** The search texts of these events, in order; '' for an event that no longer exists. */
export async function* readTexts(reads: Reads, ids: Numbers): AsyncGenerator<string> {
  for (let at = 0; at < ids.length; at += PAGE) {
    const slice = [...ids.subarray(at, at + PAGE)];
    const texts = await textsOf(reads, slice);
    for (const id of slice) yield texts.get(id) ?? '';
  }
}

async function textsOf(reads: Reads, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await reads.rows(searchTexts, [reads.dialect.listOf(ids)]);
  return new Map(rows.map(({ id, search_text }) => [id, search_text]));
}

const searchTexts: PreparedQuery<{ id: number; search_text: string }> = db =>
  db.selectFrom('events').select(['id', 'search_text']).where(isAmong(db, 'id'));

/** Events per read. */
const PAGE = 2000;

interface EntryRow extends TraitRow, Partial<TitleRow> {
  id: number;
  start_at: number;
  end_at: number;
  date_at: number;
  modified_at: number;
  author_id: number;
  password_hash: string | null;
  series_id: number | null;
  language: string;
  translated: string;
  search_text?: string;
  title?: string;
}

/** The entries of rows by id. The links are those of the same events, which the parameters name. */
async function withLinks(
  rows: EntryRow[],
  reads: Reads,
  which: 'among' | 'within',
  parameters: readonly unknown[],
): Promise<Map<number, IndexEntry>> {
  const entries = rows.map(row => ({
    ...{ id: row.id, start: row.start_at, end: row.end_at, date: row.date_at, modified: row.modified_at },
    ...{ author: row.author_id, traits: traitsOfRow(row) },
    ...{ hash: row.password_hash, title: row.title, text: row.search_text },
    translatedTitles: row.translated === '' || row.title === undefined ? undefined : translatedTitlesOf(row),
    ...{ venues: [] as number[], organizers: [] as number[], terms: [] as number[] },
    series: row.series_id ?? 0,
    languages: languageBits(row.language, row.translated),
  }));
  const byId = new Map(entries.map(entry => [entry.id, entry]));
  for (const kind of linkedTables)
    for (const { event_id, linked } of await reads.rows(LINKS[kind][which], parameters))
      byId.get(event_id)?.[kind].push(linked);
  return byId;
}

const events = (db: Db) =>
  db
    .selectFrom('events')
    .where(isListed)
    .select([
      'id',
      'start_at',
      'end_at',
      'date_at',
      'modified_at',
      'author_id',
      'password_hash',
      'series_id',
      'language',
      'translated',
      ...traitColumns(dialectOf(db)),
    ]);

export async function countEvents(reads: Reads, bound: number): Promise<number> {
  return (await reads.rows(someIds, [bound])).length;
}

const someIds: PreparedQuery<{ id: number }> = db =>
  db.selectFrom('events').select('id').limit(sql<number>`${0}`);

const isAmong = (db: Db, column: string) => dialectOf(db).among(sql.ref(column), 0);
const between = (column: string) => sql<boolean>`${sql.ref(column)} > ${0} and ${sql.ref(column)} <= ${0}`;

const rowsOf: PreparedQuery<EntryRow> = db =>
  events(db)
    .select(['title', 'search_text', ...titleColumns(db)])
    .where(isAmong(db, 'id'));
const rowsAfter: PreparedQuery<EntryRow> = db =>
  events(db).select('title').where('id', '>', 0).orderBy('id').limit(sql.lit(PAGE));

/** The links of events to records of a kind, in their order: of some events, or of those in a range of ids. */
function linkQueries(table: 'event_venues', column: 'venue_id', order: 'position') {
  const links = (db: Db) =>
    db
      .selectFrom(table)
      .select(['event_id', `${column} as linked`])
      .orderBy('event_id')
      .orderBy(order);
  return {
    among: (db: Db) => links(db).where(isAmong(db, 'event_id')),
    within: (db: Db) => links(db).where(between('event_id')),
  };
}

// The tables differ only in their names and the names of two columns.
const LINKS = {
  venues: linkQueries('event_venues', 'venue_id', 'position'),
  organizers: linkQueries('event_organizers' as 'event_venues', 'organizer_id' as 'venue_id', 'position'),
  terms: linkQueries('event_terms' as 'event_venues', 'term_id' as 'venue_id', 'term_id' as 'position'),
};
