import { createHash, type Hash } from 'node:crypto';
import { sql } from 'kysely';
import { dialectOf, NUMBERED, snapshot } from '../db/dialect.ts';
import type { Db, Tables } from '../db/tables.ts';

/** All tables with their keys. A table comes after the tables that it refers to. */
const KEYS = {
  settings: ['name'],
  site_settings: ['id'],
  users: ['id'],
  app_passwords: ['id'],
  sessions: ['id'],
  secret_links: ['id'],
  passkeys: ['id'],
  used_challenges: ['challenge'],
  outbox: ['id'],
  unwanted_mail: ['recipient', 'topic'],
  security_log: ['id'],
  records: ['id'],
  images: ['id'],
  venues: ['id'],
  organizers: ['id'],
  events: ['id'],
  pending_edits: ['id'],
  public_proposals: ['id'],
  open_forms: ['event_id', 'user_id'],
  terms: ['id'],
  sources: ['id'],
  readings: ['id'],
  event_venues: ['event_id', 'venue_id'],
  event_organizers: ['event_id', 'organizer_id'],
  event_terms: ['event_id', 'term_id'],
  imported: ['type', 'source'],
  former_addresses: ['path'],
  translated_slugs: ['type', 'slug'],
  vanished_occurrences: ['series_id', 'recurrence_id'],
  idempotency_keys: ['user_id', 'key'],
  versions: ['id'],
} as const satisfies { [Table in keyof Tables]: readonly (keyof Tables[Table])[] };

/** The number of rows of each table. */
export type CopyCounts = Record<keyof Tables, number>;

/** Rows read and written per statement: engines limit the number of values. */
const BATCH = 500;

/** Why a copy was refused. Nothing was written. */
export class CopyRefused extends Error {
  override name = 'CopyRefused';
}

/**
 * Copies one store into another, which must be empty: records with their ids, slugs and states, the trash, the
 * history, accounts with their password hashes, terms, and the sources of imports. The copy is read back and compared
 * before it is committed, so it is complete or absent.
 * @param progress called with the number of rows copied so far, per table
 * @throws CopyRefused if the target is not empty, or the copy differs when it is read back
 */
export function copyStore(
  from: Db,
  to: Db,
  progress: (table: keyof Tables, rows: number) => void,
): Promise<CopyCounts> {
  return snapshot(from, from =>
    to.transaction().execute(async to => {
      await assertEmpty(to);
      const counts: Partial<CopyCounts> = {};
      for (const table of Object.keys(KEYS) as (keyof Tables)[]) {
        const read = createHash('sha256');
        counts[table] = 0;
        for await (const rows of batchesOf(from, table)) {
          digest(read, rows);
          await to
            .insertInto(table)
            .values(rows as never)
            .execute();
          counts[table] += rows.length;
          progress(table, counts[table]);
        }
        const written = createHash('sha256');
        for await (const rows of batchesOf(to, table)) digest(written, rows);
        if (read.digest('hex') !== written.digest('hex'))
          throw new CopyRefused(`${table}: the rows read back differ from the source. Nothing was copied.`);
      }
      for (const table of NUMBERED)
        await dialectOf(to).passIds(to, table, await dialectOf(from).lastId(from, table));
      // Every table has been counted.
      return counts as CopyCounts;
    }),
  );
}

async function assertEmpty(to: Db): Promise<void> {
  for (const table of Object.keys(KEYS) as (keyof Tables)[])
    for await (const rows of batchesOf(to, table))
      if (rows.length > 0) throw new CopyRefused(`The target is not empty: it has ${table}.`);
}

type CopiedRow = Record<string, string | number | null>;

/** The rows of a table in batches, ordered by key. */
async function* batchesOf(db: Db, table: keyof Tables): AsyncGenerator<CopiedRow[]> {
  const keys: readonly string[] = KEYS[table];
  const key = sql.join(keys.map(name => sql.ref(name)));
  for (let last: CopiedRow | undefined; ; ) {
    const passed = last && keys.map(name => last?.[name]);
    const beyond = passed ? sql`where (${key}) > (${sql.join(passed)})` : sql``;
    const all = sql`select * from ${sql.table(table)}`;
    const { rows } = await sql<CopiedRow>`${all} ${beyond} order by ${key} limit ${BATCH}`.execute(db);
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH) return;
    last = rows.at(-1);
  }
}

/** Adds rows to a checksum. The order of columns does not matter, because engines differ in it. */
function digest(hash: Hash, rows: readonly CopiedRow[]): void {
  for (const row of rows)
    hash.update(`${JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)))}\n`);
}
