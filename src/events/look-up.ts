import { sql } from 'kysely';
import { dialectOf } from '../db/dialect.ts';
import { type PreparedQuery, raw, rowsOf } from '../db/prepared.ts';
import type { Db, Taxonomy } from '../db/tables.ts';
import { idsOf } from '../lib/objects.ts';
import type { ContactType } from '../records/table.ts';
import { followMerged } from '../records/versions/links.ts';
import {
  isId,
  matchAmong,
  type SpelledTerm,
  spelledBy,
  spelledTerms,
  type TermSpelling,
} from '../terms/match.ts';
import { findTerm } from '../terms/store.ts';

/** The ids among these that records to link to have: of this type, and not in the trash. */
export async function linkable(
  db: Db,
  type: ContactType,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const rows = await batchOf(db).add(type, ids);
  return new Set(rows.flatMap(row => (row.how === type ? row.id : [])));
}

/** The ids of the terms that these spellings match, see terms/match.ts. */
export async function matchLinks(
  db: Db,
  taxonomy: Taxonomy,
  spellings: readonly TermSpelling[],
): Promise<(number | undefined)[]> {
  if (spellings.length === 0) return [];
  const rows = await batchOf(db).add('term', spellings);
  const matched = await matchAmong(db, taxonomy, spellings, rows as SpelledTerm[]);
  for (let at = matched.indexOf(undefined); at >= 0; at = matched.indexOf(undefined, at + 1)) {
    const spelling = spellings[at]!;
    if (isId(spelling)) [matched[at]] = await staying(db, taxonomy, [Number(spelling)]);
  }
  return matched;
}

/** The terms into which these were merged: who has chosen one of them did not know. */
export async function staying(db: Db, taxonomy: Taxonomy, gone: readonly number[]): Promise<number[]> {
  const terms = [];
  for (const id of await followMerged(db, taxonomy, gone)) terms.push(await findTerm(db, taxonomy, id));
  return idsOf(terms.filter(term => term !== undefined));
}

interface Linkable extends Omit<SpelledTerm, 'how'> {
  how: SpelledTerm['how'] | ContactType;
}

/** The links of one request, which are looked up by one statement. */
class LookUpBatch {
  readonly #named = { venue: [] as number[], organizer: [] as number[], term: [] as TermSpelling[] };
  readonly #rows: Promise<Linkable[]>;

  /** @param close called when nothing can be added any more */
  constructor(db: Db, close: () => void) {
    this.#rows = Promise.resolve().then(() => {
      close();
      const { venue, organizer, term } = this.#named;
      const { listOf } = dialectOf(db);
      return rowsOf(db, linkables, [...spelledBy(db, term), listOf(venue), listOf(organizer)]);
    });
  }

  add<Type extends 'venue' | 'organizer' | 'term'>(
    type: Type,
    named: readonly (Type extends 'term' ? TermSpelling : number)[],
  ): Promise<Linkable[]> {
    (this.#named[type] as unknown[]).push(...named);
    return this.#rows;
  }
}

const open = new WeakMap<Db, LookUpBatch>();

/** The batch of what is asked for before the next microtask. */
const batchOf = (db: Db): LookUpBatch =>
  open.getOrInsertComputed(db, () => new LookUpBatch(db, () => open.delete(db)));

const linkables: PreparedQuery<Linkable> = raw(db => {
  const among = () => dialectOf(db).among(sql.ref('id'), 0);
  return sql<Linkable>`${spelledTerms(db)}
    union all select 'venue', '', id, '' from venues where ${among()} and status <> 'trash'
    union all select 'organizer', '', id, '' from organizers where ${among()} and status <> 'trash'`;
});
