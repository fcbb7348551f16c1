import { type Language, languages } from '../i18n/language.ts';
import { type Colour, parseColour } from '../lib/colour.ts';
import { isCurrency } from '../lib/currency.ts';
import { type Network, parseNetwork } from '../lib/ip-address.ts';
import { serversOf } from '../lib/postgres-servers.ts';
import { isMailAddress } from '../lib/text/addresses.ts';
import { parseZone } from '../lib/time/zones.ts';
import { EXPECTED, workersOf } from '../workers/count.ts';
import { ConfigError } from './file.ts';

// The kinds of values that settings have. Each reads a text, and throws a ConfigError that says what was expected.

export function text(value: string): string {
  return value;
}

/** A text that is not empty. */
export function filled(value: string): string {
  if (value.trim() !== '') return value;
  throw new ConfigError('expected a value');
}

export function colour(value: string): Colour {
  const { colour, alpha } = parseColour(value) ?? {};
  if (colour === undefined)
    throw new ConfigError('expected a colour of CSS such as #0b5c8a, teal or oklch(45% 0.1 240)');
  if (alpha !== 1) throw new ConfigError('expected a colour that one cannot see through');
  return colour;
}

function list(value: string): string[] {
  return value.split(',').flatMap(item => item.trim() || []);
}

export function hosts(value: string): string[] {
  return list(value).map(host => {
    if (/^(\[[\da-f:.]+\]|[\w.-]+)(:\d+)?$/i.test(host)) return host;
    throw new ConfigError('expected hosts such as images.example.org or 10.0.0.5:8080');
  });
}

export function networks(value: string): Network[] {
  return list(value).map(item => {
    const network = parseNetwork(item);
    if (network) return network;
    throw new ConfigError('expected addresses and networks such as 10.0.0.5, 10.1.0.0/16 or 2001:db8::/32');
  });
}

export function integer(least: number, most: number) {
  return (value: string): number => {
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= least && number <= most) return number;
    throw new ConfigError(`expected a whole number from ${least} to ${most}`);
  };
}

export function workers(value: string): number {
  const count = workersOf(value);
  if (count !== undefined) return count;
  throw new ConfigError(EXPECTED);
}

export function optional<Value>(read: (value: string) => Value) {
  return (value: string): Value | undefined => (value === '' ? undefined : read(value));
}

/** A number of days, or `forever` for Infinity. */
export function days(least: number) {
  return (value: string): number => {
    if (/^forever$/i.test(value)) return Infinity;
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= least && number <= 36_500) return number;
    throw new ConfigError(`expected a whole number from ${least} to 36500, or forever`);
  };
}

/** A time in the first half of a day, to the second: `05:00:00`. */
export function timeOfDay(value: string): string {
  if (/^(?:0\d|1[01]):[0-5]\d$/.test(value)) return `${value}:00`;
  throw new ConfigError('expected a time from 00:00 to 11:59');
}

export function positive(value: string): number {
  const number = Number(value);
  if (number > 0 && Number.isFinite(number)) return number;
  throw new ConfigError('expected a number above 0');
}

export function onOff(value: string): boolean {
  if (/^(on|true|1|yes)$/i.test(value)) return true;
  if (/^(off|false|0|no)$/i.test(value)) return false;
  throw new ConfigError('expected on or off');
}

export function siteUrl(value: string): string {
  if (value === '') return '';
  if (URL.canParse(value)) {
    const { protocol, username, password, href } = new URL(value);
    if (/[?#]/.test(value)) throw new ConfigError('expected an address without "?" and "#"');
    // Everybody sees the address: it is the beginning of links.
    if (username !== '' || password !== '')
      throw new ConfigError('expected an address without a user and a password');
    if (/^https?:$/.test(protocol)) return href.replace(/\/+$/, '');
  }
  throw new ConfigError('expected an address such as https://agenda.example.org');
}

/** The address of tiles, with the places of its numbers. */
export interface Tiles {
  readonly template: string;
  readonly origin: string;
}

export function tiles(template: string): Tiles {
  const isWhole = ['{z}', '{x}', '{y}'].every(part => template.includes(part));
  const address = template.replaceAll(/\{[zxyr]\}/g, '1');
  const isAtHost = /^https?:\/\/[^\s{}"'<>;,/]+\//i.test(template);
  if (isWhole && isAtHost && !/[\s{}"'<>]/.test(address) && URL.canParse(address)) {
    const { origin, username } = new URL(address);
    if (username === '') return { template, origin };
  }
  throw new ConfigError(
    'expected an address with {z}, {x} and {y}, such as https://tile.openstreetmap.org/{z}/{x}/{y}.png',
  );
}

export function databaseUrl(value: string): string {
  if (value === '' || serversOf(value).length > 0) return value;
  throw new ConfigError('expected an address such as postgres://user:password@host/database');
}

/** A licence, as pages and documents name it. */
export interface Licence {
  readonly name: string;
  readonly url: string;
}

/** Licences of data, by their SPDX identifiers. */
const LICENCES: Readonly<Record<string, Licence>> = {
  'CC0-1.0': { name: 'CC0 1.0', url: 'https://creativecommons.org/publicdomain/zero/1.0/' },
  'CC-BY-4.0': { name: 'CC BY 4.0', url: 'https://creativecommons.org/licenses/by/4.0/' },
  'CC-BY-SA-4.0': { name: 'CC BY-SA 4.0', url: 'https://creativecommons.org/licenses/by-sa/4.0/' },
  'ODbL-1.0': { name: 'ODbL 1.0', url: 'https://opendatacommons.org/licenses/odbl/1-0/' },
  'etalab-2.0': {
    name: 'Licence Ouverte 2.0',
    url: 'https://www.etalab.gouv.fr/licence-ouverte-open-licence/',
  },
};

export function licence(value: string): Licence {
  const id = Object.keys(LICENCES).find(one => one.toLowerCase() === value.toLowerCase());
  if (id !== undefined) return LICENCES[id]!;
  const url = /^https:\/\/[!-~]+$/i.test(value) ? URL.parse(value) : null;
  if (url?.username === '') return { name: url.host, url: url.href };
  throw new ConfigError(
    `expected ${Object.keys(LICENCES).join(', ')}, or an address that begins with https://`,
  );
}

export function origins(value: string): string[] {
  return list(value).map(origin => {
    if (/^https?:[^*;]+$/.test(origin) && URL.canParse(origin) && new URL(origin).origin === origin)
      return origin;
    throw new ConfigError('expected origins by name, such as https://www.example.org');
  });
}

export function contacts(value: string): string[] {
  return list(value).map(contact => {
    if (/^[^\s@:/]+@[^\s@:/]+$/.test(contact)) return `mailto:${contact}`;
    if (/^(https:\/\/|mailto:|tel:)[!-~]+$/i.test(contact) && URL.canParse(contact)) return contact;
    throw new ConfigError('expected addresses such as security@example.org or https://example.org/security');
  });
}

export function day(value: string): string {
  try {
    if (String(Temporal.PlainDate.from(value)) === value) return value;
  } catch {}
  throw new ConfigError('expected a day such as 2031-05-10');
}

export function paths(value: string): string[] {
  return list(value).map(path => {
    if (/^(\/[\w.-]+)+$/.test(path)) return path;
    throw new ConfigError('expected paths such as /wp-json/tribe/events/v1');
  });
}

export const oneOf =
  <const Value extends string>(...values: readonly Value[]) =>
  (value: string): Value => {
    const found = values.find(known => known === value);
    if (found) return found;
    throw new ConfigError(`expected ${values.join(' or ')}`);
  };

export function pathWord(value: string): string {
  if (/^[a-z\d]+(?:-[a-z\d]+)*$/.test(value)) return value;
  throw new ConfigError('expected a word of small letters a to z, digits and hyphens, such as agenda');
}

export function zone(value: string): { name: string; id: string } {
  const id = parseZone(value);
  if (id) return { name: value, id };
  throw new ConfigError('expected a time zone such as Europe/Madrid or UTC+2');
}

export function currency(value: string): string {
  const code = value.toUpperCase();
  if (code === '' || isCurrency(code)) return code;
  throw new ConfigError('expected a code of ISO 4217 such as EUR');
}

export function language(value: string): Language {
  const found = languages.find(known => known === value);
  if (found) return found;
  throw new ConfigError(`expected one of ${languages.join(', ')}`);
}

export function offeredLanguages(value: string): readonly Language[] {
  const named = [...new Set(list(value).map(language))];
  return named.length > 0 ? named : languages;
}

/** The roles of accounts. */
export const roles = ['administrator', 'editor', 'author', 'contributor', 'subscriber'] as const;

export function rolesIn(value: string): readonly (typeof roles)[number][] {
  const named = list(value);
  const known = roles.filter(role => named.includes(role));
  if (named.every(name => known.some(role => role === name))) return known;
  throw new ConfigError(`expected roles separated by commas, of ${roles.join(', ')}`);
}

export function logLevel(value: string): string {
  if (/^(fatal|error|warn|info|debug|trace|silent)$/.test(value)) return value;
  throw new ConfigError('expected fatal, error, warn, info, debug, trace or silent');
}

/** The address of a mail server; '' for none. */
export function smtpUrl(text: string): string {
  if (text === '') return '';
  const isAddress = /^smtps?:\/\//.test(text) && URL.canParse(text) && new URL(text).hostname !== '';
  if (!isAddress) throw new ConfigError('expected an address such as smtps://user:password@mail.example.org');
  return text;
}

/** An e-mail address; '' for none. */
export function mailAddress(text: string): string {
  if (text !== '' && !isMailAddress(text)) throw new ConfigError('expected an e-mail address');
  return text;
}
