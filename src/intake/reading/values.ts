import { decodeHTMLStrict } from 'entities/decode';
import { isAddress, textOrNothing } from '../../input/arguments.ts';
import { isObject, type JsonObject } from '../../lib/objects.ts';
import { MAX_ADDRESS } from '../../limits.ts';
import { because, isReason, type Reason } from '../reason.ts';

/**
 * The objects in a member that holds one object, a list of objects or nothing. An empty object counts as nothing, and
 * an object with numbers as names as a list, as sites write one that has lost an item.
 */
export const objects = (value: unknown): JsonObject[] =>
  listOf(value)
    .filter(isObject)
    .filter(object => Object.keys(object).length > 0);

const listOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : isNumbered(value) ? Object.values(value) : [value];

/** A list as sites write one that has lost an item. */
export const isNumbered = (value: unknown): value is JsonObject =>
  isObject(value) && Object.keys(value).every(name => /^\d+$/.test(name));

/** A value as text; '' for missing values, including `false`. */
export const textOf = (value: unknown): string =>
  typeof value === 'boolean' ? '' : (textOrNothing(value) ?? '');

/** The reasons that our own readers give. */
export const whysIn = (value: unknown): Reason[] => (Array.isArray(value) ? value.filter(isReason) : []);

/** The texts in a list; none in any other value. */
export const textsIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(textOf) : []);

/** That a value cannot be read. */
export const unreadable = (name: string, value: unknown): Reason =>
  because('unreadable', { name, value: textOf(value).slice(0, 100) });

/** A flag in the spellings that sites send. */
export const flagOf = (value: unknown): boolean => value === true || /^(1|true|yes|on)$/i.test(textOf(value));

/** A whole number above 0, also written as text. */
export function idOf(value: unknown): number | undefined {
  const number = typeof value === 'number' ? value : /^\d{1,15}$/.test(textOf(value)) ? Number(value) : 0;
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

/** The page of a record at its source, which its relative addresses belong to. */
export function pageOf(record: JsonObject): URL | undefined {
  return [record.url, record.rest_url]
    .map(address => URL.parse(textOf(address)))
    .find(url => url !== null && /^https?:$/.test(url.protocol)) as URL | undefined;
}

/**
 * The address of a record's picture; '' for none. What cannot be completed with the record's own address is returned
 * as it is: fetching it fails, and the failure is reported.
 */
export function pictureOf(record: JsonObject): string {
  const { image } = record;
  const written = decodeHTMLStrict(textOf(isObject(image) ? image.url : image)).trim();
  if (written === '' || /^https?:\/\/\S+$/i.test(written) || /^\d+$/.test(written))
    return written.slice(0, LONGEST);
  return (whole(written, record) ?? written).slice(0, LONGEST);
}

/** A longer address is refused, not fetched without its end. */
const LONGEST = MAX_ADDRESS + 1;

export function readWebsite(record: JsonObject, notes: Reason[]): string {
  const address = readAddress(record.website, record);
  if (address === undefined) notes.push(unreadable('website', record.website));
  return address ?? '';
}

/**
 * An address in a record, '' for none; undefined for anything else. People leave out the scheme: `www.example.org`.
 */
export function readAddress(value: unknown, record: JsonObject): string | undefined {
  const written = decodeHTMLStrict(textOf(value)).trim().replaceAll(' ', '%20');
  if (written === '' || isAddress(written)) return written;
  const completed = /^(\/\/)?[\w-]+(\.[\w-]+)+([/:?#]|$)/.test(written)
    ? `https://${written.replace(/^\/\//, '')}`
    : written.startsWith('/') && whole(written, record);
  return completed && isAddress(completed) ? completed : undefined;
}

/** A relative address, completed with that of the record. */
const whole = (address: string, record: JsonObject): string | undefined =>
  URL.parse(address, pageOf(record))?.href;
