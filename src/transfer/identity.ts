import { hash } from 'node:crypto';
import { languages } from '../i18n/language.ts';
import { fold } from '../lib/text/search-terms.ts';
import { slugify } from '../lib/text/slugs.ts';
import { type JsonObject, textOf } from './json.ts';

/** Where records were read, which decides who they are where they do not say so themselves. */
export interface Origin {
  /** Host and path of the site, or what stands for it: records without an address of their own are its. */
  readonly base: string;
  /** The host that was asked. Only of itself may it speak; undefined for a file, which is believed. */
  readonly host: string | undefined;
  /** The store that was exported, where its site had no address that tells it from others. */
  readonly store: string | undefined;
}

/** Who a record is: `key` names it, `base` is what all the records of its site share. */
export interface Identity {
  readonly base: string;
  readonly key: string;
}

/**
 * The identity of an event, a venue or an organizer: its `global_id`, else the site and its id, else what it is
 * called. A site that is asked over the network cannot speak for records of another one.
 */
export function identify(record: JsonObject, name: string, origin: Origin): Identity {
  const [, said, number] = /^([^?\s]{1,300})\?id=(\w{1,40})$/.exec(textOf(record.global_id)) ?? [];
  const id = number ?? bounded(textOf(record.id), 40);
  const base = origin.store
    ? `almanac:${origin.store}`
    : believed((said && withPort(said, textOf(record.url))) ?? siteOf(textOf(record.rest_url)), origin);
  if (id !== '') return { base, key: `${base}?id=${id}` };
  const own = textOf(record.slug) || [fold(name), textOf(record.start_date)].filter(Boolean).join(' ');
  return { base, key: `${base}#${bounded(own, 300)}` };
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

/** A text as a key, which the store keeps as it is: what is too long ends with a hash of the whole. */
function bounded(text: string, most: number): string {
  const whole = text.toWellFormed();
  if (whole.length <= most) return whole;
  const end = `~${hashOf(whole)}`;
  return whole.slice(0, most - end.length).toWellFormed() + end;
}

/** Host and path of the site whose interface has this address; undefined where it is no such address. */
export function siteOf(address: string): string | undefined {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  const [, path] = INTERFACE.exec(url.pathname) ?? [];
  return path === undefined ? undefined : url.host + path;
}

/** A path of the interface: the site's path, possibly a language, and what begins the interface. Other sites name languages too. */
const INTERFACE = new RegExp(
  `^(.*?)(?:/(?:[a-z]{2}|${languages.join('|')}))?(?:/wp-json|/cal/events/v1)(?:/|$)`,
  'i',
);

/** Whether two hosts are one, `www.` or not. */
export const isSameHost = (a: string, b: string): boolean => bare(a) === bare(b);

const bare = (host: string) => host.toLowerCase().replace(/^www\./, '');

function believed(said: string | undefined, { base, host }: Origin): string {
  if (said === undefined) return base;
  const [saidHost = ''] = said.split('/');
  return host === undefined || isSameHost(saidHost, host) ? said : `${host}>${said}`;
}

/** The interface leaves the port out of `global_id`; the record's address has it. */
function withPort(said: string, address: string): string {
  const url = URL.parse(address);
  const [host = ''] = said.split('/');
  return url?.port && url.hostname === host ? url.host + said.slice(host.length) : said;
}

/** A short hash of what was read of a record. */
export const hashOf = (read: unknown): string =>
  hash('sha256', JSON.stringify(read), 'base64url').slice(0, 22);
