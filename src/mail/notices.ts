import { roles } from '../config/values.ts';
import type { Config } from '../config.ts';
import type { Db, SourceRow } from '../db/tables.ts';
import { toEpoch, toWall } from '../lib/time/zones.ts';
import { ADMIN } from '../site/address.ts';
import { mayEditOthers } from '../users/rights.ts';
import { type MailNotice, putMails } from './outbox.ts';
import type { Recipient, Wish } from './wishes.ts';

/** Of the settings, what the outbox follows. */
export type NoticeSettings = Pick<Config, 'SMTP_URL' | 'TIME_ZONE'>;

const editors = roles.filter(role => mayEditOthers({ id: 0, login: '', role }));

/** Tells editors that a proposal waits, each as it wants, in the transaction in which it was sent. */
export async function tellEditors(db: Db, config: Partial<NoticeSettings>, now: number): Promise<void> {
  const { SMTP_URL, TIME_ZONE } = config;
  if (!SMTP_URL || !TIME_ZONE) return;
  const wanting = db.selectFrom('users').select(['id', 'proposal_mail']).where('role', 'in', editors);
  const subscribed = wanting.where('email', 'is not', null).where('proposal_mail', '<>', 'never');
  const mails = (await subscribed.where('removed_at', 'is', null).orderBy('id').execute()).map(
    ({ id, proposal_mail }) => ({
      ...{ to: { user: id }, notice: 'waiting' as const, path: `${ADMIN}/proposals/`, now },
      ...{ due_at: dueAt(proposal_mail, { TIME_ZONE }, now), merge_key: `waiting ${id}` },
    }),
  );
  await putMails(db, config, mails);
}

/** The hour of the site's zone at which what happened in a day is told together. */
const HOUR = '07:00:00';

/** When a mail is due that somebody wants so. */
export function dueAt(
  wish: Wish,
  { TIME_ZONE: { id: zone } }: Pick<NoticeSettings, 'TIME_ZONE'>,
  now: number,
): number {
  if (wish !== 'daily') return now;
  const onDayOf = (epoch: number) => toEpoch(`${toWall(epoch, zone).slice(0, 10)} ${HOUR}`, zone);
  const today = onDayOf(now);
  return today > now ? today : onDayOf(today + 86_400);
}

/** Tells the owner of a source that it fails again and again. */
export async function tellOwner(
  db: Db,
  config: Partial<NoticeSettings>,
  { id, owner_id: user, name }: Pick<SourceRow, 'id' | 'owner_id' | 'name'>,
  now: number,
): Promise<void> {
  if (user === null) return;
  const path = `${ADMIN}/sources/${id}/`;
  await putMails(db, config, [
    { to: { user }, notice: 'source_failed', data: { name, note: '' }, path, now },
  ]);
}

/** What became of a proposal. */
export interface Decided {
  readonly decision: Exclude<MailNotice, 'waiting' | 'source_failed'>;
  readonly title: string;
  /** What an editor wrote. */
  readonly note?: string;
  /** Where it is now. */
  readonly path: string;
  readonly now: number;
}

/** Tells whoever has proposed something what became of it, in the transaction in which that happens. */
const tell = (
  db: Db,
  config: Partial<NoticeSettings>,
  to: Recipient,
  { decision, title, note = '', path, now }: Decided,
): Promise<void> => putMails(db, config, [{ to, notice: decision, data: { title, note }, path, now }]);

/** Tells an account. @param decided with a path below `/admin` */
export const tellAuthor = (
  db: Db,
  config: Partial<NoticeSettings>,
  user: number,
  { path, ...decided }: Decided,
): Promise<void> => tell(db, config, { user }, { ...decided, path: ADMIN + path });

/**
 * Tells somebody without an account.
 * @param decided with a path below the site, or none for the private link, which the first mail has
 */
export const tellProposer = (
  db: Db,
  config: Partial<NoticeSettings>,
  { email: address, name, language }: Readonly<Record<'email' | 'name' | 'language', string>>,
  decided: Decided,
): Promise<void> => tell(db, config, { address, name, language }, decided);
