import { html, NOTHING } from '../../lib/html.ts';
import { sendsMail } from '../../mail/mail.ts';
import { isPassword } from '../../users/passwords.ts';
import { endSession } from '../../users/sessions.ts';
import { findUser } from '../../users/store.ts';
import { sessionCookie } from '../cookie.ts';
import { textOf } from '../form.ts';
import type { AdminAnswer, AdminCall, AdminPage, Shown } from '../page.ts';
import { alertBox, gate, textField } from '../parts.ts';
import { attempt, noted } from './attempt.ts';
import { enter, ownPath } from './enter.ts';
import { passkeyButton } from './passkey-sign-in.ts';

export const signInPage: AdminPage = {
  async show(call) {
    const to = ownPath(call.query.get('to'));
    // The page after it shows whether the browser has kept the cookie.
    if (call.session && !call.query.has('again'))
      return { to: call.viewer ? (to ?? call.at('overview')) : call.at('secondFactor') };
    return call.query.has('check') ? cookieLost(call) : form(call, to, call.account?.login);
  },
  async act(call, sent) {
    const [login, secret] = [textOf(sent, 'login').trim(), textOf(sent, 'password')];
    const to = ownPath(textOf(sent, 'to'));
    const { found, wrong } = await attempt(call, { login, secret }, async () => {
      const known = login === '' ? undefined : await findUser(call.db, login);
      return (await isPassword(secret, known?.password_hash)) ? known : undefined;
    });
    return found ? enter(call, found, to) : { ...form(call, to, login, wrong.error), ...wrong };
  },
};

function form(call: AdminCall, to?: string, login?: string, error?: string): Shown {
  const words = call.words.signIn;
  const kept = html`<div class="notice" data-kept-list hidden><p>${words.kept}</p>
<button type="button" class="button low" data-leave>${words.kept_leave}</button> <button type="button" class="button low quiet" data-drop>${words.kept_drop}</button></div>
`;
  const above = call.query.get('done') === 'signed_out' && kept;
  const inside = html`${error && alertBox(error, NOTHING)}<form method="post" action="${call.at('signIn')}">
${to && html`<input type="hidden" name="to" value="${to}">\n`}${textField({ name: 'login', label: words.login, value: login }, { autocomplete: 'username webauthn', autocapitalize: 'none', spellcheck: 'false', required: true })}${textField({ name: 'password', label: words.password }, { type: 'password', autocomplete: 'current-password', required: true })}<div class="actions"><button type="submit" class="button main">${words.title}</button></div>
${passkeyButton(call, 'sign_in', to)}${
  sendsMail(call.config) &&
  html`<p class="apart-small"><a href="${call.at('forgotten')}">${words.forgotten}</a></p>
`
}</form>`;
  return gate(call, words.title, words.lead, inside, { above });
}

/** Why the browser did not send the session back: on plain http of another name than localhost it never does. */
function cookieLost(call: AdminCall): AdminAnswer {
  const words = call.words.signIn;
  const isHttp = call.scheme === 'http' && !call.config.SITE_URL.startsWith('https:');
  const inside = html`<p class="actions"><a class="button main" href="${call.at('signIn')}">${words.again}</a></p>`;
  return {
    ...gate(
      call,
      words.no_cookie,
      isHttp && !isLoopback(call.host) ? words.no_cookie_http : words.no_cookie_https,
      inside,
    ),
    status: 400,
  };
}

const isLoopback = (host: string): boolean => /^(?:localhost|127\.[\d.]+|\[::1\])(?::\d+)?$/.test(host);

/** Ends the session of this browser. */
export const signOutPage: AdminPage = {
  show: async call => ({ to: call.at('overview') }),
  async act(call) {
    const { db, session, account } = call;
    if (session && account) {
      await endSession(db, session.id, account.id);
      await noted(call, 'signed-out', account);
    }
    // Neither cookies of the whole domain nor texts that this browser keeps.
    const headers = { 'set-cookie': sessionCookie(undefined, call), 'clear-site-data': '"cache"' };
    return { to: call.at('signIn'), notice: { done: 'signed_out' }, headers };
  },
};
