import type { ShownUser } from '../../api/users/show.ts';
import { filled } from '../../i18n/say.ts';
import { attribute, type Html, html } from '../../lib/html.ts';
import { recordsOf } from '../../records/authors.ts';
import { authorsFor } from '../events/choices.ts';
import { asId } from '../form.ts';
import type { AdminCall, AdminPage, Shown } from '../page.ts';
import { backLink, head, selectField } from '../parts.ts';
import { isRecent } from './passkeys.ts';
import { orConflict, pathOf } from './person.ts';
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
  const { body } = (await call.ask('GET', pathOf(call))) as { body: unknown };
  const { id, name, login } = body as ShownUser;
  const words = call.words.removePerson;
  const title = filled(words.title, { name: name || login });
  const records = await recordsOf(call.db, id);
  const back = backLink(call.at('person', { id }), name || login);
  const main = html`${head(title, { back, lead: words.lead })}${problemsOf(call, errors)}<form method="post" action="${call.at('removePerson', { id })}">
${records > 0 && (await recordsField(call, id, records, errors))}<div class="bar">
<p class="state"></p>
<a class="button" href="${call.at('person', { id })}">${words.keep}</a>
<button type="submit" class="button main">${words.remove}</button>
</div>
</form>`;
  const status = Object.keys(errors).length > 0 ? { status: 422 } : {};
  return { title, main, section: 'people', ...status };
}

async function recordsField(
  call: AdminCall,
  id: number,
  records: number,
  errors: PersonErrors,
): Promise<Html> {
  const words = call.words.removePerson;
  const heirs = (await authorsFor(call)).filter(author => author.id !== id);
  const box = (value: string, text: string, isChosen = false) =>
    html`<label class="choice"><input type="radio" name="records" value="${value}"${attribute('checked', isChosen)} required><span>${text}</span></label>\n`;
  const named = heirs.map(({ id, name }) => [id, name] as const);
  const heir = { name: 'heir', label: words.heir, error: errors.heir };
  return html`<fieldset class="sheet" id="role"><legend>${filled(words.records, { total: records })}</legend>
${box('heir', words.to_heir, true)}${selectField(heir, [['', ''], ...named])}${box('keep', words.to_nobody)}</fieldset>
`;
}
