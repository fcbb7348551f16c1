import { filled } from '../../i18n/say.ts';
import { type Html, html } from '../../lib/html.ts';
import {
  addPassword,
  scopes as allScopes,
  type ListedPassword,
  listPasswords,
  type NewPassword,
  revokePassword,
} from '../../users/store.ts';
import { idIn, type SentForm, textOf } from '../form.ts';
import { type AdminCall, momentOf } from '../page.ts';
import { selectField, textField } from '../parts.ts';
import { noted } from './attempt.ts';
import { againLink, isRecent } from './passkeys.ts';

const DAY = 86_400;

/** For how many days a password may work; 0: without an end. */
const LIFETIMES = [365, 90, 30, 0];

const MAX_NAME = 100;

/** The scopes that make a difference to whoever has signed in. */
const scopesOf = ({ account }: AdminCall) =>
  allScopes.filter(scope => scope !== 'administer' || account!.role === 'administrator');

/** Makes a password that a program signs in with; the text of an error if it has no name. */
export async function makeAppPassword(call: AdminCall, sent: SentForm): Promise<NewPassword | string> {
  const { db, account, now } = call;
  const name = textOf(sent, 'app_name').trim().slice(0, MAX_NAME);
  if (name === '') return call.words.appPasswords.needed;
  const scope = scopesOf(call).find(scope => scope === sent.values.scope) ?? 'read';
  const days = LIFETIMES.find(days => String(days) === sent.values.days) ?? LIFETIMES[0]!;
  const made = await addPassword(db, account!.id, name, now, {
    scope,
    expires_at: days === 0 ? null : now + days * DAY,
  });
  await noted(call, 'password-added', account!, { password: made.id });
  return made;
}

export async function revokeAppPassword(call: AdminCall, sent: SentForm): Promise<void> {
  const password = idIn(sent, 'password_id');
  if (await revokePassword(call.db, call.account!.id, password))
    await noted(call, 'password-revoked', call.account!, { password });
}

/**
 * The application passwords of whoever has signed in, and the form for another one.
 * @param made the one that was made just now: it is shown this once
 */
export async function appPasswordsOf(call: AdminCall, made?: NewPassword | string): Promise<Html> {
  const words = call.words.appPasswords;
  const passwords = await listPasswords(call.db, call.account!.id);
  const error = typeof made === 'string' ? made : undefined;
  const scopes = scopesOf(call).map(scope => [scope, words[scope]] as const);
  const ends = LIFETIMES.map(
    days => [days, days === 0 ? words.no_end : filled(words.days, { days })] as const,
  );
  const form = html`<form method="post" action="${call.at('account')}">
${textField({ name: 'app_name', label: words.name, error }, { required: true, maxlength: String(MAX_NAME), autocomplete: 'off' })}${selectField({ name: 'scope', label: words.scope }, scopes)}${selectField({ name: 'days', label: words.end }, ends)}<div class="actions"><button type="submit" class="button" name="do" value="make_password">${words.make}</button></div>
</form>`;
  return html`<section aria-labelledby="passwords-title"><h2 id="passwords-title">${words.title}</h2>
<p>${words.lead}</p>
${typeof made === 'object' && html`<div class="notice done" role="status"><p><strong>${filled(words.made, { name: made.name })}</strong></p><p><code class="secret">${made.secret}</code></p></div>\n`}<ul class="rows">${passwords.map(password => passwordRow(password, call.at('account'), call))}</ul>
${isRecent(call) ? form : againLink(call)}</section>
`;
}

/**
 * @param action the address of the page whose form revokes it
 * @param all what a password is that may do all that its account may do
 */
export function passwordRow(listed: ListedPassword, action: string, call: AdminCall, all?: string): Html {
  const { id, name, scope, expires_at, last_used_at, last_used_from } = listed;
  const words = call.words.appPasswords;
  const facts = [
    (scope === 'administer' && all) || words[scope],
    expires_at === null ? words.no_end : filled(words.until, { date: momentOf(expires_at, call) }),
    last_used_at === null
      ? words.unused
      : `${filled(call.words.account.last_used, { date: momentOf(last_used_at, call) })}, ${last_used_from ?? ''}`,
  ];
  return html`<li><p class="what"><strong>${name || id}</strong><small>${facts.join(' · ')}</small></p><form method="post" action="${action}"><input type="hidden" name="password_id" value="${id}"><button type="submit" class="button low" name="do" value="revoke_password">${words.revoke}<span class="hidden">: ${name || id}</span></button></form></li>`;
}
