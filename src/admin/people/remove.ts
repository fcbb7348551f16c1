import { filled } from '../../i18n/say.ts';
import { type Html, html } from '../../lib/html.ts';
import { recordsOf } from '../../records/authors.ts';
import { authorsFor } from '../events/choices.ts';
import { asId } from '../form.ts';
import type { AdminCall, AdminPage, Shown } from '../page.ts';
import { backLink, bar, head, mainButton, radio, selectField, statusOf } from '../parts.ts';
import { isRecent } from './passkeys.ts';
import { orConflict, pathOf, userOf } from './person.ts';
import { type PersonErrors, problemsOf } from './person-fields.ts';

/** Asks before an account is removed, and what becomes of its records. */
export const removePersonPage: AdminPage = {
  show: call => question(call),
  async act(call, { values }) {
    if (!isRecent(call)) return question(call, { recent: call.words.person.recent });
    const heir = asId(values.heir);
    if (values.records === 'heir' && !heir) return question(call, { heir: call.words.removePerson.which });
    const choice = values.records === 'heir' ? { heir } : { keep_records: values.records === 'keep' };
    const { refused } = await orConflict(call, call.ask('DELETE', pathOf(call), choice));
    if (refused) return question(call, refused);
    return { to: call.at('people'), notice: { done: 'person_removed', isFinal: true } };
  },
};

async function question(call: AdminCall, errors: PersonErrors = {}): Promise<Shown> {
  const { id, name, login } = await userOf(call);
  const words = call.words.removePerson;
  const title = filled(words.title, { name: name || login });
  const records = await recordsOf(call.db, id);
  const back = backLink(call.at('person', { id }), name || login);
  const main = html`${head(title, { back, lead: words.lead })}${problemsOf(call, errors)}<form method="post" action="${call.at('removePerson', { id })}">
${records > 0 && (await recordsField(call, id, records, errors))}${bar('', html`<a class="button" href="${call.at('person', { id })}">${words.keep}</a>\n${mainButton(words.remove)}`)}</form>`;
  return { title, main, section: 'people', status: statusOf(errors) };
}

async function recordsField(
  call: AdminCall,
  id: number,
  records: number,
  errors: PersonErrors,
): Promise<Html> {
  const words = call.words.removePerson;
  const heirs = (await authorsFor(call)).filter(author => author.id !== id);
  const choice = (value: string, text: string, isChosen = false) =>
    radio('records', value, text, isChosen, html` required`);
  const named = heirs.map(({ id, name }) => [id, name] as const);
  const heir = { name: 'heir', label: words.heir, error: errors.heir };
  return html`<fieldset class="sheet" id="role"><legend>${filled(words.records, { total: records })}</legend>
${choice('heir', words.to_heir, true)}${selectField(heir, [['', ''], ...named])}${choice('keep', words.to_nobody)}</fieldset>
`;
}
