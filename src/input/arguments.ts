import type { Config } from '../config.ts';
import { Refused } from '../errors.ts';
import type { Translations } from '../i18n/language.ts';
import { isWithin } from '../lib/text/characters.ts';
import { parseDate } from '../lib/time/dates.ts';
import { toWall } from '../lib/time/zones.ts';
import { MAX_ADDRESS, MAX_ITEMS, MAX_LINE, MAX_TEXT, MAX_TITLE } from '../limits.ts';
import type { RequestAddress } from '../site/address.ts';
import { oneDate } from '../when/when.ts';
import type { OperationContext } from './context.ts';
import type { JsonSchema } from './schemas.ts';

/** What the reader of an argument knows of its request. */
export interface ReadContext
  extends Pick<OperationContext, 'db' | 'readModel' | 'config' | 'viewer' | 'now' | 'language' | 'clock'> {
  /** Whether what would be ignored is refused. */
  readonly strict?: boolean | undefined;
  /** The request fails anyway (no right, or another invalid value), so values are only validated. */
  readonly validateOnly?: boolean;
}

/** A parameter of an operation: its description for the index and the documentation, and its reader. */
export interface Argument<Value = unknown> {
  /** The schema in the index: type, items, format and allowed values. */
  readonly schema: JsonSchema;
  /** The schema for the documentation, if it is wider than the one in the index. */
  readonly accepts?: JsonSchema;
  readonly words: Translations;
  readonly required?: boolean;
  /** Another argument that makes this one unnecessary. */
  readonly unless?: string;
  /** The value if none was sent. */
  readonly fallback?: Value;
  /** The same if it is a setting. */
  readonly configured?: (config: Config) => Value;
  /** The default in the index, if it differs from the fallback. */
  readonly shownDefault?: (
    reading: Pick<ReadContext, 'config' | 'now'> & { readonly address: RequestAddress },
  ) => unknown;
  /** An extension, which the index does not list; the documentation does not list a silent one either. */
  readonly additional?: true | 'silent';
  /** The paths of members within the value that have no effect, because nobody knows them. */
  readonly unknownIn?: (sent: unknown) => readonly string[];
  /** Whether `null` is a valid value. */
  readonly nullable?: true;
  /** Reading a value may take long. It is read last, and only validated if another argument was refused. */
  readonly isLong?: boolean;
  /** Reading a value asks the store. Such arguments are read last and together, so that they may share a question. */
  readonly looksUp?: boolean;
  read(sent: unknown, reading: ReadContext): Value | Refused | Promise<Value | Refused>;
}

export type Arguments = Readonly<Record<string, Argument>>;

type ValueOf<A> = A extends Argument<infer Value> ? Value : never;
type Always<A extends Arguments> = {
  [Name in keyof A]: A[Name] extends { required: true } | { fallback: unknown } | { configured: unknown }
    ? Name
    : never;
}[keyof A];

/** The values of these arguments. An argument that was not sent and has no fallback is absent. */
export type ArgumentValues<A extends Arguments> = { [Name in Always<A>]: ValueOf<A[Name]> } & {
  [Name in Exclude<keyof A, Always<A>>]?: ValueOf<A[Name]>;
};

export const required = <A extends Argument>(argument: A): A & { required: true } => ({
  ...argument,
  required: true,
});

/** A required argument that may be missing if another one is sent. */
export const unless = <A extends Argument>(other: string, argument: A): Omit<A, 'required'> => ({
  ...argument,
  unless: other,
});

export const additional = <A extends Argument>(argument: A): A & { additional: true } => ({
  ...argument,
  additional: true,
});

export const fallback = <A extends Argument, F extends ValueOf<A>>(
  argument: A,
  value: F,
): A & { fallback: F } => ({
  ...argument,
  fallback: value,
});

/** Shows `value` as the default in the index; the operation still gets no value if none was sent. */
export const shown = <A extends Argument>(argument: A, value: unknown): A => ({
  ...argument,
  shownDefault: () => value,
});

/** The arguments of an update: none is required, none has a fallback. */
export function optional<A extends Arguments>(
  all: A,
): { [Name in keyof A]: Omit<A[Name], 'required' | 'fallback' | 'configured'> } {
  const entries = Object.entries(all).map(([name, argument]) => {
    const { required: _, fallback: __, configured: ___, ...rest } = argument;
    return [name, rest];
  });
  // The same names, each with its own argument.
  return Object.fromEntries(entries) as {
    [Name in keyof A]: Omit<A[Name], 'required' | 'fallback' | 'configured'>;
  };
}

/** Text as it was sent; numbers and booleans become text. Characters that no store accepts are removed. */
export function textOrNothing(sent: unknown): string | undefined {
  if (typeof sent === 'boolean' || (typeof sent === 'number' && Number.isFinite(sent))) return String(sent);
  if (typeof sent !== 'string') return undefined;
  // Every field refuses a text of this length, so it need not be cleaned.
  return sent.length > LONGEST ? sent : sent.toWellFormed().replaceAll('\0', '');
}

/** Characters. */
const LONGEST = 10 * MAX_TEXT;

/** A whole number, or a text that spells one: `3`, `"3"`, `"3.0"`, `"1e1"`. */
export function wholeNumber(sent: unknown): number | undefined {
  const number = numeric(sent);
  return Number.isSafeInteger(number) ? number : undefined;
}

export function numeric(sent: unknown): number | undefined {
  if (typeof sent === 'number') return Number.isFinite(sent) ? sent : undefined;
  if (
    typeof sent !== 'string' ||
    !/^\s{0,20}[+-]?(\d{1,30}(\.\d{0,30})?|\.\d{1,30})(e[+-]?\d{1,3})?\s{0,20}$/i.test(sent)
  )
    return undefined;
  const number = Number(sent);
  return Number.isFinite(number) ? number : undefined;
}

/** Whether a value is one of the words that some parameters of the interface read as true. */
export const isTruthy = (sent: unknown): boolean =>
  /^(1|true|yes|y|on|enabled?)$/i.test(textOrNothing(sent) ?? '');

export const integer = (words: Translations): Argument<number> => ({
  schema: { type: 'integer' },
  words,
  read: sent => wholeNumber(sent) ?? new Refused('expected_integer'),
});

/** A number above the largest safe integer becomes that integer. */
export const positiveInteger = (words: Translations): Argument<number> => ({
  schema: { type: 'integer' },
  accepts: { type: 'integer', minimum: 1 },
  words,
  read(sent) {
    const number = numeric(sent);
    return number !== undefined && Number.isInteger(number) && number > 0
      ? Math.min(number, Number.MAX_SAFE_INTEGER)
      : new Refused('expected_positive_integer');
  },
});

export const boolean = (words: Translations): Argument<boolean> => ({
  schema: { type: 'boolean' },
  words,
  read(sent) {
    const text = textOrNothing(sent)?.toLowerCase();
    if (text === 'true' || text === '1') return true;
    if (text === 'false' || text === '0') return false;
    return new Refused('expected_boolean');
  },
});

/** A flag that is read by `isTruthy`. */
export const truthy = (words: Translations, schema: JsonSchema = {}): Argument<boolean> => ({
  schema,
  accepts: { type: 'boolean' },
  words,
  read: sent => (typeof sent === 'object' ? new Refused('expected_boolean') : isTruthy(sent)),
});

/** Turns the text that was sent into the text that is stored. */
type Clean = (sent: string, reading: ReadContext) => string | Promise<string>;

/**
 * Text that goes through `clean`; empty text is refused unless `empty` is allowed. The limit counts what was sent:
 * cleaning may lengthen a text, since characters become entities, and lines become elements.
 */
export function text(
  words: Translations,
  clean: Clean = sent => sent,
  { empty = false, max = MAX_LINE } = {},
): Argument<string> {
  const isLong = max > MAX_TITLE;
  return {
    schema: { type: 'string' },
    accepts: { type: 'string', ...(!empty && { minLength: 1 }), maxLength: max },
    ...{ words, isLong },
    read(sent, reading) {
      const value = textOrNothing(sent);
      if (value === undefined) return new Refused('expected_string');
      if (value === '' && !empty) return new Refused('expected_text');
      const isFitting = isLong ? isWithin(value, max) : value.length <= max;
      if (!isFitting) return new Refused('expected_max_length', { max });
      // Cleaning a long text is slow.
      return reading.validateOnly && isLong ? value : clean(value, reading);
    },
  };
}

/**
 * A valid date, as it was sent, or the wall time of one in words of the language: `dimecres vinent`. The operation parses
 * it in its own time zone.
 */
export const dateTime = (words: Translations): Argument<string | number> => ({
  schema: { type: 'string' },
  accepts: { type: ['string', 'integer'] },
  words,
  read(sent, { config, now, language, clock }) {
    const zone = config.TIME_ZONE.id;
    const readable = typeof sent === 'string' || typeof sent === 'number';
    if (readable && parseDate(sent, { zone, now })) return sent;
    // Words of three letters: what is written in numbers is read in one way only.
    const hasWords = typeof sent === 'string' && sent.length <= MAX_LINE && /\p{L}{3}/u.test(sent);
    const wall = hasWords ? oneDate(sent, language, toWall(now, zone)) : undefined;
    if (wall === undefined) return new Refused('expected_date');
    clock.today();
    return wall;
  },
});

/** An absolute URL whose scheme is safe in a link; `empty` also allows an empty text. */
export const url = (words: Translations, schema: JsonSchema, empty: boolean): Argument<string> => ({
  schema,
  words,
  read(sent) {
    if (sent === '' && empty) return '';
    const value = textOrNothing(sent);
    return value !== undefined && isAddress(value) ? value : new Refused('expected_url');
  },
});

export function isAddress(value: string): boolean {
  if (
    value.length > MAX_ADDRESS ||
    /\p{Cc}/u.test(value) ||
    !/^(https?|ftp):\/\/[^\s"'<>\\^`{|}]+$|^mailto:[^\s"'<>\\]+@[^\s"'<>\\]+$/i.test(value)
  )
    return false;
  return URL.canParse(value);
}

/**
 * The items of a list: an array, a text of comma-separated values, or a single value.
 * @param most values to take from a text: one more than allowed is enough to refuse it
 */
export function items(sent: unknown, most?: number): unknown[] {
  if (Array.isArray(sent)) return sent;
  return typeof sent === 'string' ? sent.split(',', most).map(item => item.trim()) : [sent];
}

/** A list of ids, each a positive whole number. */
export const ids = (words: Translations): Argument<number[]> => ({
  schema: listSchema,
  accepts: { type: 'array', items: { type: 'integer', minimum: 1 }, maxItems: MAX_ITEMS },
  words,
  read(sent) {
    const sentItems = items(sent);
    if (sentItems.length > MAX_ITEMS) return new Refused('expected_too_many', { max: MAX_ITEMS });
    const all = sentItems.map(wholeNumber);
    return all.length > 0 && all.every(id => id !== undefined && id > 0)
      ? [...new Set(all as number[])]
      : new Refused('expected_list_of_ids');
  },
});

/** The schema of lists in the index: it has the type of the items but no type of its own. */
export const listSchema = { items: { type: 'integer' } };
