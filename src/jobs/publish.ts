import { sql } from 'kysely';
import { continueOnFailure, type RecordFailed } from '../db/failing.ts';
import { raw, rowsOf } from '../db/prepared.ts';
import type { Db, EventRow } from '../db/tables.ts';
import { inTransaction } from '../db/transaction.ts';
import { tellOfWrite } from '../events/tell.ts';
import { type ContactType, type PublishedType, publishedTypes } from '../kinds.ts';
import { epochSeconds } from '../lib/time/clock.ts';
import type { NoticeSettings } from '../mail/notices.ts';
import type { Log } from '../observability/log.ts';
import { tableOf } from '../records/table.ts';
import { reviseEvents } from '../records/versions/bulk.ts';
import { keepUpdate, type WriteContext } from '../records/versions/record-change.ts';
import { findOccurrences, lockWithSeries, ownOf, termsOfOccurrences } from '../series/occurrences.ts';
import { isSeries } from '../series/recurrence.ts';
import { publishedTerms, recount } from '../terms/store.ts';
import { startJob } from './job.ts';

/** Mails tell of what is published. */
interface PublishContext extends WriteContext {
  readonly config: WriteContext['config'] & Partial<NoticeSettings>;
}

/** Longest wait between two looks: another process may have scheduled records meanwhile. */
const LOOK_AGAIN = 1000;

/** Publishes scheduled records when they are due, until stopped. */
export function startPublishing(db: Db, config: PublishContext['config'], log: Log) {
  const failures = new FailedRecords(log, 'a scheduled record could not be published; others are');
  return startJob(
    {
      first: 0,
      every: LOOK_AGAIN,
      async run() {
        const published = await publishDue(db, config, epochSeconds(), failures);
        if (published > 0) log.info({ published }, 'published scheduled records');
      },
      failed: 'scheduled records could not be published',
    },
    log,
  );
}

/**
 * Publishes every scheduled record that is due; returns their number.
 * @param failures takes one that fails, and the rest goes on; by default that is an error
 */
export async function publishDue(
  db: Db,
  config: PublishContext['config'],
  now: number,
  failures: Pick<FailedRecords, 'isWaiting' | 'add' | 'remove'> = NONE_MAY_FAIL,
): Promise<number> {
  const context: PublishContext = { viewer: undefined, config, now, via: 'schedule' };
  let published = 0;
  // One for each part of the statement.
  const times = publishedTypes.map(() => now);
  for (const { type, id } of await rowsOf(db, due, times)) {
    if (failures.isWaiting(type, id)) continue;
    const work = async () => {
      if (await inTransaction(db, db => publishOne(db, context, type, id))) published++;
      failures.remove(type, id);
    };
    await continueOnFailure(db, work, error => failures.add({ type, id }, error));
  }
  return published;
}

const NONE_MAY_FAIL = {
  isWaiting: () => false,
  add(_: unknown, error: unknown) {
    throw error;
  },
  remove() {},
};

/** Resolves to whether the record was due and is published now. */
async function publishOne(
  db: Db,
  context: PublishContext,
  type: PublishedType,
  id: number,
): Promise<boolean> {
  const { now } = context;
  const isDone =
    type === 'event' ? await publishEvent(db, id, context) : await publishContact(db, type, id, now);
  if (isDone) await keepUpdate(db, context, type, { id, status: 'future' }, { status: 'publish' });
  return isDone;
}

/**
 * The records that are due. Series come first, because most occurrences are published with theirs. One statement asks for
 * all of them: a quiet service does little else.
 */
const due = raw<{ type: PublishedType; id: number }>(() => {
  const ofType = (type: PublishedType) => {
    const isEvent = type === 'event';
    return sql`select ${sql.lit(type)} as type, id, ${isEvent ? OF_SERIES : sql.lit(2)} as rank
      from ${sql.table(tableOf(type))}
      where status = 'future' and date_at <= ${0}${isEvent ? OWN : sql``}`;
  };
  return sql`${sql.join(publishedTypes.map(ofType), sql` union all `)} order by rank, id`;
});

const OF_SERIES = sql`case when recurrence = '' then 1 else 0 end`;
const OWN = sql` and not (series_id is not null and own_members = '')`;

async function publishContact(db: Db, type: ContactType, id: number, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable(tableOf(type))
    .set({ status: 'publish' })
    .where('id', '=', id)
    .where('status', '=', 'future')
    .where('date_at', '<=', now)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Milliseconds from a first failure to the next attempt, and the most between two. */
const [FIRST, LONGEST] = [1000, 3_600_000];

/**
 * Records on which a job that runs often has failed. They are tried again after pauses that double, and each failure is
 * logged: a record that will never succeed takes neither time nor lines.
 */
export class FailedRecords {
  readonly #log: Pick<Log, 'error'>;
  readonly #text: string;
  readonly #clock: () => number;
  readonly #waiting = new Map<string, { until: number; pause: number }>();

  /** @param text what the log says */
  constructor(log: Pick<Log, 'error'>, text: string, clock: () => number = () => performance.now()) {
    this.#log = log;
    this.#text = text;
    this.#clock = clock;
  }

  /** Whether it is too early to try this record again. */
  isWaiting(type: string, id: number): boolean {
    const { until } = this.#waiting.get(`${type} ${id}`) ?? { until: 0 };
    return this.#clock() < until;
  }

  readonly add: RecordFailed = ({ type, id }, error) => {
    const pause = Math.min(2 * (this.#waiting.get(`${type} ${id}`)?.pause ?? FIRST / 2), LONGEST);
    this.#waiting.set(`${type} ${id}`, { until: this.#clock() + pause, pause });
    this.#log.error({ err: error, type, id }, this.#text);
  };

  /** Forgets a record that has succeeded. */
  remove(type: string, id: number): void {
    this.#waiting.delete(`${type} ${id}`);
  }
}

/** Publishes a scheduled event that is due, a series with its occurrences; false if it is not due any more. */
async function publishEvent(db: Db, id: number, context: PublishContext): Promise<boolean> {
  const { now } = context;
  const locked = await lockWithSeries(db, id);
  if (locked?.event.status !== 'future' || locked.event.date_at > now) return false;
  const { event, series } = locked;
  const terms = await termsOf(db, event);
  await rowsOf(db, publish, [id, id, now]);
  if (isSeries(event)) await keepScheduled(db, id);
  if (series) await setStatusOwn(db, event, series.status !== 'publish');
  if (series) await reviseEvents(db, context, [series.id]);
  await recount(db, terms, await termsOf(db, event));
  await tellOfWrite(db, context, 'future', { ...event, status: 'publish' });
  return true;
}

const publish = raw(
  () => sql<never>`update events set status = 'publish', sequence = sequence + 1
    where (id = ${0} or series_id = ${0}) and status = 'future' and date_at <= ${0}`,
);

const termsOf = (db: Db, event: EventRow) =>
  isSeries(event) ? termsOfOccurrences(db, [event.id]) : publishedTerms(db, [event.id]);

/** Occurrences with a later date of publication still wait for it: their status becomes their own. */
async function keepScheduled(db: Db, series: number): Promise<void> {
  for (const one of await findOccurrences(db, series))
    if (one.status === 'future') await setStatusOwn(db, one, true);
}

async function setStatusOwn(
  db: Db,
  one: Pick<EventRow, 'id' | 'own_members'>,
  isOwn: boolean,
): Promise<void> {
  const others = ownOf(one).filter(name => name !== 'status');
  const own_members = [...others, ...(isOwn ? ['status'] : [])].sort().join();
  if (own_members === one.own_members) return;
  await db.updateTable('events').set({ own_members }).where('id', '=', one.id).execute();
}
