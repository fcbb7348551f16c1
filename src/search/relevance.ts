import { sql } from 'kysely';
import { dialectOf } from '../db/dialect.ts';
import { longRead } from '../db/long-read.ts';
import type { Db } from '../db/tables.ts';
import { isPlainWord } from '../fulltext/tokens.ts';
import { Pacer } from '../lib/pacer.ts';
import { fold } from '../lib/text/search-terms.ts';
import { beginsWord, type NamingRecord, scoreOf, type TermNames } from '../read-model/index/relevance.ts';
import { textsOf } from '../records/translations/stored.ts';
import { mayRead, type Viewer } from '../users/rights.ts';
import type { IndexContext } from './filter.ts';

/** For each term, the terms and readable places with a word that begins with it, by the index in memory. */
export const namesInReadModel = ({ readModel, viewer }: IndexContext, terms: readonly string[]) =>
  Promise.all(
    terms.map(async term =>
      namesOf(
        term,
        await readModel.names.get(term, () => longRead(readModel.db, db => recordsNaming(db, term))),
        viewer,
      ),
    ),
  );

/** Whether the full-text index knows all classes of matches of these terms. */
export const arePlain = (terms: readonly string[]): boolean => terms.every(isPlainWord);

function namesOf(term: string, records: readonly NamingRecord[], viewer: Viewer): TermNames {
  const readable = records.filter(record => record.type === 'terms' || mayRead(viewer, record));
  const ids = (type: NamingRecord['type']) =>
    readable.filter(record => record.type === type).map(({ id }) => id);
  return { term, venues: ids('venues'), organizers: ids('organizers'), terms: ids('terms') };
}

/** The records with a word that begins with a term in their names, in any language. */
async function recordsNaming(db: Db, term: string): Promise<NamingRecord[]> {
  const named = await db
    .selectFrom('terms')
    .select(['id', 'sort_name'])
    .where(dialectOf(db).contains(sql.ref('sort_name'), term))
    .execute();
  const terms = named.filter(({ sort_name }) => beginsWord(sort_name, term));
  const open = { author_id: 0, status: 'publish', status_before_trash: null } as const;
  return [
    ...(await placesNaming(db, 'venues', term)),
    ...(await placesNaming(db, 'organizers', term)),
    ...terms.map(({ id }) => ({ ...open, id, type: 'terms' as const })),
  ];
}

async function placesNaming(db: Db, type: 'venues' | 'organizers', term: string): Promise<NamingRecord[]> {
  const contains = (column: string, text: string) => dialectOf(db).contains(sql.ref(column), text);
  const asInJson = JSON.stringify(term).slice(1, -1);
  const found = await db
    .selectFrom(type)
    .select(['id', 'author_id', 'status', 'status_before_trash', 'folded_name', 'translations'])
    .where(({ eb, or, and }) =>
      or([
        contains('folded_name', term),
        and([eb('translated', '<>', ''), contains('search_text', asInJson)]),
      ]),
    )
    .execute();
  return found
    .filter(({ folded_name, translations }) =>
      [folded_name, ...textsOf(translations, 'name').map(fold)].some(name => beginsWord(name, term)),
    )
    .map(({ folded_name: _, translations: __, ...record }) => ({ ...record, type }));
}

/** Scores events by their texts in the store. */
export class Scores {
  readonly #db: Db;
  readonly #names: readonly TermNames[];
  readonly #pacer = new Pacer();

  private constructor(db: Db, names: readonly TermNames[]) {
    this.#db = db;
    this.#names = names;
  }

  static async of(db: Db, terms: readonly string[], viewer: Viewer): Promise<Scores> {
    const names: TermNames[] = [];
    for (const term of terms) names.push(namesOf(term, await recordsNaming(db, term), viewer));
    return new Scores(db, names);
  }

  async get(ids: readonly number[]): Promise<number[]> {
    const links = await this.#links(ids);
    const scores = new Map<number, number>();
    for (let at = 0; at < ids.length; at += SLICE) {
      const slice = ids.slice(at, at + SLICE);
      const rows = await this.#db
        .selectFrom('events')
        .select(['id', 'search_text'])
        .where(among(this.#db, 'id', slice))
        .execute();
      for (const { id, search_text } of rows) {
        scores.set(
          id,
          scoreOf({ text: search_text, isNamed: names => links.has(`${names.term} ${id}`) }, this.#names),
        );
        await this.#pacer.pause();
      }
    }
    return ids.map(id => scores.get(id) ?? 0);
  }

  /** The terms that linked records of these events have in their names, each with the event. */
  async #links(ids: readonly number[]): Promise<Set<string>> {
    const found = new Set<string>();
    for (const { term, ...named } of this.#names)
      for (const [table, column, linked] of [
        ['event_venues', 'venue_id', named.venues],
        ['event_organizers', 'organizer_id', named.organizers],
        ['event_terms', 'term_id', named.terms],
      ] as const) {
        if (linked.length === 0) continue;
        const rows = await this.#db
          .selectFrom(table as 'event_venues')
          .select('event_id')
          .where(among(this.#db, 'event_id', ids))
          .where(among(this.#db, column, linked))
          .execute();
        for (const { event_id } of rows) found.add(`${term} ${event_id}`);
      }
    return found;
  }
}

/** Texts per read: they may be long. */
const SLICE = 50;

const among = (db: Db, column: string, ids: readonly number[]) => {
  const { among, listOf } = dialectOf(db);
  return among(sql.ref(column), listOf(ids));
};
