import { sql } from 'kysely';
import { raw, rowsOf } from '../db/prepared.ts';
import type { Db } from '../db/tables.ts';
import { SourceError } from './web.ts';

// Two imports at once would both take for new what neither of them has found: each counts its batches in the store, with
// what it writes, and ends where somebody else has counted, too.

/** The setting that holds how many batches imports have written. */
const BATCHES = 'import_batches';

/** How many batches there have been. */
export async function batchesSoFar(db: Db): Promise<number> {
  const [found] = await rowsOf(db, counted, []);
  return Number(found?.value ?? 0);
}

/**
 * Counts a batch within the transaction that writes it.
 * @param before how many there were when the import last wrote, or began
 * @returns how many there are now
 * @throws SourceError where another import has written meanwhile
 */
export async function countBatch(db: Db, before: number): Promise<number> {
  const [found] = await rowsOf(db, count, []);
  const now = Number(found!.value);
  if (now === before + 1) return now;
  throw new SourceError('another import is writing into this store');
}

const counted = raw<{ value: string }>(
  () => sql`select value from settings where name = ${sql.lit(BATCHES)}`,
);
const count = raw<{ value: string }>(
  () => sql`insert into settings (name, value) values (${sql.lit(BATCHES)}, '1')
    on conflict (name) do update set value = cast(cast(settings.value as bigint) + 1 as text)
    returning value`,
);
