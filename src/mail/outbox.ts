import { type SqlBool, sql } from 'kysely';
import type { Config } from '../config.ts';
import type { Db, OutboxRow } from '../db/tables.ts';
import type { MessageValues } from '../i18n/say.ts';
import { sendsMail } from './mail.ts';
import type { NoticeTopic, Recipient } from './wishes.ts';

/** What mails tell, by the names of their texts, and what each is about. */
export const noticeTopics = {
  waiting: 'proposals',
  published: 'decisions',
  returned: 'decisions',
  refused: 'decisions',
  source_failed: 'sources',
} as const satisfies Record<string, NoticeTopic>;
export type MailNotice = keyof typeof noticeTopics;

export interface NewMail {
  readonly to: Recipient;
  readonly notice: MailNotice;
  /** What the text names; `note` is what an editor wrote. */
  readonly data?: MessageValues;
  /** Where it leads, below the site: `/admin/events/12/`. */
  readonly path: string;
  readonly now: number;
  /** When it is sent; at once by default. */
  readonly due_at?: number;
  /** A mail of the same key that waits tells this as well. */
  readonly merge_key?: string;
}

/** Leaves mails to be sent, in the transaction of what they tell. Where no mail is sent, nothing is left. */
export async function putMails(
  db: Db,
  config: Partial<Pick<Config, 'SMTP_URL'>>,
  mails: readonly NewMail[],
): Promise<void> {
  if (!config.SMTP_URL || !sendsMail({ SMTP_URL: config.SMTP_URL }) || mails.length === 0) return;
  const rows = mails.map(({ to, notice, data = {}, path, now, due_at = now, merge_key = null }) => ({
    ...('user' in to
      ? { user_id: to.user, address: '', name: '', language: '' }
      : { user_id: null, address: to.address, name: to.name, language: to.language }),
    ...{ notice, data: JSON.stringify(data), path, merge_key, created_at: now, due_at },
  }));
  const isSooner = sql<SqlBool>`outbox.attempts = 0 and excluded.due_at < outbox.due_at`;
  await db
    .insertInto('outbox')
    .values(rows)
    .onConflict(conflict =>
      conflict.column('merge_key').doUpdateSet({
        revision: sql`outbox.revision + 1`,
        due_at: sql`case when ${isSooner} then excluded.due_at else outbox.due_at end`,
      }),
    )
    .execute();
}

/** Seconds for which a process has a mail in hand: longer than sending takes. Then another process sends it. */
const CLAIM = 120;

const open = (db: Db) => db.selectFrom('outbox').where('sent_at', 'is', null).where('failed_at', 'is', null);

/** Takes the next mail that is due in hand: no other process sends it meanwhile. */
export async function claimMail(db: Db, now: number): Promise<OutboxRow | undefined> {
  for (;;) {
    const next = await open(db)
      .selectAll()
      .where('due_at', '<=', now)
      .where('claimed_until', '<=', now)
      .orderBy('due_at')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    if (!next) return undefined;
    const { id, attempts } = next;
    const claimed = await db
      .updateTable('outbox')
      .set({ claimed_until: now + CLAIM, attempts: attempts + 1 })
      .where('id', '=', id)
      .where('attempts', '=', attempts)
      .where('claimed_until', '=', next.claimed_until)
      .where('sent_at', 'is', null)
      .returningAll()
      .executeTakeFirst();
    if (claimed) return claimed;
  }
}

/**
 * Notes that a mail was sent, or that there is nothing to tell any more. What came to it meanwhile is told by another one.
 * @param again when that one is due
 */
export async function settleMail(db: Db, { id, revision }: OutboxRow, now: number, again: number) {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ sent_at: now, merge_key: null, data: '{}', path: '' })
    .where('id', '=', id)
    .where('revision', '=', revision)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) return;
  const waits = db.updateTable('outbox').set({ claimed_until: 0, attempts: 0, due_at: again });
  await waits.where('id', '=', id).where('sent_at', 'is', null).execute();
}

/** Seconds between tries; after the last one a mail is given up. */
const PAUSES = [60, 300, 900, 3600, 14_400, 43_200, 86_400];

/**
 * Notes that a mail could not be sent.
 * @param isFinal whether the mail server will never take it
 * @returns whether it was given up
 */
export async function failMail(
  db: Db,
  { id, attempts }: OutboxRow,
  now: number,
  { error, isFinal }: { readonly error: string; readonly isFinal: boolean },
): Promise<boolean> {
  const pause = isFinal ? undefined : PAUSES[attempts - 1];
  const next = pause === undefined ? { failed_at: now, merge_key: null } : { due_at: now + pause };
  const written = db.updateTable('outbox').set({ ...next, claimed_until: 0, error: error.slice(0, 500) });
  // Another process may have taken it over.
  await written.where('id', '=', id).where('attempts', '=', attempts).execute();
  return pause === undefined;
}

/** The mails that were given up, the last one first, with the account or the address that should have got each. */
export const failedMails = (db: Db, limit: number) =>
  db
    .selectFrom('outbox')
    .leftJoin('users', 'users.id', 'user_id')
    .select(['outbox.id', 'notice', 'failed_at', 'error', 'login', 'address'])
    .where('failed_at', 'is not', null)
    .orderBy('failed_at', 'desc')
    .limit(limit)
    .execute();

/** How many mails should have been sent before this epoch second. */
export const countLateMails = async (db: Db, before: number): Promise<number> => {
  const late = open(db).where('due_at', '<', before);
  return Number((await late.select(({ fn }) => fn.countAll().as('count')).executeTakeFirstOrThrow()).count);
};

const DAY = 86_400;

/** Deletes what was sent a day ago, was given up a month ago, or tells what nobody needs to read any more. */
export const pruneMails = (db: Db, now: number): Promise<unknown> =>
  db
    .deleteFrom('outbox')
    .where(({ eb, or }) =>
      or([
        eb('sent_at', '<', now - DAY),
        eb('failed_at', '<', now - 30 * DAY),
        eb.and([eb('failed_at', 'is', null), eb('created_at', '<', now - 7 * DAY)]),
      ]),
    )
    .execute();
