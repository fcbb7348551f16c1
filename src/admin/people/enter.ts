import { dialectOf } from '../../db/dialect.ts';
import type { Db, UserRow } from '../../db/tables.ts';
import { inTransaction } from '../../db/transaction.ts';
import { LINK_SECRET } from '../../site/address.ts';
import { makeLink } from '../../users/secret-links.ts';
import { endSession, openSession } from '../../users/sessions.ts';
import { findUserById } from '../../users/store.ts';
import { sessionCookie } from '../cookie.ts';
import type { AdminCall, Led } from '../page.ts';
import { isBelowAdmin } from '../surface.ts';
import { noted } from './attempt.ts';

/**
 * Begins a session of an account in this browser, in place of one that it has, and leads on by a page that sees whether
 * the browser has kept it. An account with a second factor must give that first.
 * @param to a path of the administration as somebody has sent it
 */
export async function enter(
  call: AdminCall,
  account: UserRow,
  to = '',
  by: 'password' | 'code' | 'passkey' = 'password',
): Promise<Led> {
  const { db, now, client, device, session } = call;
  const { id: user, role, totp_secret } = account;
  const from = client.address;
  const way = { to: ownPath(to) };
  return inTransaction(db, async (db): Promise<Led> => {
    if (!(await isAsProved(db, account))) return { to: call.at('signIn', {}, way) };
    if (by === 'password' && totp_secret !== null) {
      const { secret } = await makeLink(db, user, 'second-factor', now);
      return { to: call.at('secondFactor', {}, { [LINK_SECRET]: secret, ...way }) };
    }
    if (session) await endSession(db, session.id, session.user_id);
    await noted({ ...call, db }, by === 'passkey' ? 'passkey-signed-in' : 'signed-in', account);
    const factors = by === 'password' ? 1 : 2;
    const token = await openSession(db, { user, role, now, from, device, factors });
    return {
      to: call.at('signIn', {}, { check: 1, ...way }),
      headers: { 'set-cookie': sessionCookie(token, call) },
    };
  });
}

/**
 * Whether an account still has what somebody has just proved, until the transaction ends: with another password, or a
 * second factor, all its sessions have ended, and none begins with the former one.
 */
export async function isAsProved(db: Db, { id, password_hash, totp_secret }: UserRow): Promise<boolean> {
  await dialectOf(db).lockRow(db, 'users', id);
  const found = await findUserById(db, id);
  return found?.password_hash === password_hash && found.totp_secret === totp_secret;
}

/** The secret of a link that somebody has opened. In the query: logs and traces leave its value out. */
export const secretIn = ({ query }: AdminCall): string => query.get(LINK_SECRET) ?? '';

/** A path of the administration: no link leads from signing in to another site. */
export const ownPath = (to: string | null): string | undefined => {
  if (!to?.startsWith('/') || to.startsWith('//') || to.includes('\\')) return undefined;
  // `/<tab>/[` is no address: tabs are left out.
  const { pathname = '', search = '' } = URL.parse(to, 'http://here.invalid') ?? {};
  // `/.//other.example/admin/` has this path, which names a host as the target of a redirection.
  if (pathname.startsWith('//')) return undefined;
  return isBelowAdmin(pathname.slice(pathname.indexOf('/admin'))) ? pathname + search : undefined;
};
