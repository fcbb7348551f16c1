import { sql } from 'kysely';
import type { Config } from '../config.ts';
import type { Db, OutboxRow } from '../db/tables.ts';
import { countSubmitted, listSubmitted } from '../events/pending-edits.ts';
import { countPublic, listPublic } from '../events/public-proposals.ts';
import { adminWords } from '../i18n/admin/words.ts';
import { isLanguage } from '../i18n/language.ts';
import { filled } from '../i18n/say.ts';
import { epochSeconds } from '../lib/time/clock.ts';
import { type Mail, sendMail } from '../mail/mail.ts';
import { dueAt } from '../mail/notices.ts';
import { claimMail, failMail, type MailNotice, noticeTopics, settleMail } from '../mail/outbox.ts';
import { findWish, type Recipient, subscriptionOf, tokenOf } from '../mail/wishes.ts';
import type { Log } from '../observability/log.ts';
import { addressAt, noticesAddress } from '../site/address.ts';
import type { Live } from '../site/live-config.ts';
import { siteNameIn } from '../site/name.ts';
import { mayEditOthers } from '../users/rights.ts';
import { findUserById } from '../users/store.ts';
import { startJob } from './job.ts';

/** Milliseconds between two looks. */
const EVERY = 5000;

/** Sends the mails of the outbox, until stopped. */
export const startSending = (db: Db, live: Live, log: Log) =>
  startJob(
    {
      first: EVERY,
      every: EVERY,
      run: () => sendDue(db, live.current, log),
      failed: 'mails that wait could not be read',
    },
    log,
  );

/** Mails at once: one whose server is slow does not hold up the others. */
const LANES = 4;

/** Sends every mail that is due and that no other process has in hand. */
export async function sendDue(
  db: Db,
  config: Config,
  log: Pick<Log, 'error' | 'warn'>,
  clock = epochSeconds,
): Promise<void> {
  const lane = async () => {
    for (let row = await claimMail(db, clock()); row; row = await claimMail(db, clock()))
      await sendOne(db, config, row, log, clock);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

async function sendOne(
  db: Db,
  config: Config,
  row: OutboxRow,
  log: Pick<Log, 'error' | 'warn'>,
  clock: () => number,
): Promise<void> {
  const about = { mail: row.id, notice: row.notice, account: row.user_id };
  let made: Awaited<ReturnType<typeof compose>>;
  try {
    made = await compose(db, config, row);
    if (made) await sendMail(config, made.mail);
  } catch (thrown) {
    const { message, code, responseCode = 0 } = thrown as Error & { code?: string; responseCode?: number };
    // The mail server refuses the address, and will tomorrow.
    const isFinal = code === 'EENVELOPE' && responseCode >= 500;
    // What it says may name the address, which is not for the log.
    const isGivenUp = await failMail(db, row, clock(), { error: message, isFinal });
    const details = { ...about, code, responseCode, tries: row.attempts };
    if (isGivenUp) log.error(details, 'a mail could not be sent, and is given up');
    else log.warn(details, 'a mail could not be sent, and is tried again');
    return;
  }
  await settleMail(db, row, clock(), dueAt(made?.wish ?? 'never', config, clock()));
}

/** A mail as its recipient reads it; undefined if nobody wants it any more, or nothing is left to tell. */
async function compose(db: Db, config: Config, row: OutboxRow) {
  const notice = row.notice as MailNotice;
  const account = row.user_id === null ? undefined : await findUserById(db, row.user_id);
  const to = account ? { name: account.name || account.login, address: account.email ?? '' } : row;
  const recipient: Recipient = account ? { user: account.id } : row;
  const subscription = await subscriptionOf(db, recipient, noticeTopics[notice]);
  const wish = await findWish(db, subscription);
  if (to.address === '' || wish === undefined || wish === 'never') return undefined;
  // It may have lost the right meanwhile.
  if (notice === 'waiting' && !(account && mayEditOthers({ ...account, limits: undefined })))
    return undefined;
  const chosen = (account ?? row).language;
  const language = isLanguage(chosen) ? chosen : config.LANGUAGE;
  const address = addressAt(config.SITE_URL);
  const data = { site: siteNameIn({ address, config, language }), ...JSON.parse(row.data) };
  const content = notice === 'waiting' ? await waiting(db) : { note: data.note as string };
  if ('count' in content && content.count === 0) return undefined;
  const words = adminWords(language).mails;
  const subject = filled(words[notice], { ...data, ...content });
  const off = noticesAddress(config.SITE_URL, await tokenOf(db, subscription));
  const text = [
    subject,
    content.note && ('count' in content ? content.note : filled(words.note, content)),
    row.path === '' ? words.by_link : config.SITE_URL + row.path,
    filled(words.end, { off }),
  ];
  const id = `almanac.${row.id}.${row.revision}.${row.created_at}`;
  const mail: Mail = { to, subject, text: `${text.filter(Boolean).join('\n\n')}\n`, unsubscribe: off, id };
  return { mail, wish };
}

/** Titles that a mail names. */
const MOST = 10;

/** How many proposals wait, and the first of them by their start, each series once. */
async function waiting(db: Db): Promise<{ count: number; note: string }> {
  const one = sql<number>`coalesce(series_id, id)`;
  const pending = db.selectFrom('events').where('status', '=', 'pending').where('recurrence', '=', '');
  const events = await pending
    .select(({ fn }) => [one.as('one'), fn.min('title').as('title'), fn.min('start_at').as('start_at')])
    .groupBy(one)
    .orderBy('start_at')
    .limit(1000)
    .execute();
  const edits = await listSubmitted(db, MOST);
  const proposed = (await listPublic(db, MOST)).map(one => ({ ...one, title: one.typed.called ?? '' }));
  const changed = edits.map(edit => ({ ...edit, title: edit.members.title ?? edit.title }));
  const titles = [...changed, ...proposed, ...events]
    .sort((first, second) => first.start_at - second.start_at)
    .map(({ title }) => `– ${title}`);
  const count = (await countSubmitted(db)) + (await countPublic(db)) + events.length;
  return { count, note: [...titles.slice(0, MOST), ...(count > MOST ? ['…'] : [])].join('\n') };
}
