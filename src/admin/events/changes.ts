import { formatShortDayAndYear, formatTime } from '../../i18n/format-dates.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import { isDay } from '../../lib/time/dates.ts';
import type { AdminCall } from '../page.ts';
import { hidden } from '../parts.ts';
import type { NamedChoices } from './choices.ts';
import { fileNameOf, thumbnailOf } from './record.ts';
import { FIELD_NAMES, type FieldName, type FormValues } from './values.ts';
import { ruleSentence } from './when.ts';

/** The name of a field, as its label says it. */
export function labelOf(name: FieldName | 'when', call: Pick<AdminCall, 'words'>): string {
  const words = call.words.eventForm;
  if (name === 'start_day' || name === 'when') return call.words.eventList.when;
  if (name === 'description') return words.text;
  if (name === 'image') return words.picture;
  if (name === 'event_status') return words.change;
  if (name === 'categories' || name === 'tags') return call.words.menu[name];
  return words[name as keyof typeof words];
}

/** Characters of a text that a page of changes shows. */
const MOST = 300;

/** What a field says, for people: names for ids, and the words of choices. */
export function fieldText(name: FieldName, value: string, call: AdminCall, choices: NamedChoices): string {
  const words = call.words.eventForm;
  if (value === '') return '';
  if (/_day$|^until$/.test(name) && isDay(value)) return formatShortDayAndYear(value, call.language);
  if (/_time$/.test(name) && /^\d\d:\d\d$/.test(value))
    return formatTime(`2000-01-01 ${value}`, call.language);
  if (name === 'categories') return named(value, choices.categories);
  if (name === 'author') return named(value, choices.authors);
  if (name === 'password') return '•••';
  if (name === 'image') return `#${value}`;
  if (value === '1' && name !== 'title') return labelOf(name, call);
  if (name === 'event_status' || name === 'repeats' || name === 'availability')
    return words[value as keyof typeof words] ?? value;
  return shortened(value);
}

/** The same of the values of a form, with the picture in place of its id, if `choices` has it. */
export const shownField = (
  name: FieldName,
  values: FormValues,
  call: AdminCall,
  choices: NamedChoices,
): string | Html =>
  (name === 'image' && pictureOf(values.image, choices, values.alt_text)) ||
  (name === 'lines' && ruleSentence(values, call.language)) ||
  fieldText(name, values[name], call, choices);

/** A picture as a page of changes shows it. */
export function pictureOf(
  id: string,
  { pictures }: Pick<NamedChoices, 'pictures'>,
  alt = '',
): Html | undefined {
  const picture = pictures?.get(id);
  return (
    picture &&
    html`<img src="${thumbnailOf(picture)}" alt="${alt || picture.alt_text || fileNameOf(picture)}">`
  );
}

/** A text without its markup, and no longer than a page of changes shows. */
export function shortened(value: string): string {
  const text = value.replaceAll(/<[^<>]*>/g, ' ');
  return text.length > MOST ? `${text.slice(0, MOST)}…` : text;
}

const named = (ids: string, known: NamedChoices['categories']): string =>
  ids
    .split(',')
    .map(id => known.find(one => String(one.id) === id)?.name ?? id)
    .join(', ');

/** What differs between two states of a form: each field with its value before and after. */
export function changedFields(
  before: FormValues,
  after: FormValues,
  call: AdminCall,
  choices: NamedChoices,
  note: (name: FieldName) => string = () => '',
): NamedChange[] {
  const shown = (name: FieldName, values: FormValues) => shownField(name, values, call, choices);
  // What the crops of another picture keep is of no interest beside it.
  const isSame = before.image === after.image;
  return FIELD_NAMES.filter(
    name => before[name] !== after[name] && (isSame || !name.startsWith('focus_')),
  ).map(name => ({
    ...{ label: labelOf(name, call), was: shown(name, before), is: shown(name, after), note: note(name) },
  }));
}

/** A field with its value before and after a change. */
export interface NamedChange {
  readonly label: string;
  readonly was: string | Html;
  readonly is: string | Html;
  readonly note?: string;
}

export function changeList(call: AdminCall, changes: readonly NamedChange[]): Html {
  const rows = changes.map(
    ({ label, was, is, note = '' }) =>
      html`<div><dt>${label}</dt><dd>${was !== '' && html`<del>${was}</del> `}<ins>${is || call.words.eventForm.none}</ins>${note !== '' && html`<small>${note}</small>`}</dd></div>\n`,
  );
  return rows.length > 0 ? html`<dl class="changes">\n${rows}</dl>\n` : NOTHING;
}

/** The values of a form that another page asks about before it is sent again. */
export const hiddenFields = (values: FormValues, others: Readonly<Record<string, string>>): Html =>
  hidden(Object.entries({ ...values, ...others }));
