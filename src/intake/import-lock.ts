import { sql } from 'kysely';
import { raw, rowsOf } from '../db/prepared.ts';
import type { Db } from '../db/tables.ts';
import { SourceError } from './source-error.ts';

// Two imports running at once would each create the records that the other has just created. So each import counts its
// batches in the store, in the transaction that writes them, and stops when the count shows another import.

/** The setting that counts the batches written by imports. */
const BATCHES = 'import_batches';

/** The number of batches written so far. */
export async function batchesSoFar(db: Db): Promise<number> {
  const [found] = await rowsOf(db, counted, []);
  return Number(found?.value ?? 0);
}

/**
 * Counts a batch within the transaction that writes it.
 * @param before the count when this import last wrote, or began
 * @returns the new count
 * @throws SourceError if another import has written meanwhile
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
