import type { Invitation, ShownUser } from '../../api/users/show.ts';
import { filled } from '../../i18n/say.ts';
import { html } from '../../lib/html.ts';
import { numbered, slugify } from '../../lib/text/slugs.ts';
import { toEpoch } from '../../lib/time/zones.ts';
import { USERS } from '../../site/address.ts';
import { findUser, isLogin } from '../../users/store.ts';
import { type AdminCall, type AdminPage, momentOf, type Shown } from '../page.ts';
import { backTo, head, statusOf } from '../parts.ts';
import {
  atLabels,
  linkNotice,
  NOBODY,
  personFields,
  problemsOf,
  readPerson,
  type SentPerson,
} from './person-fields.ts';

export type InvitedUser = ShownUser & { readonly invitation: Invitation };

const EMPTY: SentPerson = { values: NOBODY, typed: { add_venue: '', add_organizer: '' }, errors: {} };

/** Adds an account; the person chooses a password by a link. */
export const invitePersonPage: AdminPage = {
  show: call => form(call, EMPTY),
  async act(call, sent) {
    const read = await readPerson(call, sent);
    if (Object.keys(read.errors).length > 0) return form(call, read);
    const login = read.values.login || (await freeLogin(call, read.values));
    const answer = await call.ask('POST', USERS, { ...read.values, login });
    if (answer.refused) return form(call, { ...read, errors: atLabels(call, answer.refused) });
    return invited(call, answer.body as InvitedUser);
  },
};

/** A login that nobody has, by the address of e-mail or else by the name; empty if both say none. */
async function freeLogin({ db }: AdminCall, { email, name }: SentPerson['values']): Promise<string> {
  const login = [email.split('@')[0]!, slugify(name)].map(text => text.slice(0, 50)).find(isLogin) ?? '';
  let free = login;
  for (let n = 2; free !== '' && (await findUser(db, free)); n++) free = numbered(login, n);
  return free;
}

async function form(call: AdminCall, sent: SentPerson): Promise<Shown> {
  const { person: words, people } = call.words;
  const main = html`${head(people.invite, { back: backTo(call, 'people'), lead: words.invite_lead })}${problemsOf(call, sent.errors)}<form class="sheet" method="post" action="${call.at('invitePerson')}">
${await personFields(call, sent, 'new')}<div class="actions"><button type="submit" class="button main">${words.invite}</button></div>
</form>`;
  return { title: people.invite, main, section: 'people', status: statusOf(sent.errors) };
}

function invited(call: AdminCall, user: InvitedUser): Shown {
  const { id, name, login } = user;
  const title = name || login;
  const main = html`${head(title, { back: backTo(call, 'people') })}${linkNotice(call, linkOf(call, user))}<p class="actions"><a class="button" href="${call.at('person', { id })}">${filled(call.words.eventForm.edit, { title })}</a></p>`;
  return { title, main, section: 'people' };
}

/** What a page tells of a new invitation. */
export const linkOf = (call: AdminCall, { email, invitation: { link, until_utc, sent } }: InvitedUser) => ({
  link,
  sent,
  email,
  until: momentOf(toEpoch(until_utc, 'UTC'), call),
});
