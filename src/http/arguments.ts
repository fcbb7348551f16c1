import type { Config } from '../config.ts';
import type { Db } from '../db/tables.ts';
import type { Translations } from '../i18n/language.ts';
import type { ErrorKey } from '../i18n/say.ts';
import { parseDate } from '../lib/time/dates.ts';
import { MAX_ADDRESS, MAX_ITEMS, MAX_LINE, MAX_TEXT, MAX_TITLE } from '../limits.ts';
import type { ReadModel } from '../read-model/read-model.ts';
import type { Viewer } from '../users/rights.ts';
import type { RequestAddress } from './address.ts';
import { Refused } from './errors.ts';
import type { JsonSchema } from './json-schema.ts';

/** What the reading of a value may look at. */
export interface ReadContext {
  readonly db: Db;
  readonly readModel?: ReadModel | undefined;
  readonly config: Config;
  readonly viewer: Viewer;
  /** Epoch seconds of the request. */
  readonly now: number;
  /** The request fails anyway (no right, or another wrong value), so values are only checked for errors. */
  readonly futile?: boolean;
}

/** A parameter of an operation: what the index and the documentation say of it, and how it is read. */
export interface Argument<Value = unknown> {
  /** Type, items, format and allowed values, as the index shows them. */
  readonly schema: JsonSchema;
  /** The accepted schema for the documentation, if it is wider than the one in the index. */
  readonly accepts?: JsonSchema;
  readonly words: Translations;
  readonly required?: boolean;
  /** Holds where nothing is sent. */
  readonly fallback?: Value;
  /** The default that the index shows, where it is not the fallback. */
  readonly shownDefault?: (
    reading: Pick<ReadContext, 'config' | 'now'> & { readonly address: RequestAddress },
  ) => unknown;
  /** An addition of ours, no part of the interface's index; a silent one is not documented either. */
  readonly additional?: true | 'silent';
  /** `null` is a value of its own, not a wrong one. */
  readonly nullable?: true;
  /** Reading a value may take long: it is left for last, and done in full where nothing else was refused. */
  readonly isLong?: boolean;
  read(sent: unknown, reading: ReadContext): Value | Refused | Promise<Value | Refused>;
}

export type Arguments = Readonly<Record<string, Argument>>;

type ValueOf<A> = A extends Argument<infer Value> ? Value : never;
type Always<A extends Arguments> = {
  [Name in keyof A]: A[Name] extends { required: true } | { fallback: unknown } ? Name : never;
}[keyof A];

/** The values that an operation with these arguments gets: those not sent, without fallback, are absent. */
export type ArgumentValues<A extends Arguments> = { [Name in Always<A>]: ValueOf<A[Name]> } & {
  [Name in Exclude<keyof A, Always<A>>]?: ValueOf<A[Name]>;
};

export const required = <A extends Argument>(argument: A): A & { required: true } => ({
  ...argument,
  required: true,
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

/** Shows `value` as the default in the index; the operation itself gets nothing where nothing is sent. */
export const shown = <A extends Argument>(argument: A, value: unknown): A => ({
  ...argument,
  shownDefault: () => value,
});

/** The same arguments for an update: none of them required, none with a fallback. */
export function optional<A extends Arguments>(
  all: A,
): { [Name in keyof A]: Omit<A[Name], 'required' | 'fallback'> } {
  const entries = Object.entries(all).map(([name, { required: _, fallback: __, ...rest }]) => [name, rest]);
  // The same names, each with its own argument.
  return Object.fromEntries(entries) as { [Name in keyof A]: Omit<A[Name], 'required' | 'fallback'> };
}

/** Text as it was sent; numbers and flags count as text. Characters that no store takes are left out. */
export function textOrNothing(sent: unknown): string | undefined {
  if (typeof sent === 'boolean' || (typeof sent === 'number' && Number.isFinite(sent))) return String(sent);
  if (typeof sent !== 'string') return undefined;
  // No field takes a text of this length: whatever it holds, it is too long.
  return sent.length > LONGEST ? sent : sent.toWellFormed().replaceAll('\0', '');
}

/** Characters. */
const LONGEST = 2 * MAX_TEXT;

/** A whole number, also spelt as text: `3`, `"3"`, `"3.0"`, `"1e1"`. */
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

/** The flag that some parameters of the interface read from words: these are true, all else is false. */
export const isTruthy = (sent: unknown): boolean =>
  /^(1|true|yes|y|on|enabled?)$/i.test(textOrNothing(sent) ?? '');

const expected =
  (key: ErrorKey) =>
  <Value>(value: Value | undefined): Value | Refused =>
    value === undefined ? new Refused(key) : value;

export const integer = (words: Translations): Argument<number> => ({
  schema: { type: 'integer' },
  words,
  read: sent => expected('expected_integer')(wholeNumber(sent)),
});

/** One that is larger than can be counted is as large as can be. */
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

/** A flag in words, see isTruthy; `type` is what the index declares, if anything. */
export const truthy = (words: Translations, schema: JsonSchema = {}): Argument<boolean> => ({
  schema,
  accepts: { type: 'boolean' },
  words,
  read: sent => (typeof sent === 'object' ? new Refused('expected_boolean') : isTruthy(sent)),
});

/** Makes of a text what is kept of it. */
type Clean = (sent: string, reading: ReadContext) => string | Promise<string>;

/** Text that goes through `clean`; empty text is refused unless `empty` is allowed. */
export function text(
  words: Translations,
  clean: Clean = sent => sent,
  { empty = false, max = MAX_LINE } = {},
): Argument<string> {
  const isLong = max > MAX_TITLE;
  const fitting = (text: string) => (text.length > max ? new Refused('expected_max_length', { max }) : text);
  return {
    schema: { type: 'string' },
    accepts: { type: 'string', ...(!empty && { minLength: 1 }), maxLength: max },
    ...{ words, isLong },
    read(sent, reading) {
      const value = textOrNothing(sent);
      if (value === undefined) return new Refused('expected_string');
      if (value === '' && !empty) return new Refused('expected_text');
      // Cleaning long texts takes its time.
      if (value.length > max || (reading.futile && isLong)) return fitting(value);
      const cleaned = clean(value, reading);
      // Characters that become entities, and lines that become elements, are longer then.
      return cleaned instanceof Promise ? cleaned.then(fitting) : fitting(cleaned);
    },
  };
}

export const longText = (
  words: Translations,
  clean: Clean,
  options: { empty: boolean; max: number },
): Argument<string> => text(words, clean, options);

/** A date as it was sent, known to be one: the operation reads it in the zone that it belongs to. */
export const dateTime = (words: Translations): Argument<string | number> => ({
  schema: { type: 'string' },
  accepts: { type: ['string', 'integer'] },
  words,
  read(sent, { config, now }) {
    const readable = typeof sent === 'string' || typeof sent === 'number';
    if (!readable || !parseDate(sent, { zone: config.TIME_ZONE.id, now }))
      return new Refused('expected_date');
    return sent;
  },
});

/** An absolute address with a scheme that is safe to put into a link; `empty` text may stand for none. */
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
 * @param most values that are taken from a text: one more than allowed is enough to refuse it
 */
export function items(sent: unknown, most?: number): unknown[] {
  if (Array.isArray(sent)) return sent;
  return typeof sent === 'string' ? sent.split(',', most).map(item => item.trim()) : [sent];
}

/** Ids, each a positive whole number. */
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

/** What the interface declares of its lists: the type of the items and no type of its own. */
export const listSchema = { items: { type: 'integer' } };
