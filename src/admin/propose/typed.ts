import type { PublicProposal } from '../../events/public-proposals.ts';
import { filled } from '../../i18n/say.ts';
import { isMailAddress } from '../../lib/text/addresses.ts';
import { escaped } from '../../lib/text/escape.ts';
import { paragraphs } from '../../lib/text/paragraphs.ts';
import { withoutDirections } from '../../lib/text/text.ts';
import { isDay } from '../../lib/time/dates.ts';
import { MAX_LINE, MAX_PROPOSED_TEXT } from '../../limits.ts';
import type { PublicChoices } from '../events/choices.ts';
import { FIELD_NAMES, type FormValues, NO_VALUES, plainText, timeValues } from '../events/values.ts';
import { type TypedWhen, typedWhen, whenError } from '../events/when.ts';
import { type SentForm, textOf } from '../form.ts';
import type { AdminCall } from '../page.ts';

/** The fields of a proposal, with the most characters of each. */
export const FIELDS = {
  ...{ title: 300, when: 300, venue: 200, venue_address: 300, text: MAX_PROPOSED_TEXT },
  ...{ cost: 200, website: 1000, alt_text: MAX_LINE, name: 100, email: 254 },
} as const;

export type ProposedName = keyof typeof FIELDS;

/** What the form of a proposal shows, and what was sent with it. */
export interface ProposalForm {
  readonly texts: Readonly<Record<ProposedName, string>>;
  /** The ids of the chosen categories. */
  readonly categories: readonly string[];
  readonly when?: TypedWhen;
  /** Whether the picture that there is shall go. */
  readonly removesPicture?: boolean;
  /** By field, the file of its picture among them. */
  readonly errors: Readonly<Partial<Record<ProposedName | 'file', string>>>;
}

/** What was sent, with the fields of an event that follow from it. */
export interface SentProposal extends ProposalForm {
  readonly values: FormValues;
  /** Wall times as epoch seconds. */
  readonly start_at: number;
  readonly end_at: number;
}

const EMPTY = Object.fromEntries(Object.keys(FIELDS).map(name => [name, ''])) as ProposalForm['texts'];

export const NOTHING_TYPED: ProposalForm = { texts: EMPTY, categories: [], errors: {} };

/** Reads a form. @param known what was proposed before, or what is public: a text about its times that stays means these. */
export function typedIn(
  call: AdminCall,
  form: SentForm,
  choices: PublicChoices,
  known?: { readonly values: FormValues; readonly when: string },
): SentProposal {
  const texts = Object.fromEntries(
    Object.keys(FIELDS).map(name => {
      const text = textOf(form, name).replaceAll('\r\n', '\n').trim();
      return [name, name === 'text' ? text : withoutDirections(text).replace(/[\n\r\t]+/g, ' ')];
    }),
  ) as ProposalForm['texts'];
  const website =
    texts.website && !/^https?:/i.test(texts.website) ? `https://${texts.website}` : texts.website;
  const sent = form.values.categories;
  const chosen = new Set((Array.isArray(sent) ? sent : [sent]).map(String));
  const offered = choices.categories.map(({ id }) => `${id}`);
  // Those that there are keep their order, which is that of another language.
  const before = known?.values.categories.split(',') ?? [];
  const categories = [...new Set([...before, ...offered])].filter(id => chosen.has(id));
  // A new one takes its place.
  const removesPicture = !form.file && textOf(form, 'remove_image') === '1';
  const isSame = known !== undefined && (texts.when === '' || texts.when === known.when);
  const when = typedWhen(call, name => (isSame || name === 'when_read' ? undefined : form.values[name]));
  const found = when.found && 'understood' in when.found ? timeValues(when.found.understood) : {};
  // What is typed is no markup.
  const typedText = texts.text === '' ? '' : paragraphs(escaped(texts.text));
  const values = {
    ...(known?.values ?? NO_VALUES),
    ...{ title: texts.title, cost: texts.cost, website, categories: categories.join() },
    venue: known && texts.venue === inLine(known.values.venue) ? known.values.venue : texts.venue,
    ...(removesPicture ? { image: '', alt_text: '' } : { alt_text: texts.alt_text }),
    description: texts.text === known?.values.description ? texts.text : plainText(typedText),
    ...found,
  };
  const [start_at, end_at] = boundsOf(values);
  const read = { texts: { ...texts, website }, categories, when, removesPicture, values, start_at, end_at };
  return { ...read, errors: errorsOf(call, read, known?.values.description) };
}

/** Several venues in the one line that the form has for them. */
const inLine = (venue: string): string => venue.replaceAll('\n', ', ');

/** What a form shows again: browsers send no file twice. */
export const shownAgain = <Some extends ProposalForm>(
  call: AdminCall,
  { file }: SentForm,
  typed: Some,
): Some => (file ? { ...typed, errors: { ...typed.errors, file: call.words.propose.picture_again } } : typed);

const DAY = 86_400;

/** When it begins and is over, by its wall times; something that repeats without an end is over after a year. */
function boundsOf({ start_day, start_time, end_day, repeats, until }: FormValues): [number, number] {
  const start = Date.parse(`${start_day}T${start_time || '00:00'}Z`) / 1000;
  const isSeries = repeats !== '' && repeats !== 'no';
  const last = isSeries ? until : end_day || start_day;
  return [start, isDay(last) ? Date.parse(last) / 1000 + DAY : start + 366 * DAY];
}

function errorsOf(
  call: AdminCall,
  { texts, values, when, end_at }: Omit<SentProposal, 'errors'>,
  published: string | undefined,
): ProposalForm['errors'] {
  const { propose: words, eventForm: form } = call.words;
  const isLong = (text: string, most: number) => text.length > most && text !== published;
  const long = Object.entries(FIELDS).filter(([name, most]) => isLong(texts[name as ProposedName], most));
  return {
    ...(texts.title === '' && { title: words.needed }),
    ...(!(end_at >= call.now) && { when: words.past }),
    ...(values.start_day === '' && { when: (when && whenError(call, when)) ?? form.needs_day }),
    ...(when && whenError(call, when) && { when: whenError(call, when) }),
    ...(texts.website !== '' && !isWebsite(texts.website) && { website: words.not_web }),
    ...(texts.name === '' && { name: words.needed }),
    ...(!isMailAddress(texts.email) && { email: texts.email === '' ? words.needed : words.not_email }),
    ...Object.fromEntries(long.map(([name, count]) => [name, filled(words.too_long, { count })])),
  };
}

const isWebsite = (text: string): boolean => URL.canParse(text) && new URL(text).hostname.includes('.');

/** What is stored of it. @param before what is public, if the event is: only what differs from it is kept */
export function storedOf(
  { texts, values, when }: SentProposal,
  before: FormValues = NO_VALUES,
): PublicProposal['typed'] {
  const changed = FIELD_NAMES.filter(name => values[name] !== before[name]);
  const { venue_address, text } = texts;
  return {
    ...Object.fromEntries(changed.map(name => [name, values[name]])),
    ...{ called: texts.title, when: when?.text || texts.when, venue_address, text },
  };
}

/** The fields of an event in what is stored. */
export const fieldsIn = (typed: PublicProposal['typed']): Partial<FormValues> =>
  Object.fromEntries(FIELD_NAMES.flatMap(name => (typed[name] === undefined ? [] : [[name, typed[name]]])));

/** The form of a proposal that is stored. */
export function typedOf({ typed, name, email }: PublicProposal, values: FormValues): ProposalForm {
  const { title, venue, cost, website, categories, description, alt_text } = values;
  const { when = '', venue_address = '', text = '' } = typed;
  return {
    texts: {
      ...{ title, venue: inLine(venue), cost, website, alt_text, venue_address, name, email },
      text: typed.description === undefined ? description : text,
      when,
    },
    categories: categories.split(','),
    errors: {},
  };
}
