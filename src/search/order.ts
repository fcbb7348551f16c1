import { InvalidValue, Refused } from '../errors.ts';
import { alphabetOf, type Language, type Translations } from '../i18n/language.ts';
import { eventFilterWords as words } from '../i18n/messages.ts';
import { type Argument, type ArgumentValues, additional, textOrNothing } from '../input/arguments.ts';
import type { TitleOrder } from '../read-model/index/title-ranks.ts';

/** The keys of orders, with the direction in which each is natural. Equal events are in the order of their starts. */
const NATURAL = {
  ...{ start: 'asc', end: 'asc', date: 'desc', modified: 'desc' },
  ...{ title: 'asc', venue: 'asc', status: 'asc', distance: 'asc', relevance: 'desc' },
} as const;

export type OrderKey = keyof typeof NATURAL;

/** An order of a list. The reversed order is the same list from its end. */
export interface EventOrder extends TitleOrder {
  readonly by: OrderKey;
  readonly isReversed: boolean;
}

/** One of a few words, or another one that means the same, which the documentation does not list. */
export const oneOf = <Choice extends string>(
  description: Translations,
  known: readonly Choice[],
  others: ReadonlyMap<string, Choice> = new Map(),
): Argument<Choice> => ({
  schema: { type: 'string', enum: [...known] },
  words: description,
  read(sent) {
    const text = textOrNothing(sent)?.toLowerCase();
    const found = known.find(choice => choice === text) ?? others.get(text ?? '');
    return found ?? new Refused('expected_one_of', { values: known.join(', ') });
  },
});

/** Words of programs for the reference, which ignores them. */
const OTHERS = new Map(
  Object.entries({ start_date: 'start', event_date: 'start', end_date: 'end' } as const),
);

export const orderArguments = {
  orderby: additional(oneOf(words.orderby, Object.keys(NATURAL) as OrderKey[], OTHERS)),
  order: additional(oneOf(words.order, ['asc', 'desc'])),
};

type OrderArgs = ArgumentValues<typeof orderArguments> & {
  readonly geoloc_lat?: number;
  readonly search?: string;
};

/** The languages of a request, and whether its point has an effect. */
interface OrderContext {
  readonly language: Language;
  readonly textLanguage?: Language | undefined;
  readonly isLocated: boolean;
}

/** The order of the parameters; undefined for that of every list. 400 if it needs another parameter. */
export function readOrder(
  { orderby: by = 'start', order = NATURAL[by], ...args }: OrderArgs,
  { language, textLanguage, isLocated }: OrderContext,
): EventOrder | undefined {
  if (by === 'distance' && args.geoloc_lat === undefined) throw needs(by, 'geoloc_lat');
  if (by === 'relevance' && args.search === undefined) throw needs(by, 'search');
  const isReversed = order !== NATURAL[by];
  if (by === 'start' && !isReversed) return undefined;
  // Without geolocation, a point has no effect.
  if (by === 'distance' && !isLocated) return undefined;
  return { by, isReversed, alphabet: alphabetOf(language), language: textLanguage };
}

const needs = (values: OrderKey, other: string) =>
  new InvalidValue('orderby', new Refused('expected_order_with', { values, other }));
