import { sql } from 'kysely';
import type { LoggedChange } from '../db/changes.ts';
import { dialectOf } from '../db/dialect.ts';
import type { PreparedQuery, Reads } from '../db/prepared.ts';
import type { Db } from '../db/tables.ts';
import { type ContactTable, contactTables, isContact } from '../kinds.ts';

/**
 * The venues and organizers that are hidden or deleted. A change to a record that stays hidden must not move
 * the Last-Modified of public answers.
 */
export class HiddenContacts {
  readonly #reads: Reads;
  /** The ids of hidden records; undefined if they must be read first. */
  #ids: Set<number> | undefined;
  /** The highest known record id; a higher one belongs to a new record. */
  #last = 0;

  constructor(reads: Reads) {
    this.#reads = reads;
  }

  async read(): Promise<void> {
    const [last] = await this.#reads.rows(lastId, []);
    const rows = await this.#reads.rows(allHidden, []);
    this.#last = last?.id ?? 0;
    this.#ids = new Set(rows.map(({ id }) => id));
  }

  forget(): void {
    this.#ids = undefined;
  }

  /**
   * Whether these changes affect public answers. Events are checked by the event index; here they count only if they
   * changed repeatedly.
   */
  async arePublic(changes: readonly LoggedChange[]): Promise<boolean> {
    const known = this.#ids;
    if (!known) {
      await this.read();
      return true;
    }
    // A new image is visible only through records, which change when they begin to show it.
    const others = changes.some(
      ({ type, record_id }) =>
        type === 'everything' ||
        type === 'setting' ||
        type === 'term' ||
        (type === 'image' && record_id <= this.#last),
    );
    const named = changes.filter(({ type }) => isContact(type));
    const shown = await this.#shows(known, [...new Set(named.map(({ record_id }) => record_id))]);
    for (const { type, record_id } of changes)
      if (type !== 'term' && type !== 'user' && type !== 'setting')
        this.#last = Math.max(this.#last, record_id);
    return others || shown || isRepeated(changes);
  }

  /** Whether any of these was public before the change, or is public now. */
  async #shows(known: Set<number>, ids: readonly number[]): Promise<boolean> {
    if (ids.length === 0) return false;
    const list = this.#reads.dialect.listOf(ids);
    const lists = contactTables.map(() => list);
    const shown = new Set((await this.#reads.rows(shownOf, lists)).map(({ id }) => id));
    const isShown = ids.some(id => shown.has(id) || !(known.has(id) || id > this.#last));
    for (const id of ids) {
      if (shown.has(id)) known.delete(id);
      else known.add(id);
    }
    return isShown;
  }
}

/** Whether a record changed at two different times: it may have been public in between. */
function isRepeated(changes: readonly LoggedChange[]): boolean {
  const times = new Map<number, number>();
  for (const { type, record_id, at } of changes) {
    if (type === 'term' || type === 'user') continue;
    if ((times.get(record_id) ?? at) !== at) return true;
    times.set(record_id, at);
  }
  return false;
}

const hiddenIn = (db: Db, table: ContactTable) =>
  db.selectFrom(table).select('id').where('status', '!=', sql.lit('publish'));

const allHidden: PreparedQuery<{ id: number }> = db =>
  contactTables.map(table => hiddenIn(db, table)).reduce((all, some) => all.unionAll(some));

const shownIn = (db: Db, table: ContactTable) =>
  db
    .selectFrom(table)
    .select('id')
    .where('status', '=', sql.lit('publish'))
    .where(dialectOf(db).among(sql.ref('id'), 0));

const shownOf: PreparedQuery<{ id: number }> = db =>
  contactTables.map(table => shownIn(db, table)).reduce((all, some) => all.unionAll(some));

const lastId: PreparedQuery<{ id: number }> = db =>
  db.selectFrom('records').select('id').orderBy('id', 'desc').limit(sql.lit(1));
