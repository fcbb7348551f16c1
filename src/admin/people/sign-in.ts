import type { UserRow } from '../../db/tables.ts';
import { SignInFailed, TooManyFailures } from '../../errors.ts';
import { filled } from '../../i18n/say.ts';
import { Overloaded } from '../../lib/fair-queue.ts';
import { type Html, html } from '../../lib/html.ts';
import { sendsMail } from '../../mail/mail.ts';
import { isPassword, isTooLong } from '../../users/passwords.ts';
import { note } from '../../users/security-log.ts';
import { findUser } from '../../users/store.ts';
import type { SentForm } from '../form.ts';
import type { AdminAnswer, AdminCall, AdminPage, Shown } from '../page.ts';
import { summary, textField } from '../parts.ts';
import { at } from '../surface.ts';
import { wordsIn } from '../words.ts';
import { enter, ownPath } from './enter.ts';
import { gate } from './gate.ts';

export const signInPage: AdminPage = {
  async show(call) {
    const to = ownPath(call.query.get('to'));
    // The page after it shows whether the browser has kept the cookie.
    if (call.session) return { to: to ?? at(call, 'overview') };
    return call.query.has('check') ? cookieLost(call) : form(call, { to });
  },
  async act(call, sent) {
    const [login, password] = [textOf(sent, 'login').trim(), textOf(sent, 'password')];
    const to = ownPath(textOf(sent, 'to'));
    const outcome = await attempt(call, login, password);
    if (typeof outcome !== 'string') return enter(call, outcome, 'signed-in', to);
    return { ...form(call, { to, login, error: outcome }), status: 422 };
  },
};

/** The account that signs in, or what is wrong. */
async function attempt(call: AdminCall, login: string, password: string): Promise<UserRow | string> {
  const words = wordsIn('signIn', call);
  const { db, signIns, client, now } = call;
  const credentials = `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`;
  let account: UserRow | undefined;
  try {
    await signIns.attempt(credentials, client, async () => {
      account = await accountOf(call, login, password);
      return account;
    });
    return account ?? words.wrong;
  } catch (error) {
    if (error instanceof TooManyFailures) return filled(words.wait, { wait: error.wait });
    if (error instanceof Overloaded) return words.busy;
    if (!(error instanceof SignInFailed)) throw error;
    await note(db, { at: now, what: 'sign-in-failed', login, from: client.address });
    return words.wrong;
  }
}

/** @throws SignInFailed, after the same time for an account that there is not */
async function accountOf({ db }: AdminCall, login: string, password: string): Promise<UserRow> {
  const known = login === '' ? undefined : await findUser(db, login);
  const isRight = !isTooLong(password) && (await isPassword(password, known?.password_hash));
  if (!known || !isRight) throw new SignInFailed('incorrect_password');
  return known;
}

const textOf = ({ values }: SentForm, name: string): string => {
  const value = values[name];
  return typeof value === 'string' ? value : '';
};

interface Typed {
  readonly to?: string | undefined;
  readonly login?: string;
  readonly error?: string;
}

function form(call: AdminCall, { to, login, error }: Typed): Shown {
  const words = wordsIn('signIn', call);
  const wrong = { name: 'login', label: words.login, error };
  const kept = html`<div class="notice" data-kept-list hidden><p>${words.kept}</p>
<button type="button" class="button low" data-leave>${words.kept_leave}</button> <button type="button" class="button low quiet" data-drop>${words.kept_drop}</button></div>
`;
  const main = html`${call.query.get('done') === 'signed_out' && kept}<h1>${words.title}</h1>
<p class="lead">${words.lead}</p>
${error && summary(words.title, [wrong])}<form method="post" action="${at(call, 'signIn')}">
${to && html`<input type="hidden" name="to" value="${to}">\n`}${textField({ name: 'login', label: words.login, value: login }, { autocomplete: 'username', autocapitalize: 'none', spellcheck: 'false', required: true })}${textField({ name: 'password', label: words.password }, { type: 'password', autocomplete: 'current-password', required: true })}<div class="actions"><button type="submit" class="button main">${words.title}</button></div>
${
  sendsMail(call.config) &&
  html`<p class="apart-small"><a href="${at(call, 'forgotten')}">${words.forgotten}</a></p>
`
}</form>`;
  return gate(words.title, main, call);
}

/** Why the browser did not send the session back: on plain http of another name than localhost it never does. */
function cookieLost(call: AdminCall): AdminAnswer {
  const words = wordsIn('signIn', call);
  const isHttp = call.scheme === 'http' && !call.config.SITE_URL.startsWith('https:');
  const main: Html = html`<h1>${words.no_cookie}</h1>
<p class="lead">${isHttp && !isLoopback(call.host) ? words.no_cookie_http : words.no_cookie_https}</p>
<p class="actions"><a class="button main" href="${at(call, 'signIn')}">${words.again}</a></p>`;
  return { ...gate(words.no_cookie, main, call), status: 400 };
}

const isLoopback = (host: string): boolean => /^(?:localhost|127\.[\d.]+|\[::1\])(?::\d+)?$/.test(host);
