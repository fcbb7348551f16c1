import { hash } from 'node:crypto';
import { languages } from '../i18n/language.ts';
import { isTaxonomy, type LinkedType } from '../kinds.ts';
import { isObject, type JsonObject } from '../lib/objects.ts';
import { foldKeepingDots } from '../lib/text/search-terms.ts';
import { slugify } from '../lib/text/slugs.ts';
import { pathKeyOf } from '../records/path-key.ts';
import { idOf, textOf } from './reading/values.ts';

/** Where records were read. It identifies records that do not identify themselves. */
export interface Origin {
  /** Host and path of the site, or what stands for it. Records without an address of their own belong to it. */
  readonly base: string;
  /** The host that was read, which may speak only for itself; undefined for a file, which is trusted. */
  readonly host: string | undefined;
  /** The id of the exported store, for a site whose address does not identify it. */
  readonly store: string | undefined;
  /** A calendar file: its records bring their identities. */
  readonly isCalendar?: true;
  /** It names no zone but UTC, which nobody has chosen: events in UTC come into the zone of this site. */
  readonly isInUtcAlone?: true;
}

/** The identity of a record: `key` names it, and all records of a site share `base`. */
export interface Identity {
  readonly base: string;
  readonly key: string;
}

/**
 * The identity of an event, a venue or an organizer: its `global_id`, else its site and id, else its name. An occurrence
 * at a site that numbers these anew as it grows has its address in place of its id. A site read over the network cannot speak for records of another site.
 */
export function identify(record: JsonObject, name: string, origin: Origin): Identity {
  if (origin.isCalendar) return identifyInCalendar(record, origin);
  const [, written, number] = /^([^?\s]{1,300})\?id=(\w{1,40})$/.exec(textOf(record.global_id)) ?? [];
  const id = number ?? bounded(textOf(record.id), 40);
  const base = origin.store
    ? `almanac:${origin.store}`
    : believed((written && withPort(written, textOf(record.url))) ?? siteOf(textOf(record.rest_url)), origin);
  const dated = datedAddress(record);
  if (dated) return { base, key: `${base}#${bounded(dated.path, 300)}` };
  if (id !== '') return { base, key: `${base}?id=${id}` };
  const own =
    textOf(record.slug) || [foldKeepingDots(name), textOf(record.start_date)].filter(Boolean).join(' ');
  return { base, key: `${base}#${bounded(own, 300)}` };
}

/** What identifies a document at an address: its host and, as such an address may be secret, a hash of the rest. */
export const documentBase = (kind: 'ical' | 'sheet', { host, pathname, search }: URL): string =>
  `${kind}:${bare(host)}/${hashOf(pathname + search)}`;

/** The key of a record that its calendar calls by a name. */
export const calendarKey = (base: string, name: string): string => `${base}#${bounded(name, 300)}`;

function identifyInCalendar({ almanac }: JsonObject, { base }: Origin): Identity {
  const { source, key } = isObject(almanac) ? almanac : {};
  return { base, key: textOf(source) || calendarKey(base, textOf(key)) };
}

/** The identity of a term: its slug, in its taxonomy, at its site. */
export function identifyTerm(term: JsonObject, origin: Origin): Identity {
  const self = textOf((term.urls as JsonObject | undefined)?.self);
  const base = origin.store ? `almanac:${origin.store}` : believed(siteOf(self), origin);
  const slug = textOf(term.slug) || textOf(term.name);
  return {
    base,
    key: `${base}#${/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) ? bounded(slug, 200) : slugify(slug)}`,
  };
}

/** The identity of a record that an event links to. */
export const identifyLinked = (type: LinkedType, record: JsonObject, origin: Origin): Identity =>
  isTaxonomy(type) ? identifyTerm(record, origin) : identify(record, textOf(record[type]), origin);

/** A text as a key. If it is too long for the column, a hash of the whole replaces its end. */
function bounded(text: string, most: number): string {
  const whole = text.toWellFormed();
  if (whole.length <= most) return whole;
  const end = `~${hashOf(whole)}`;
  return whole.slice(0, most - end.length).toWellFormed() + end;
}

/** Host and path of the site whose interface has this address; undefined if the address belongs to no interface. */
export function siteOf(address: string): string | undefined {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  const [, path] = INTERFACE.exec(url.pathname) ?? [];
  return path === undefined ? undefined : url.host + path;
}

/**
 * A path of the interface: the site's path, an optional language, and the namespace. Other sites have languages in
 * their paths, too.
 */
const INTERFACE = new RegExp(
  `^(.*?)(?:/(?:[a-z]{2}|${languages.join('|')}))?(?:/wp-json|/cal/events/v1)(?:/|$)`,
  'i',
);

/** Whether two hosts are the same, with or without `www.`. */
export const isSameHost = (a: string, b: string): boolean => bare(a) === bare(b);

/** A host in small letters, without `www.`. */
export const bare = (host: string) => host.toLowerCase().replace(/^www\./, '');

function believed(written: string | undefined, { base, host }: Origin): string {
  if (written === undefined) return base;
  const [writtenHost = ''] = written.split('/');
  return host === undefined || isSameHost(writtenHost, host) ? written : `${host}>${written}`;
}

/** Adds the port. The interface leaves it out of `global_id`, but not out of the record's address. */
function withPort(written: string, address: string): string {
  const url = URL.parse(address);
  const [host = ''] = written.split('/');
  return url?.port && url.hostname === host ? url.host + written.slice(host.length) : written;
}

/** A short hash of what was read from a record. */
export const hashOf = (read: unknown): string =>
  hash('sha256', JSON.stringify(read), 'base64url').slice(0, 22);

/** Sites of the original interface number occurrences from here on, and differently as they grow. */
const FIRST_MADE_UP_ID = 10_000_000;

/** The address of an occurrence at its site, which stays the same when its id does not. */
export interface DatedAddress {
  /** The key of the whole address: `/event/yoga/2031-05-06`. */
  readonly path: string;
  /** The key of the event that it is an occurrence of: `/event/yoga`. */
  readonly event: string;
}

/** The address of an occurrence whose id says nothing; undefined for all other events. */
export function datedAddress(record: JsonObject): DatedAddress | undefined {
  // Almanac has ids that stay.
  if ('recurrence_id' in record || (idOf(record.id) ?? 0) < FIRST_MADE_UP_ID) return undefined;
  const url = URL.parse(textOf(record.url));
  const path = url ? pathKeyOf(url) : undefined;
  const family = path?.replace(DATE, '');
  return path && family && family !== path ? { path, event: family } : undefined;
}

/** The date in a path, with a number where several fall on a day, or in a query. */
const DATE = /\/\d{4}-\d\d-\d\d(\/\d+)?(?=\?|$)|[?&]eventDate=\d{4}-\d\d-\d\d/;
