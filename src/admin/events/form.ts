import { randomUUID } from 'node:crypto';
import { availabilities } from '../../db/tables.ts';
import { formatShortDayAndYear } from '../../i18n/format-dates.ts';
import { timeGrammarOf } from '../../i18n/language.ts';
import { filled } from '../../i18n/say.ts';
import { attribute, type Html, html, NOTHING } from '../../lib/html.ts';
import { mayEditOthers } from '../../users/rights.ts';
import type { Understood } from '../../when/when.ts';
import type { SentForm } from '../form.ts';
import { type AdminCall, type Shown, withColon } from '../page.ts';
import {
  areaField,
  backTo,
  box,
  described,
  type Field,
  type Fold,
  field,
  fieldId,
  fold,
  head,
  notSaved,
  pills,
  radio,
  renamed,
  richText,
  selectField,
  textField,
} from '../parts.ts';
import { formPath } from '../surface.ts';
import { translationsFold } from '../translations.ts';
import { asideOf, barOf } from './aside.ts';
import { labelOf } from './changes.ts';
import { similarNotice } from './checks.ts';
import { type EventForm, stateWord } from './event-form.ts';
import { pictureState } from './image.ts';
import { othersNotice, pendingNotice } from './pending.ts';
import { creditFold, pictureField } from './picture-field.ts';
import { isOccurrence, isReleased, QUIET_SAVE, type ShownEvent } from './record.ts';
import { REPETITIONS } from './repetition.ts';
import { countedIn } from './translate.ts';
import type { FieldName } from './values.ts';
import { understoodBox, whenError, whenPart, writtenWhen } from './when.ts';

/** The form of an event, in the order of use. */
export async function formPage(form: EventForm): Promise<Shown> {
  const { call, event, errors } = form;
  const words = call.words.eventForm;
  const title = event ? filled(words.edit, { title: event.title || words.untitled }) : words.new;
  const when =
    event && `${formatShortDayAndYear(event.start_date, call.language)} · ${stateWord(event, call)}`;
  const wrong = renamed(errors, 'start_day', 'when');
  const action = formPath(call, 'event', event?.id);
  const main = html`${head(title, { back: backTo(call, 'events'), lead: when })}${othersNotice(form)}${pendingNotice(form)}${keptNotice(call)}${similarNotice(form)}${notSaved(call, wrong, name => labelOf(name as FieldName, call))}<form class="work" method="post" enctype="multipart/form-data" action="${action}"${keptOf(form)}>
<input type="hidden" name="keep" value="${form.keep}">
${form.similar && html`<input type="hidden" name="anyway" value="1">\n`}${form.proposal && html`<input type="hidden" name="proposal" value="${form.proposal}">\n`}<button type="submit" class="hidden" name="do" value="${QUIET_SAVE}" tabindex="-1" aria-hidden="true"${attribute('disabled', form.proposal !== undefined)}>${words.save_draft}</button>
${
  form.opened &&
  html`<input type="hidden" name="looked" value="${pictureState(form.image)}">
<input type="hidden" name="opened" value="${JSON.stringify(form.opened)}">\n`
}<div>
${seriesNotice(form)}${mainFields(form)}${folds(form)}</div>
${await asideOf(form)}${barOf(form)}${dataList('venues', form.choices.venues)}${dataList('organizers', form.choices.organizers)}</form>`;
  const [first] = Object.entries(wrong);
  const problem = first
    ? `${withColon(labelOf(first[0] as FieldName, call), call)} ${first[1]}`
    : form.similar && call.words.proposals.similar;
  const status = problem ? { status: 422, problem } : {};
  return { title: [title, when].filter(Boolean).join(' · '), main, section: 'events', ...status };
}

/** A key for a form: the account, what it is about, and something that no other form has. */
export const newKeep = (call: AdminCall, id: number | string, what = 'event'): string =>
  `${call.account?.id} ${what}-${id} ${randomUUID()}`;

/** The key of a form that was sent, if it is as `newKeep` makes it. */
export const keepIn = ({ values: { keep } }: Pick<SentForm, 'values'>): string | undefined =>
  /^\d+ [a-z]+-[^\s\p{C}]{1,200} [\da-f-]{36}$/u.exec(String(keep))?.[0];

/** What scripts do with the form: a draft saves itself, a change of what is public waits, and what is typed is kept. */
function keptOf({ call, keep, proposal }: EventForm): Html {
  const { not_saved_yet, no_answer } = call.words.eventForm;
  const saves = html` data-autosave="${QUIET_SAVE}" data-unsaved="${not_saved_yet}" data-silent="${no_answer}"`;
  return html` data-keep="${keep}"${proposal === undefined && saves}`;
}

/** Offers back what the browser has kept; a script shows it. */
export function keptNotice(call: AdminCall): Html {
  const words = call.words.eventForm;
  return html`<div class="notice" data-kept hidden><p>${words.kept} <time data-times="${JSON.stringify(timeGrammarOf(call.language))}"></time></p>
<button type="button" class="button low" data-restore>${words.restore}</button> <button type="button" class="button low quiet" data-drop>${words.drop}</button></div>
`;
}

/** The value, label and error of a field. */
const stateOf = ({ call, values, errors }: EventForm, name: FieldName) => ({
  ...{ name, label: labelOf(name, call), value: values[name], error: errors[name] },
});

function mainFields(form: EventForm): Html {
  const { call } = form;
  const words = call.words.eventForm;
  const text = stateOf(form, 'description');
  const organizers = namesField({ ...stateOf(form, 'organizer'), help: words.organizer_help });
  const said = { value: form.values.organizer || words.nobody };
  const organizer = foldOf(form, ['organizer'], said, organizers);
  return html`${textField(stateOf(form, 'title'), { class: 'title', autocomplete: 'off' })}${whenFields(form)}${venueField(form)}${organizer}${field(
    { ...text, help: words.text_help },
    richText(call, { ...text, help: words.text_help }),
  )}${imageFields(form)}${categoriesField(form)}`;
}

/** When it takes place: as people write it, and field by field. */
function whenFields(form: EventForm): Html {
  const { call, event, when, errors } = form;
  const state = {
    name: 'when',
    label: labelOf('start_day', call),
    help: call.words.when.help,
    error: errors.start_day,
  };
  const shown = event && timesOfShown(event);
  const written = when?.text ?? (shown && !form.pending ? writtenWhen(call, shown) : '');
  const text = html`<textarea id="when" name="when" class="line" rows="1" aria-controls="when-understood" data-when-from="${call.at('when')}"${described(state)}>${written}</textarea>`;
  const present = shown && understoodBox(call, shown, event.timezone);
  // The exact fields have what was understood: it is not read again.
  const isRead = !when || whenError(call, when) === undefined;
  const part = html`<div id="when-understood" aria-live="polite">${when?.found ? whenPart(call, when, errors.start_day !== undefined) : present}</div>\n`;
  const read = html`<input type="hidden" name="when_read" value="${isRead && written}">`;
  return html`${field(state, html`${text}${read}`, part)}${exactFields(form)}`;
}

/** When an event takes place; a date of a series alone, without the rule. */
export const timesOfShown = (event: ShownEvent): Understood => ({
  ...event,
  recurrence: isOccurrence(event) ? [] : (event.recurrence ?? []),
  assumed: [],
});

const EXACT = ['start_time', 'end_time', 'end_day', 'repeats', 'until', 'except', 'lines'] as const;

function exactFields(form: EventForm): Html {
  const { call, event, values, errors } = form;
  const words = call.words.eventForm;
  const part = (name: FieldName, type: string) =>
    html`<div><label for="${fieldId(name)}">${name === 'start_day' ? words.start_day : labelOf(name, call)}</label><input type="${type}" id="${fieldId(name)}" name="${name}" value="${values[name]}"${attribute('step', type === 'time' && values[name].length > 5 && '1')}></div>`;
  const zone = filled(words.zone, { zone: event?.timezone ?? call.config.TIME_ZONE.name });
  const wrong = (['start_time', 'end_time', 'end_day'] as const).flatMap(
    name => errors[name] && html`<p class="error" id="${fieldId(name)}-error">${errors[name]}</p>\n`,
  );
  const isOpen = EXACT.some(name => errors[name] !== undefined);
  return html`<details class="fold exact"${attribute('open', isOpen)}>
<summary><span class="open">${call.words.when.exact}</span></summary>
<div class="inside">
<p class="help">${words.time_help}</p>
${wrong}<div class="pair">${part('start_day', 'date')}${part('start_time', 'time')}${part('end_time', 'time')}${part('end_day', 'date')}</div>
<p class="small muted">${words.end_day_help} ${zone}</p>
${!(event && isOccurrence(event)) && repeatsField(form)}</div>
</details>
`;
}

function repeatsField(form: EventForm): Html {
  const { call, values, errors } = form;
  const words = call.words.eventForm;
  return html`<fieldset class="field" id="${fieldId('repeats')}">
<legend>${words.repeats}</legend>
${errors.repeats && html`<p class="error">${errors.repeats}</p>\n`}<div class="pills">${pills(
    'radio',
    'repeats',
    REPETITIONS.map(name => [name, words[name]]),
    [values.repeats || 'no'],
  )}</div>
<div class="pair repeated"><div><label for="until">${words.until}</label><input type="date" id="until" name="until" value="${values.until}"></div>
<div class="wide"><label for="except">${words.except}</label><input type="text" id="except" name="except" value="${values.except}" aria-describedby="except-help"><p class="help" id="except-help">${words.except_help}</p></div></div>
<div class="ruled">${areaField({ ...stateOf(form, 'lines'), help: words.lines_help }, { rows: 2 })}</div>
</fieldset>
`;
}

const dataList = (id: string, names: readonly string[]): Html =>
  html`<datalist id="${id}">${names.map(name => html`<option value="${name}"></option>`)}</datalist>\n`;

/** Where: a name that is typed wins over one of the places that are used most. */
function venueField(form: EventForm): Html {
  const { call, values, choices } = form;
  const words = call.words.eventForm;
  const often = choices.often.map(
    name => html` <label class="pill"><input type="radio" name="venue_often" value="${name}">${name}</label>`,
  );
  const state = { ...stateOf(form, 'venue'), help: words.venue_help };
  const recent = html`<div class="recent"><span class="hide-small">${words.often}</span>${often}</div>\n`;
  return namesField(state, values.venue === '' && often.length > 0 ? recent : venueLinks(form));
}

/** One name, or several in lines: browsers leave the ends of lines out of a field of one line. */
const namesField = (state: Field & { readonly value: string }, after?: Html): Html =>
  field(
    state,
    state.value.includes('\n')
      ? html`<textarea id="${state.name}" name="${state.name}" rows="3"${described(state)}>${state.value}</textarea>`
      : html`<input type="text" id="${state.name}" name="${state.name}" list="${state.name}s" autocomplete="off"${described(state)} value="${state.value}">`,
    after,
  );

/** The pages of the venues of an event, for those who may edit these. */
function venueLinks({ call, event }: EventForm): Html {
  const own = [event?.venue ?? []].flat().filter(({ author }) => {
    return mayEditOthers(call.viewer) || author === String(call.viewer?.id);
  });
  const links = own.flatMap(({ id, venue: title = '' }) =>
    id === undefined
      ? []
      : html`<li><a href="${formPath(call, 'venue', id)}">${filled(call.words.eventForm.edit, { title })}</a></li>`,
  );
  return links.length === 0 ? NOTHING : html`<ul class="small apart-small">${links}</ul>\n`;
}

function imageFields(form: EventForm): Html {
  const { call, values, image, event, errors } = form;
  const chosen = [image, event?.image].find(one => one && String(one.id) === values.image) || undefined;
  const text = { ...stateOf(form, 'alt_text'), help: call.words.eventForm.alt_text_help };
  return html`${pictureField(call, chosen, values, errors.image)}${textField(text, { autocomplete: 'off' })}${creditFold(call, values)}`;
}

/** The most categories that are shown as buttons: of more, those that are chosen, and a list to find others. */
const MOST_PILLS = 12;

function categoriesField(form: EventForm): Html {
  const { call, values, choices, errors } = form;
  const chosen = values.categories.split(',');
  const offered = choices.categories.filter(
    ({ id }) => choices.within?.has(id) !== false || chosen.includes(String(id)),
  );
  const isFew = offered.length <= MOST_PILLS;
  const shown = offered.filter(({ id }) => isFew || chosen.includes(String(id)));
  return html`<fieldset class="field" id="${fieldId('categories')}">
<legend>${call.words.menu.categories}</legend>
${errors.categories && html`<p class="error">${errors.categories}</p>\n`}<div class="pills">${pills(
    'checkbox',
    'categories[]',
    shown.map(({ id, name }) => [id, name]),
    chosen,
  )}</div>
${textField(stateOf(form, 'new_category'), { class: 'middle', autocomplete: 'off', list: isFew ? undefined : 'categories-list' })}${
  !isFew &&
  dataList(
    'categories-list',
    offered.map(({ name }) => name),
  )
}</fieldset>
`;
}

/** A fold of fields, which says of the first whether it is set. */
function foldOf(
  { call, values, errors }: EventForm,
  names: readonly [FieldName, ...FieldName[]],
  said: Partial<Fold> & Pick<Fold, 'value'>,
  inside: Html,
): Html {
  const isOpen = names.some(one => errors[one] !== undefined);
  return fold(
    call,
    { key: labelOf(names[0], call), isSet: values[names[0]] !== '', isOpen, ...said },
    inside,
  );
}

const flagBox = (form: EventForm, name: FieldName, help = ''): Html => {
  const text = html`${labelOf(name, form.call)}${help && html` <small>${help}</small>`}`;
  return box(name, text, form.values[name] === '1');
};

/** What is optional: rows that say their value. */
function folds(form: EventForm): Html {
  const { call, values } = form;
  const words = call.words.eventForm;
  const statuses = ['scheduled', 'canceled', 'postponed', 'moved_online'] as const;
  const status = statuses.find(name => name === values.event_status) ?? 'scheduled';
  const choices = statuses.map(name => radio('event_status', name, words[name], name === status));
  const flags = FLAGS.filter(name => values[name] === '1');
  const privateHelp = isReleased(form.event?.status) ? '' : words.is_private_help;
  const shown = flags.map(name => words[name]).join(', ');
  const isPriced = (['cost', 'ticket_url', 'availability'] as const).some(name => values[name]);
  const online = values.virtual_url || (values.is_virtual ? words.is_virtual : words.no);
  const visibility = { key: words.visibility, value: shown || words.usual, isSet: shown !== '' };
  const rows = [
    foldOf(
      form,
      ['tags'],
      { value: values.tags || words.none },
      textField({ ...stateOf(form, 'tags'), help: words.tags_help }),
    ),
    foldOf(
      form,
      ['cost', 'ticket_url', 'availability', 'website'],
      { key: words.price, value: values.cost || words.unsaid, isSet: isPriced },
      html`${textField({ ...stateOf(form, 'cost'), help: words.cost_help }, { class: 'middle' })}${textField({ ...stateOf(form, 'ticket_url'), help: words.ticket_url_help }, { inputmode: 'url' })}${availabilityField(form)}${textField(stateOf(form, 'website'), { inputmode: 'url' })}`,
    ),
    foldOf(
      form,
      ['virtual_url'],
      { key: words.online, value: online },
      html`${flagBox(form, 'is_virtual')}${textField(stateOf(form, 'virtual_url'), { inputmode: 'url' })}`,
    ),
    foldOf(
      form,
      ['event_status', 'status_reason'],
      { value: words[status], isSet: status !== 'scheduled' },
      html`<div class="choices" id="${fieldId('event_status')}">${choices}</div>${textField(stateOf(form, 'status_reason'))}`,
    ),
    translationsOf(form),
    foldOf(
      form,
      ['slug', 'password', 'publish_at', 'author'],
      visibility,
      html`${FLAGS.map(name => flagBox(form, name, name === 'is_private' ? privateHelp : ''))}${publicationFields(form)}`,
    ),
  ];
  return html`${rows}`;
}

function availabilityField(form: EventForm): Html {
  const [state, words] = [stateOf(form, 'availability'), form.call.words.eventForm];
  const named = availabilities.map(name => [name, words[name]] as const);
  return selectField(state, [['', ''], ...named]);
}

const FLAGS = ['featured', 'sticky', 'hide_from_listings', 'is_private'] as const;

/** Who may read it and from when, whose it is, and its address. */
function publicationFields(form: EventForm): Html {
  const { call, event, values, choices } = form;
  const words = call.words.eventForm;
  const chosen = values.author || String(call.account?.id);
  const isChoice = choices.authors.some(({ id }) => String(id) === chosen);
  // An author who is no longer one stays until somebody chooses another.
  const all = isChoice ? choices.authors : [{ id: chosen, name: '—' }, ...choices.authors];
  const authors = all.map(({ id, name }) => [id, name] as const);
  const hasPassword = event ? flagBox(form, 'no_password') : NOTHING;
  return html`${textField({ ...stateOf(form, 'password'), help: event ? words.password_help : undefined }, { class: 'middle', autocomplete: 'off' })}${hasPassword}${textField({ ...stateOf(form, 'publish_at'), help: words.publish_at_help }, { class: 'middle', autocomplete: 'off' })}${authors.length > 1 && selectField({ ...stateOf(form, 'author'), value: chosen }, authors)}${textField({ ...stateOf(form, 'slug'), help: words.slug_help })}`;
}

/** The languages that an event has, with a page for each; those of a series are with the series. */
function translationsOf({ call, event, isProposed }: EventForm): Html {
  if (!event || isProposed || isOccurrence(event)) return NOTHING;
  return translationsFold(call, event, countedIn(event), to => call.at('translation', { id: event.id, to }));
}

/** That it is one date of a series: a page asks what a change means before it counts. */
function seriesNotice({ call, event }: EventForm): Html {
  if (!event || !isOccurrence(event)) return NOTHING;
  const words = call.words.eventForm;
  const series =
    event.series && html`<a href="${call.at('event', { id: event.series.id })}">${words.whole_series}</a>`;
  return html`<div class="notice"><p>${words.of_series} ${series}</p></div>
`;
}
