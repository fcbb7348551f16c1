import { endSession } from '../../users/sessions.ts';
import { sessionCookie } from '../cookie.ts';
import type { AdminPage } from '../page.ts';
import { at } from '../surface.ts';
import { noted } from './attempt.ts';

/** Ends the session of this browser. */
export const signOutPage: AdminPage = {
  async show(call) {
    return { to: at(call, 'overview') };
  },
  async act(call) {
    const { db, session, account } = call;
    if (session && account) {
      await endSession(db, session.id, account.id);
      await noted(call, 'signed-out', account);
    }
    // Neither cookies of the whole domain nor texts that this browser keeps.
    const headers = { 'set-cookie': sessionCookie(undefined, call), 'clear-site-data': '"cache"' };
    return { to: at(call, 'signIn'), notice: { done: 'signed_out' }, headers };
  },
};
