import { inTransaction } from '../../db/transaction.ts';
import { extendSeries } from '../../series/extend.ts';
import type { Run } from '../run.ts';

/** Gives series new occurrences at the dates whose former ones belong to other series now. */
export async function completeSeries({ db, losing, context }: Run): Promise<void> {
  for (const id of losing) await inTransaction(db, db => extendSeries(db, id, context));
}
