import type { Db, UserRow } from '../../db/tables.ts';
import { inTransaction } from '../../db/transaction.ts';
import { InvalidValue, Refused } from '../../errors.ts';
import type { BareCall } from '../../http/call.ts';
import { RestError, refusal } from '../../http/errors.ts';
import { adminWords } from '../../i18n/admin/words.ts';
import { isLanguage } from '../../i18n/language.ts';
import { filled } from '../../i18n/say.ts';
import { isMailAddress } from '../../lib/text/addresses.ts';
import { toWall } from '../../lib/time/zones.ts';
import { sendMail, sendsMail } from '../../mail/mail.ts';
import { recordsOf, removeUser } from '../../records/authors.ts';
import { linkAddress } from '../../site/address.ts';
import { siteName } from '../../site/name.ts';
import { findAccount, setLimits } from '../../users/accounts.ts';
import { limitsColumn, limitsIn, NO_LIMITS } from '../../users/limits.ts';
import { type MadeLink, makeLink } from '../../users/secret-links.ts';
import { note, type SecurityEntry } from '../../users/security-log.ts';
import {
  addUser,
  findUser,
  findUserById,
  isOnlyAdministrator,
  renameUser,
  setPerson,
  setRole,
} from '../../users/store.ts';
import { limitsAfter, type UserInput } from './fields.ts';
import type { Invitation } from './show.ts';

export const userNotFound = () => refusal(404, 'rest_user_not_found');
export const onlyAdministrator = () => refusal(409, 'last_administrator');
export const ownAccount = () => refusal(409, 'own_account');
/** @param records how many records would be without an author */
export const hasRecords = (records: number) =>
  new RestError(409, 'account_has_records', 'account_has_records', { values: { count: records } });

/** Notes in the log of security what an administrator does to an account, in the transaction of the change. */
export const notedByAdministrator = (
  db: Db,
  { now, client, viewer }: BareCall,
  what: SecurityEntry['what'],
  { id, login }: Pick<UserRow, 'id' | 'login'>,
  details: SecurityEntry['details'] = {},
): Promise<void> =>
  note(db, { at: now, what, account: { id, login }, from: client.address, by: viewer!.login, details });

/** An account as it is now, which stays so until the transaction ends. */
async function locked(db: Db, id: number): Promise<UserRow> {
  // Of two administrators who remove or demote each other, one is refused.
  await isOnlyAdministrator(db, id);
  const user = await findUserById(db, id);
  if (!user || user.removed_at !== null) throw userNotFound();
  return user;
}

const taken = async (db: Db, { login = '', email = '' }: UserInput): Promise<InvalidValue> => {
  const name = login !== '' && (await findUser(db, login)) ? 'login' : 'email';
  return new InvalidValue(email === '' ? 'login' : name, new Refused('expected_unused'));
};

/** Adds an account and makes its invitation. */
export async function invite(call: BareCall, sent: UserInput & { login: string; role: UserRow['role'] }) {
  const { login, role, name = '', language = '' } = sent;
  const limits = limitsColumn(limitsAfter(sent, NO_LIMITS));
  const { user, link } = await inTransaction(call.db, async db => {
    const user = await addUser(
      db,
      { login, email: sent.email || null, role, name, language, limits },
      call.now,
    );
    if (!user) throw await taken(db, sent);
    await notedByAdministrator(db, call, 'account-added', user, { role, ...(limits && { limits }) });
    return { user, link: await invitationOf(db, call, user) };
  });
  return { user, invitation: await sendInvitation(call, user, link) };
}

/** Makes a link by which an account chooses a password, in place of one that it had. */
export async function inviteAgain(call: BareCall, id: number): Promise<Invitation> {
  const { user, link } = await inTransaction(call.db, async db => {
    const user = await locked(db, id);
    return { user, link: await invitationOf(db, call, user) };
  });
  return sendInvitation(call, user, link);
}

async function invitationOf(db: Db, call: BareCall, user: UserRow): Promise<MadeLink> {
  await notedByAdministrator(db, call, 'link-made', user);
  return makeLink(db, user.id, 'invitation', call.now);
}

/** Sends an invitation if there is mail, in the language of the account. Who invites sees the link in any case. */
async function sendInvitation(call: BareCall, user: UserRow, made: MadeLink): Promise<Invitation> {
  const { config, address } = call;
  const link = linkAddress(address.site, made.secret);
  const shown = { link, until_utc: toWall(made.expires_at, 'UTC') };
  if (!sendsMail(config) || !user.email || !isMailAddress(user.email)) return { ...shown, sent: false };
  const words = adminWords(isLanguage(user.language) ? user.language : config.LANGUAGE).invitation;
  const site = siteName(call);
  try {
    await sendMail(config, {
      to: { name: user.name || user.login, address: user.email },
      subject: filled(words.subject, { site }),
      text: filled(words.mail, { login: user.login, site, link: linkAddress(config.SITE_URL, made.secret) }),
    });
    return { ...shown, sent: true };
  } catch {
    // The answer says so: the link reaches the person in another way.
    return { ...shown, sent: false };
  }
}

/** Changes an account. What changes its rights ends its sessions. */
export const change = (call: BareCall, id: number, sent: UserInput): Promise<void> =>
  inTransaction(call.db, async db => {
    const user = await locked(db, id);
    const { role = user.role, login = user.login, name = user.name, language = user.language } = sent;
    const email = sent.email === undefined ? user.email : sent.email || null;
    const limits = limitsColumn(limitsAfter(sent, limitsIn(user.limits) ?? NO_LIMITS));
    if (role !== user.role) {
      if (await isOnlyAdministrator(db, id)) throw onlyAdministrator();
      if (id === call.viewer!.id) throw ownAccount();
      await setRole(db, id, role);
      await notedByAdministrator(db, call, 'role-changed', user, { from: user.role, to: role });
    }
    const was = { login: user.login, email: user.email ?? '', name: user.name, limits: user.limits };
    const is = { login, email: email ?? '', name, limits };
    const changed = (Object.keys(is) as (keyof typeof is)[]).filter(member => is[member] !== was[member]);
    if (changed.includes('login') && !(await renameUser(db, id, { login }))) throw await taken(db, { login });
    if (changed.includes('email') && !(await renameUser(db, id, { email })))
      throw await taken(db, { email: is.email });
    if (changed.includes('limits')) await setLimits(db, id, limits);
    await setPerson(db, id, { name, language });
    for (const member of changed)
      await notedByAdministrator(
        db,
        call,
        'account-changed',
        { id, login },
        { from: was[member], to: is[member] },
      );
  });

/** Removes an account; its records go to an heir, or stay without a person as their author. */
export const remove = (
  call: BareCall,
  id: number,
  { heir, keep_records = false }: { heir?: number | undefined; keep_records?: boolean | undefined },
): Promise<void> =>
  inTransaction(call.db, async db => {
    const user = await locked(db, id);
    if (await isOnlyAdministrator(db, id)) throw onlyAdministrator();
    if (id === call.viewer!.id) throw ownAccount();
    if (heir !== undefined && (heir === id || !(await findAccount(db, heir))))
      throw new InvalidValue('heir', new Refused('expected_user'));
    const records = await recordsOf(db, id);
    if (records > 0 && heir === undefined && !keep_records) throw hasRecords(records);
    await removeUser(db, id, heir, call);
    const to = heir === undefined ? '' : (await findUserById(db, heir))!.login;
    await notedByAdministrator(db, call, 'account-removed', user, { records, ...(to && { heir: to }) });
  });
