import type { ShownUser } from '../../api/users/show.ts';
import type { SessionRow } from '../../db/tables.ts';
import { asRestError } from '../../http/domain-errors.ts';
import { filled } from '../../i18n/say.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import { USERS } from '../../site/address.ts';
import { listSessions } from '../../users/sessions.ts';
import { listPasswords } from '../../users/store.ts';
import { type Answered, bodyOf, type JsonMembers } from '../ask.ts';
import { actOf, idIn, type SentForm, textOf } from '../form.ts';
import {
  type AdminAnswer,
  type AdminCall,
  type AdminPage,
  momentOf,
  type Shown,
  withColon,
} from '../page.ts';
import { backTo, head, hidden, statusOf } from '../parts.ts';
import { passwordRow } from './app-passwords.ts';
import { ownPath } from './enter.ts';
import { type InvitedUser, linkOf } from './invite.ts';
import { browserOf, isRecent } from './passkeys.ts';
import { seenOf } from './people.ts';
import {
  atLabels,
  linkNotice,
  NOBODY,
  type PersonErrors,
  personFields,
  problemsOf,
  readPerson,
  type SentPerson,
} from './person-fields.ts';
import { changeTrust, sentBefore, type Trust, trustOf } from './trust.ts';

/** An account with its rights and credentials. Those who signed in long ago must do so again before they give rights. */
export const personPage: AdminPage = {
  show: call => page(call),
  act: async (call, form) => actOf(ACTS, form)?.(call, form) ?? page(call),
};

export const pathOf = ({ parameters: { id } }: AdminCall): string => `${USERS}/${id}`;

const here = (call: AdminCall): string => call.at('person', { id: Number(call.parameters.id) });

const ACTS: Readonly<Record<string, (call: AdminCall, form: SentForm) => Promise<AdminAnswer>>> = {
  async save(call, form) {
    const sent = await readPerson(call, form);
    if (Object.keys(sent.errors).length > 0) return page(call, { sent });
    // What somebody else has changed since the form was opened stays, as a role that was taken away.
    const known: JsonMembers = { ...(sent.seen ?? (await userOf(call))) };
    // Of what was deleted, the interface takes no id: a limit to it stays unless it is changed.
    const changes = Object.entries(sent.values).filter(([key, now]) => `${known[key] ?? ''}` !== `${now}`);
    const { refused } = await orConflict(call, call.ask('PATCH', pathOf(call), Object.fromEntries(changes)));
    return refused
      ? page(call, { sent: { ...sent, errors: atLabels(call, refused) } })
      : { to: here(call), notice: { done: 'saved', isFinal: true } };
  },
  async link(call) {
    if (!isRecent(call)) return page(call, { errors: { recent: call.words.person.recent } });
    const invited = await bodyOf<InvitedUser>(call.ask('POST', `${pathOf(call)}/invitation`));
    return page(call, { notice: linkNotice(call, linkOf(call, invited!)) });
  },
  trust: (call, form) => trust(call, form, 'trust'),
  distrust: (call, form) => trust(call, form, 'distrust'),
  async end_sessions(call) {
    await call.ask('DELETE', `${pathOf(call)}/sessions`);
    return { to: here(call), notice: { done: 'sessions_ended', isFinal: true } };
  },
  async revoke_password(call, form) {
    await call.ask('DELETE', `${pathOf(call)}/passwords`, { password: idIn(form, 'password_id') });
    return { to: here(call), notice: { done: 'password_revoked', isFinal: true } };
  },
};

async function trust(call: AdminCall, form: SentForm, what: Trust): Promise<AdminAnswer> {
  if (!isRecent(call)) return page(call, { errors: { recent: call.words.person.recent } });
  const notice = await changeTrust(call, await userOf(call), what);
  return { to: ownPath(textOf(form, 'back')) ?? here(call), notice };
}

/** The account of the address. */
export const userOf = async (call: AdminCall): Promise<ShownUser> =>
  (await bodyOf<ShownUser>(call.ask('GET', pathOf(call))))!;

/** What is refused of values; a role that an account must keep is said at its field. */
export async function orConflict(
  call: AdminCall,
  asked: Promise<Answered>,
): Promise<{ readonly refused?: PersonErrors | undefined }> {
  try {
    return await asked;
  } catch (error) {
    const known = asRestError(error, 'PATCH');
    if (known.status !== 409) throw error;
    return { refused: { role: known.text(call.language) } };
  }
}

interface PersonPage {
  readonly sent?: SentPerson;
  readonly errors?: PersonErrors;
  readonly notice?: Html;
}

async function page(call: AdminCall, { sent, errors = {}, notice }: PersonPage = {}): Promise<Shown> {
  const user = await userOf(call);
  const people = call.words.people;
  const title = user.name || user.login;
  const typed = { add_venue: '', add_organizer: '' };
  const shown = sent ?? { values: { ...user, email: user.email ?? '' }, typed, errors };
  const seen =
    user.state === 'active' ? `${withColon(people.seen, call)} ${seenOf(user, call)}` : seenOf(user, call);
  const lead = [user.email, seen].filter(Boolean).join(' · ');
  const main = html`${head(title, { back: backTo(call, 'people'), lead })}${notice ?? NOTHING}${problemsOf(call, shown.errors)}<div class="work">
<form id="person" method="post" action="${here(call)}">
${hidden([['seen', JSON.stringify(sent?.seen ?? user, Object.keys(NOBODY))]])}${await personFields(call, shown, user.id === call.account!.id ? 'own' : 'known')}</form>
${await asideOf(user, call)}<div class="bar">
<p class="state"></p>
<button type="submit" class="button main" form="person" name="do" value="save">${call.words.frame.save}</button>
</div>
</div>
<form id="acts" method="post" action="${here(call)}"></form>`;
  return { title, main, section: 'people', status: statusOf(shown.errors) };
}

/** A button of the form beside, which Enter in a field does not press. */
const act = (what: string, text: string | Html): Html =>
  html`<button type="submit" class="link" form="acts" name="do" value="${what}">${text}</button>`;

async function asideOf(user: ShownUser, call: AdminCall): Promise<Html> {
  const { id, role, second_factor, events } = user;
  const words = call.words.person;
  const sessions = await listSessions(call.db, id, call.now);
  const passwords = await listPasswords(call.db, id);
  const demanded = call.config.SECOND_FACTOR_FOR.includes(role) ? words.demanded : words.not_demanded;
  const mine = call.at('events', {}, { author: id, when: 'all_times' });
  const change = trustOf(call, role);
  return html`<aside>
${
  change &&
  html`<section aria-labelledby="proposed"><h2 id="proposed">${words.proposed}</h2>
<p>${await sentBefore(call, id)}</p>
<ul class="rows"><li>${act(change, words[change])}</li></ul></section>
`
}<section aria-labelledby="sessions-title"><h2 id="sessions-title">${words.sessions}</h2>
${sessions.length === 0 ? html`<p class="muted">${words.nowhere}</p>\n` : html`<ul class="rows">${sessions.map(session => sessionRow(session, call))}<li>${act('end_sessions', words.end_all)}</li></ul>\n`}</section>
<section aria-labelledby="second-title"><h2 id="second-title">${call.words.secondFactor.title}</h2>
<p>${second_factor ? words.has_second : words.lacks_second} ${demanded}</p></section>
<section aria-labelledby="passwords-title"><h2 id="passwords-title">${call.words.appPasswords.title}</h2>
${passwords.length === 0 ? html`<p class="muted">${words.no_passwords}</p>\n` : html`<ul class="rows">${passwords.map(password => passwordRow(password, here(call), call, words.all_rights))}</ul>\n`}</section>
<section aria-labelledby="also-title"><h2 id="also-title">${call.words.eventForm.also}</h2>
<ul class="rows">
${events > 0 && html`<li><a href="${mine}">${filled(words.events, { total: events })}</a></li>\n`}<li>${act('link', words.new_link)}</li>
${id !== call.account!.id && html`<li><a href="${call.at('removePerson', { id })}">${words.remove}</a></li>\n`}</ul></section>
</aside>
`;
}

function sessionRow({ device, last_used_at, last_used_from }: SessionRow, call: AdminCall): Html {
  const used = filled(call.words.account.last_used, { date: momentOf(last_used_at, call) });
  return html`<li><span class="what"><strong>${browserOf(device)}</strong><small>${used} · ${last_used_from}</small></span></li>\n`;
}
