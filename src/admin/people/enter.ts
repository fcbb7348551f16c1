import type { UserRow } from '../../db/tables.ts';
import { inTransaction } from '../../db/transaction.ts';
import { LINK_SECRET } from '../../site/address.ts';
import { makeLink } from '../../users/secret-links.ts';
import { endSession, openSession } from '../../users/sessions.ts';
import { sessionCookie } from '../cookie.ts';
import type { AdminCall, Led } from '../page.ts';
import { at, isBelowAdmin } from '../surface.ts';
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
  if (by === 'password' && totp_secret !== null) {
    const { secret } = await makeLink(db, user, 'second-factor', now);
    return { to: at(call, 'secondFactor', {}, { [LINK_SECRET]: secret, to: ownPath(to) }) };
  }
  const from = client.address;
  const token = await inTransaction(db, async db => {
    if (session) await endSession(db, session.id, session.user_id);
    await noted({ ...call, db }, by === 'passkey' ? 'passkey-signed-in' : 'signed-in', account);
    return openSession(db, { user, role, now, from, device, factors: by === 'password' ? 1 : 2 });
  });
  return {
    to: at(call, 'signIn', {}, { check: 1, to: ownPath(to) }),
    headers: { 'set-cookie': sessionCookie(token, call) },
  };
}

/** A path of the administration: no link leads from signing in to another site. */
export const ownPath = (to: string | null): string | undefined => {
  if (!to?.startsWith('/') || to.startsWith('//') || to.includes('\\')) return undefined;
  // `/<tab>/[` is no address: tabs are left out.
  const { pathname = '', search = '' } = URL.parse(to, 'http://here.invalid') ?? {};
  // `/.//other.example/admin/` has this path, which names a host as the target of a redirection.
  if (pathname.startsWith('//')) return undefined;
  return isBelowAdmin(pathname.slice(pathname.indexOf('/admin'))) ? pathname + search : undefined;
};
