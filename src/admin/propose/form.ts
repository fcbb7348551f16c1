import { attribute, type Html, html, NOTHING } from '../../lib/html.ts';
import type { PublicChoices } from '../events/choices.ts';
import { whenPart } from '../events/when.ts';
import type { AdminCall, Shown } from '../page.ts';
import { areaField, box, described, field, head, pills, summary, textField } from '../parts.ts';
import { FIELDS, type ProposalForm, type ProposedName } from './typed.ts';

/** A page for everybody, in the look of the site. */
export const publicShown = (title: string, main: Html, status = 200): Shown => ({
  ...{ title, status, isPublic: true, main },
});

/** A title and what is to be said. */
export const messagePage = (title: string, said: Html | string, status = 200): Shown =>
  publicShown(title, head(title, { lead: said }), status);

/** What was not sent, with links to the fields. */
export function problemsOf(call: AdminCall, { errors }: ProposalForm, problem: string | undefined): Html {
  const notice = problem && html`<div class="notice wrong" role="alert"><p>${problem}</p></div>\n`;
  return html`${notice}${summary(call, call.words.propose.not_sent, errors, name => labelOf(call, name as ProposedName))}`;
}

function labelOf(call: AdminCall, name: ProposedName | 'file'): string {
  const { propose: words, eventForm: form } = call.words;
  if (name === 'file') return words.picture;
  if (name === 'when') return call.words.eventList.when;
  return name === 'venue_address' || name === 'name' || name === 'email' ? words[name] : form[name];
}

/** The fields of a proposal: the form of an event, shorter. */
export function proposedFields(
  call: AdminCall,
  typed: ProposalForm,
  choices: PublicChoices,
  present?: Html,
): Html {
  const { propose: words, eventForm: form } = call.words;
  const stateOf = (name: ProposedName, help?: string) => ({
    ...{ name, label: labelOf(call, name), help, error: typed.errors[name], value: typed.texts[name] },
  });
  const line = (name: ProposedName, help?: string, more: Record<string, string> = {}) =>
    textField(stateOf(name, help), { maxlength: String(FIELDS[name]), autocomplete: 'off', ...more });
  const when = stateOf('when', call.words.when.help);
  const text = stateOf('text', form.text_help);
  // There are no other fields to give it in.
  const found = typed.when?.found;
  const understood = typed.when && found && !('unknown' in found) ? whenPart(call, typed.when) : present;
  const named = choices.categories.map(({ id, name }) => [id, name] as const);
  return html`${line('title', undefined, { class: 'title', required: 'required' })}${field(
    when,
    html`<textarea id="when" name="when" class="line" rows="1" maxlength="${FIELDS.when}"${described(when)}${attribute('required', present === undefined)}>${when.value}</textarea>`,
    understood,
  )}${line('venue', words.venue_help, { list: 'venues' })}${line('venue_address', words.venue_address_help)}${areaField(text, { rows: 8, maxlength: FIELDS.text })}${line('cost', form.cost_help, { class: 'middle' })}${line('website', undefined, { inputmode: 'url' })}${
    choices.categories.length > 0 &&
    html`<fieldset class="field"><legend>${call.words.menu.categories}</legend>
<div class="pills">${pills('checkbox', 'categories[]', named, typed.categories)}</div></fieldset>
`
  }<datalist id="venues">${choices.venues.map(name => html`<option value="${name}"></option>`)}</datalist>
`;
}

/** Its picture, and what that shows. @param isThere whether there is one already */
export function pictureFields(
  call: AdminCall,
  { texts, errors, removesPicture }: ProposalForm,
  isThere = false,
): Html {
  const { propose: words, eventForm: form } = call.words;
  const help = isThere ? `${words.picture_there} ${words.picture_help}` : words.picture_help;
  const state = { name: 'file', label: words.picture, help, error: errors.file };
  const alt = {
    name: 'alt_text',
    label: labelOf(call, 'alt_text'),
    value: texts.alt_text,
    error: errors.alt_text,
  };
  return html`${field(
    state,
    html`<input type="file" id="file" name="file" accept="image/jpeg,image/png,image/webp,image/avif"${described(state)}>`,
    isThere ? box('remove_image', form.remove_picture, removesPicture) : NOTHING,
  )}${textField({ ...alt, help: form.alt_text_help }, { maxlength: String(FIELDS.alt_text), autocomplete: 'off' })}`;
}

/** Who proposes it. */
export function proposerFields(call: AdminCall, { texts, errors }: ProposalForm, help: string): Html {
  const state = (name: 'name' | 'email') => ({
    ...{ name, label: labelOf(call, name), value: texts[name], error: errors[name] },
  });
  const required = 'required';
  return html`${textField(state('name'), { autocomplete: 'name', maxlength: '100', required })}${textField({ ...state('email'), help }, { type: 'email', autocomplete: 'email', maxlength: '254', required })}`;
}
