import { LRUCache } from 'lru-cache';
import { adminWords } from '../../i18n/admin/words.ts';
import { languages } from '../../i18n/language.ts';
import { ALLOWED_ELEMENTS } from '../../lib/text/elements.ts';
import { escaped } from '../../lib/text/escape.ts';
import { paragraphs } from '../../lib/text/paragraphs.ts';
import { plainText as lineOf } from '../../lib/text/text.ts';
import { MAX_LINE, MAX_TEXT } from '../../limits.ts';
import { imageValues, isReleased, OF_IMAGE, type OfImage, type ShownEvent, venueNames } from './record.ts';
import { repetitionOf, repetitionValues } from './repetition.ts';

/** Every field of the form, in its order. */
export const FIELD_NAMES = [
  ...(['title', 'start_day', 'start_time', 'end_day', 'end_time'] as const),
  ...(['repeats', 'until', 'except', 'lines', 'venue', 'organizer', 'description'] as const),
  ...(['image', ...OF_IMAGE, 'categories', 'new_category', 'tags'] as const),
  ...(['cost', 'ticket_url', 'availability', 'website'] as const),
  ...(['is_virtual', 'virtual_url', 'event_status', 'status_reason'] as const),
  ...(['featured', 'sticky', 'hide_from_listings', 'is_private'] as const),
  ...(['password', 'no_password', 'publish_at', 'author', 'slug'] as const),
] as const;

export type FieldName = (typeof FIELD_NAMES)[number];

/** What is typed in the form of an event: a text for each field, and lists where there are several choices. */
export type FormValues = Readonly<Record<FieldName, string>>;

/** How a field of the form becomes members of the interface, and is filled from an event. */
interface FieldValue {
  /** The members that it writes; their errors stand at it. */
  readonly members: readonly string[];
  fill(event: ShownEvent): string;
  /** The members with their values. It is asked if a field of the same members has changed. */
  write(values: FormValues): Readonly<Record<string, unknown>>;
}

const field = <const Members extends readonly string[]>(
  members: Members,
  fill: FieldValue['fill'],
  write: FieldValue['write'],
): FieldValue => ({ members, fill, write });

/** A field whose text is the value of a member. */
const same = (member: keyof ShownEvent & string, fill?: FieldValue['fill']): FieldValue =>
  field([member], fill ?? (event => String(event[member] ?? '')), values => ({
    [member]: (values as Readonly<Record<string, string>>)[member] ?? '',
  }));

const ofImage = (name: OfImage): FieldValue =>
  field(
    [],
    ({ image }) => imageValues(image)[name],
    () => ({}),
  );

/** A box that is ticked or not. */
const flag = (member: 'featured' | 'sticky' | 'hide_from_listings' | 'is_virtual'): FieldValue =>
  field(
    [member],
    event => (event[member] ? '1' : ''),
    values => ({ [member]: values[member] === '1' }),
  );

const TIMES = ['start_date', 'end_date', 'all_day', 'recurrence'] as const;

/** A part of when an event takes place: a change of one writes all of it. */
const time = (fill: FieldValue['fill']): FieldValue => field(TIMES, fill, timesOf);

/** The time of a date as the form shows it: with seconds only where there are any. */
export const clock = ({ all_day }: Pick<ShownEvent, 'all_day'>, wall: string): string =>
  all_day ? '' : wall.slice(11).replace(/:00$/, '');

/** The title that stands for none: a draft may have none, and the interface wants one. */
const UNTITLED: ReadonlySet<string> = new Set(
  languages.map(language => adminWords(language).eventForm.untitled),
);

/** How each field of the form is filled and written. */
const FIELDS: Readonly<Record<FieldName, FieldValue>> = {
  title: same('title', ({ title, status }) => (isReleased(status) || !UNTITLED.has(title) ? title : '')),
  start_day: time(({ start_date }) => start_date.slice(0, 10)),
  start_time: time(event => clock(event, event.start_date)),
  end_day: time(({ start_date, end_date }) =>
    start_date.slice(0, 10) === end_date.slice(0, 10) ? '' : end_date.slice(0, 10),
  ),
  end_time: time(event => (event.start_date === event.end_date ? '' : clock(event, event.end_date))),
  repeats: time(event => repetitionValues(event).repeats),
  until: time(event => repetitionValues(event).until),
  except: time(event => repetitionValues(event).except),
  lines: time(event => repetitionValues(event).lines),
  venue: field(
    ['venue'],
    event => venueNames(event).join('\n'),
    // A name of digits is no id.
    ({ venue }) => ({ venue: namesIn(venue).map(venue => ({ venue })) }),
  ),
  organizer: field(
    ['organizer'],
    ({ organizer }) => organizer.map(({ organizer }) => organizer).join('\n'),
    ({ organizer }) => ({ organizer: namesIn(organizer).map(organizer => ({ organizer })) }),
  ),
  description: field(
    ['description'],
    ({ description }) => plainText(description),
    ({ description }) => ({ description: asHtml(description) }),
  ),
  categories: field(
    ['categories'],
    ({ categories }) => categories.map(({ id }) => id).join(','),
    categoriesIn,
  ),
  new_category: field(['categories'], () => '', categoriesIn),
  tags: field(
    ['tags'],
    ({ tags }) => tags.map(({ name }) => name).join(', '),
    ({ tags }) => ({ tags: termsOf('', tags), strict: true }),
  ),
  image: field(
    ['image'],
    ({ image }) => (image ? String(image.id) : ''),
    ({ image }) => ({ image: image === '' ? false : Number(image) }),
  ),
  ...(Object.fromEntries(OF_IMAGE.map(name => [name, ofImage(name)])) as Record<OfImage, FieldValue>),
  cost: same('cost'),
  ...{ ticket_url: same('ticket_url'), availability: same('availability') },
  website: same('website', ({ website, url }) => (website === url ? '' : website)),
  is_virtual: flag('is_virtual'),
  virtual_url: same('virtual_url'),
  event_status: same('event_status'),
  status_reason: same('status_reason'),
  featured: flag('featured'),
  sticky: flag('sticky'),
  hide_from_listings: flag('hide_from_listings'),
  // The status follows from it and from what the form is sent for.
  is_private: field(
    [],
    ({ status }) => (status === 'private' ? '1' : ''),
    () => ({}),
  ),
  password: field(['password'], () => '', passwordIn),
  no_password: field(['password'], () => '', passwordIn),
  publish_at: field(
    ['date'],
    ({ status, date, modified }) => (status !== 'publish' && date > modified ? date.slice(0, 16) : ''),
    ({ publish_at }) => ({ date: publish_at === '' ? 'now' : publish_at }),
  ),
  author: same('author'),
  slug: same('slug'),
};

/** A password is never shown: an empty field keeps the one that there is. */
function passwordIn({ password, no_password }: FormValues): Record<string, unknown> {
  if (password !== '') return { password };
  return no_password === '1' ? { password: '' } : {};
}

/** Boxes, which a form sends if they are ticked only. */
const BOXES: ReadonlySet<FieldName> = new Set([
  ...(['is_virtual', 'featured', 'sticky', 'hide_from_listings', 'is_private'] as const),
  ...(['no_password', 'categories'] as const),
]);

/** What a form says of all fields: one that it does not have is as it was. */
export const withUnsent = (
  values: FormValues,
  sent: Readonly<Record<string, unknown>>,
  opened: FormValues,
): FormValues =>
  eachField(name => (sent[name] === undefined && !BOXES.has(name) ? opened[name] : values[name]));

/** The form of an event. */
export const valuesOf = (event: ShownEvent): FormValues => eachField(name => FIELDS[name].fill(event));

const TIME_FIELDS = FIELD_NAMES.filter(name => FIELDS[name].members === TIMES);

/** The fields of the times of an event. */
export const timeValues = (
  times: Pick<ShownEvent, 'start_date' | 'end_date' | 'all_day' | 'recurrence'>,
): Partial<FormValues> =>
  Object.fromEntries(TIME_FIELDS.map(name => [name, FIELDS[name].fill(times as ShownEvent)]));

/** The form of a new event. */
export const NO_VALUES: FormValues = eachField(name => (name === 'event_status' ? 'scheduled' : ''));

/** A form with this text in each field. */
export function eachField(textOf: (name: FieldName) => string): FormValues {
  return Object.fromEntries(FIELD_NAMES.map(name => [name, textOf(name)])) as FormValues;
}

/** What a form has sent. Boxes that are not ticked are not sent, and browsers end lines with two characters. */
export const sentValues = (sent: Readonly<Record<string, unknown>>): FormValues =>
  eachField(name => {
    const value = sent[name];
    const text = Array.isArray(value) ? value.filter(one => typeof one === 'string').join(',') : value;
    const typed = typeof text === 'string' ? text.replaceAll('\r\n', '\n').trim() : '';
    return name === 'description' ? plainText(asHtml(typed)) : asStored(name, typed);
  });

/** A text of a picture as it is stored, before the rest: a save that is done once more finds its own there. */
export const asStored = (name: string, typed: string): string =>
  typed.length <= MAX_LINE && OF_IMAGE.some(one => one === name) ? lineOf(typed) : typed;

/**
 * The members of the interface for fields that have changed, or for all that are filled.
 * @param before undefined for a new event
 */
export function membersOf(values: FormValues, before: FormValues | undefined): Record<string, unknown> {
  const base = before ?? NO_VALUES;
  const changed = FIELD_NAMES.filter(name => values[name] !== base[name]);
  return Object.assign({}, ...changed.map(name => FIELDS[name].write(values)));
}

/** The field at which an error about a member stands. */
export function fieldOf(member: string): FieldName | undefined {
  const own: Readonly<Record<string, FieldName>> = {
    start_date: 'start_day',
    end_date: 'end_time',
    recurrence: 'repeats',
    'could-not-create-venue': 'venue',
    'could-not-create-organizer': 'organizer',
  };
  const [first = ''] = member.split('.', 1);
  return own[first] ?? FIELD_NAMES.find(name => FIELDS[name].members.includes(first));
}

/** When it takes place. Without a time it is a whole day; without an end it ends when it starts. */
function timesOf(values: FormValues): Record<string, unknown> {
  const { start_day, start_time, end_day, end_time } = values;
  const all_day = start_time === '';
  const start_date = all_day ? start_day : `${start_day} ${clockTime(start_time)}`;
  const lastDay = end_day || start_day;
  const end_date = all_day ? lastDay : `${lastDay} ${clockTime(end_time || start_time)}`;
  return { start_date, end_date, all_day, recurrence: repetitionOf(values) };
}

/** `19.30`, `19h30` and `19h` are times as well. */
export function clockTime(text: string): string {
  const [, hour, minute = '00'] = /^(\d{1,2})\s*(?:[:.h]\s*(?:(\d{2})\s*h?|h)?)?$/i.exec(text.trim()) ?? [];
  return hour === undefined ? text : `${hour.padStart(2, '0')}:${minute}`;
}

/** The names in a text, each in a line of its own or behind another separator. */
export const namesIn = (text: string, separator = '\n'): string[] =>
  text
    .split(separator)
    .map(name => name.trim())
    .filter(name => name !== '');

/** The interface leaves out a number that is no term, unless it is strict: what was typed or chosen is not lost. */
function categoriesIn({ categories, new_category: name }: FormValues): Record<string, unknown> {
  return { categories: termsOf(categories, name), strict: true };
}

/** Terms by id and by name: a name that there is not is made. */
const termsOf = (ids: string, names: string): (number | string)[] => [
  ...ids.split(',').filter(Boolean).map(Number),
  ...namesIn(names, ','),
];

/** Characters from which a text is converted once for all who compare it: a save reads the same one many times. */
const LONG = 10_000;
const converted = new LRUCache<string, string>({ max: 6 });

const once = (kind: string, text: string, convert: (text: string) => string): string => {
  // Short paragraphs are three times as long as HTML.
  if (text.length < LONG || text.length > 4 * MAX_TEXT) return convert(text);
  const key = kind + text;
  const known = converted.get(key) ?? convert(text);
  converted.set(key, known);
  return known;
};

/** HTML as the text that `asHtml` makes the same bytes of, if there is one; other HTML stays. */
export const plainText = (html: string): string => once('text', html, textOfHtml);

function textOfHtml(html: string): string {
  const inner = html.trim().replace(/^<p>|<\/p>$/g, '');
  const text = inner
    .replaceAll('</p>\n<p>', '\n\n')
    .replaceAll('<br />\n', '\n')
    .replace(/&(amp|lt|gt);/g, (_, name: string) => CHARACTERS[name]!);
  return asHtml(text) === html.trim() ? text : html.trim();
}

const CHARACTERS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>' };

/** A text as HTML: blank lines part paragraphs. HTML stays, and so does what is too long for any field. */
export const asHtml = (typed: string): string =>
  once('html', typed, text => (text.length > MAX_TEXT || TAG.test(text) ? text : paragraphs(escaped(text))));

const TAG = new RegExp(`<(?:${ALLOWED_ELEMENTS.join('|')})(?:[\\s/][^<>]*)?>`, 'i');
