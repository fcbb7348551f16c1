import { sql } from 'kysely';
import type { Db } from '../db/tables.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Log } from '../observability/log.ts';
import { tableOf } from '../records/table.ts';
import { keepUpdate, type WriteContext } from '../records/versions/record-change.ts';
import { NO_TERMS, publishedTerms, recount } from '../terms/store.ts';
import { startJob } from './job.ts';

/** Longest wait between two looks: another process may have scheduled records meanwhile. */
const LOOK_AGAIN = 1000;

/** Publishes scheduled records when they are due, until stopped. */
export const startPublishing = (db: Db, config: WriteContext['config'], log: Log) =>
  startJob(
    {
      first: 0,
      // Just after the next full second: publication dates are whole seconds.
      wait: () => LOOK_AGAIN - (Date.now() % LOOK_AGAIN) + 5,
      async run() {
        const published = await publishDue(db, config, Math.floor(Date.now() / 1000));
        if (published > 0) log.info({ published }, 'published scheduled records');
      },
      failed: 'scheduled records could not be published',
    },
    log,
  );

/** Publishes every scheduled record that is due; returns their number. */
export async function publishDue(db: Db, config: WriteContext['config'], now: number): Promise<number> {
  const context: WriteContext = { viewer: undefined, config, now, via: 'schedule' };
  let published = 0;
  for (const type of ['event', 'venue', 'organizer'] as const) {
    const table = tableOf(type);
    const due = await db
      .selectFrom(table)
      .select('id')
      .where('status', '=', 'future')
      .where('date_at', '<=', now)
      .execute();
    for (const { id } of due) {
      await inTransaction(db, async db => {
        const { numUpdatedRows } = await db
          .updateTable(table)
          .set({ status: 'publish', ...(type === 'event' && { sequence: sql`sequence + 1` }) })
          .where('id', '=', id)
          .where('status', '=', 'future')
          .where('date_at', '<=', now)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) return;
        await keepUpdate(db, context, type, { id, status: 'future' }, { status: 'publish' });
        if (type === 'event') await recount(db, NO_TERMS, await publishedTerms(db, [id]));
        published++;
      });
    }
  }
  return published;
}
