import { roles } from '../../config/values.ts';
import { languages } from '../../i18n/language.ts';
import { filled } from '../../i18n/say.ts';
import { type Html, html } from '../../lib/html.ts';
import { fold } from '../../lib/text/search-terms.ts';
import { sendsMail } from '../../mail/mail.ts';
import { wordsIn as pageWordsIn } from '../../pages/words.ts';
import { namedLimits } from '../../records/limits.ts';
import { choicesFor, listAll } from '../events/choices.ts';
import { asId, jsonIn, type SentForm, textOf } from '../form.ts';
import type { AdminCall } from '../page.ts';
import { box, radio, selectField, summary, textField } from '../parts.ts';
import { isRecent, signInAgain } from './passkeys.ts';

/** What the form of an account says, as the interface takes it. */
export interface PersonValues {
  readonly login: string;
  readonly name: string;
  readonly email: string;
  readonly role: string;
  readonly language: string;
  readonly only_venues: readonly number[];
  readonly only_organizers: readonly number[];
  readonly only_categories: readonly number[];
}

export const NOBODY: PersonValues = {
  ...{ login: '', name: '', email: '', role: 'contributor', language: '' },
  ...{ only_venues: [], only_organizers: [], only_categories: [] },
};

/** What is wrong, by the field. */
export type PersonErrors = Readonly<Record<string, string>>;

/** What was typed in place of an id, by the field. */
type TypedNames = Readonly<Record<'add_venue' | 'add_organizer', string>>;

export interface SentPerson {
  readonly values: PersonValues;
  readonly typed: TypedNames;
  readonly errors: PersonErrors;
  /** The values as the form showed them when it was opened. */
  readonly seen?: object | undefined;
}

/** Reads the form. Who has signed in long ago must do so again first: a session that was left open gives no rights. */
export async function readPerson(call: AdminCall, sent: SentForm): Promise<SentPerson> {
  const words = call.words.person;
  const typed = { add_venue: textOf(sent, 'add_venue'), add_organizer: textOf(sent, 'add_organizer') };
  const venue = await named(call, 'venue', typed.add_venue);
  const organizer = await named(call, 'organizer', typed.add_organizer);
  const category = asId(sent.values.add_category);
  const errors = {
    ...(venue === undefined && { add_venue: words.unknown }),
    ...(organizer === undefined && { add_organizer: words.unknown }),
    ...(!isRecent(call) && { recent: words.recent }),
  };
  const kept = (name: string) => [sent.values[name] ?? []].flat().flatMap(id => asId(id) ?? []);
  return {
    ...{ typed, errors, seen: jsonIn(sent.values.seen) },
    values: {
      ...{ login: textOf(sent, 'login').trim(), name: textOf(sent, 'name').trim() },
      ...{ email: textOf(sent, 'email').trim(), role: textOf(sent, 'role') },
      language: textOf(sent, 'language'),
      only_venues: [...kept('only_venues'), ...(venue ?? [])],
      only_organizers: [...kept('only_organizers'), ...(organizer ?? [])],
      only_categories: [...kept('only_categories'), ...(category ? [category] : [])],
    },
  };
}

/** The id of the venue or organizer of this name, which may be typed without its accents; undefined if there is none. */
async function named(call: AdminCall, type: 'venue' | 'organizer', typed: string) {
  const search = typed.trim().slice(0, 200);
  if (search === '') return [];
  const found = await listAll<{ id: number; [name: string]: unknown }>(call, `${type}s`, { search });
  const same = found.find(one => fold(String(one[type])) === fold(search)) ?? found[0];
  return found.length === 1 || (same && fold(String(same[type])) === fold(search)) ? [same!.id] : undefined;
}

/** What is wrong with a form, with links to the fields. */
export function problemsOf(call: AdminCall, { recent, ...errors }: PersonErrors): Html {
  const words = call.words.person;
  const again = html`<div class="summary" role="alert" tabindex="-1"><h2>${words.not_saved}</h2>
<p><a href="${signInAgain(call, 'people')}" target="_blank">${recent}</a></p></div>
`;
  const lead = html`<p>${words.all_is_here}</p>\n`;
  return html`${recent !== undefined && again}${summary(call, words.not_saved, errors, name => labelOf(call, name), lead)}`;
}

/** What the interface refuses, with the labels of fields in place of members. */
export const atLabels = (call: AdminCall, refused: PersonErrors): PersonErrors =>
  Object.fromEntries(
    Object.entries(refused).map(([name, message]) => [name, message.replace(name, labelOf(call, name))]),
  );

const labelOf = (call: AdminCall, name: string): string => {
  const words = { ...call.words.account, ...call.words.person };
  return words[(name.startsWith('only_') ? 'limits' : name) as 'login'] ?? name;
};

/** The fields of an account: who it is, what it does, and of what. */
export async function personFields(
  call: AdminCall,
  { values, typed, errors }: SentPerson,
  whose: 'own' | 'known' | 'new',
): Promise<Html> {
  const words = call.words.person;
  const line = (name: 'login' | 'name' | 'email', help?: string) => ({
    ...{ name, label: labelOf(call, name), help, value: values[name], error: errors[name] },
  });
  const isOwn = whose === 'own';
  const { name_help } = call.words.account;
  const plain = { autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false' };
  return html`${textField(line('name', isOwn ? name_help : undefined), { autocomplete: 'off', maxlength: '100' })}${textField(line('email', sendsMail(call.config) ? words.email_help : words.email_unsent), { ...plain, type: 'email' })}${textField(line('login', whose === 'new' ? words.login_new : words.login_help), { ...plain, required: whose !== 'new', maxlength: '60' })}${isOwn ? html`<input type="hidden" name="role" value="${values.role}"><p class="field">${words.own}</p>\n` : roleField(call, values.role, errors.role)}${await limitsField(call, values, typed, errors)}${languageField(call, values.language)}`;
}

/** In which language somebody reads the administration. */
export function languageField(call: AdminCall, value: string | null): Html {
  const { language: label, language_of_browser } = call.words.account;
  const named = languages.map(
    language => [language, pageWordsIn('pages', { ...call, language }).language, language] as const,
  );
  return selectField({ name: 'language', label, value }, [['', language_of_browser], ...named]);
}

function roleField(call: AdminCall, chosen: string, error: string | undefined): Html {
  const { person: words, people } = call.words;
  const offered = (role: (typeof roles)[number]) => {
    const told = html`<strong>${people[role]}</strong> <small>${people[`${role}_text`]}</small>`;
    return radio('role', role, told, role === chosen);
  };
  return html`<fieldset class="field" id="role"><legend>${words.role}</legend>
${error && html`<p class="error" id="role-error">${error}</p>\n`}<div class="choices boxed">
${roles.toReversed().map(offered)}</div>
</fieldset>
`;
}

/** Boxes that keep what an account is limited to, and fields that add to it. */
async function limitsField(call: AdminCall, values: PersonValues, typed: TypedNames, errors: PersonErrors) {
  const words = call.words.person;
  const { only_venues: venue, only_organizers: organizer, only_categories: category } = values;
  const kept = await namedLimits(call.db, { venue, organizer, category });
  const members = { venue: 'only_venues', organizer: 'only_organizers', category: 'only_categories' };
  const boxes = kept.map(({ type, id, name }) => box(`${members[type]}[]`, name, true, id));
  const { venues, organizers, categories } = await choicesFor(call);
  const add = (name: keyof TypedNames) =>
    textField(
      { name, label: words[name], value: typed[name], error: errors[name] },
      { list: `${name}s`, autocomplete: 'off' },
    );
  const listed = (id: string, names: readonly string[]) =>
    html`<datalist id="${id}">${names.map(one => html`<option value="${one}"></option>`)}</datalist>\n`;
  const named = categories.map(({ id, name }) => [id, name] as const);
  const wrong = Object.entries(errors).find(([name]) => name.startsWith('only_'));
  return html`<fieldset class="field" id="${wrong?.[0] ?? 'limits'}"><legend>${words.limits} <span class="optional">${words.optional}</span></legend>
<p class="help">${words.limits_help}</p>
${wrong && html`<p class="error">${wrong[1]}</p>\n`}${boxes}${add('add_venue')}${add('add_organizer')}${
  categories.length > 0 &&
  selectField({ name: 'add_category', label: words.add_category }, [['', ''], ...named])
}${listed('add_venues', venues)}${listed('add_organizers', organizers)}</fieldset>
`;
}

/** The link of an invitation, shown this once. */
export function linkNotice(
  call: AdminCall,
  { link, until, sent, email }: { link: string; until: string; sent: boolean; email: string | null },
): Html {
  const words = call.words.person;
  const sending = sent ? filled(words.sent, { email: email ?? '' }) : words.not_sent;
  return html`<div class="notice done" role="status"><div><p><strong>${words.link}</strong> ${filled(words.link_until, { date: until })} ${sending}</p>
<p><code class="secret">${link}</code> <button type="button" class="button low" data-copy="${link}" data-done="${words.copied}" hidden>${words.copy}</button></p></div></div>
`;
}
