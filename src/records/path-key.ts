import { decodedUri } from '../lib/text/addresses.ts';

export const MAX_PATH = 1000;

/** The parameters that name a record at sites without readable addresses, and its date or language. */
const NAMING = [
  ...['p', 'tribe_events', 'tribe_venue', 'tribe_organizer', 'tribe_events_cat', 'tag'],
  ...['eventDate', 'lang'],
];

/**
 * The path and query of an address in the form in which former ones are compared: in lower case, without a slash at the
 * end of the path, and with the parameters that name a record. Undefined if they name nothing, or are too long.
 */
export function pathKey(address: string): string | undefined {
  const url = address.startsWith('/') ? URL.parse(`http://site${address}`) : null;
  return url ? pathKeyOf(url) : undefined;
}

/** The same of the path and query of a parsed address; undefined for one without a path, such as `mailto:`. */
export function pathKeyOf(url: URL): string | undefined {
  if (!url.pathname.startsWith('/')) return undefined;
  const path = url.pathname.split('/').filter(Boolean).map(canonical).join('/');
  const query = url.search && namingQuery(url.searchParams);
  const key = `/${path}${query && `?${query}`}`;
  return key === '/' || key.length > MAX_PATH ? undefined : key;
}

/** The parameters of an address that name a record, in one order. */
function namingQuery(sent: URLSearchParams): string {
  const named = NAMING.flatMap(name => {
    const value = sent.get(name);
    return value ? [`${name}=${canonical(value)}`] : [];
  });
  return named.join('&');
}

/** Whether a parameter is part of the key of an address. `post_type` says nothing that `p` does not. */
export const isNaming = (name: string): boolean => name === 'post_type' || NAMING.includes(name);

/** One spelling of a segment or value: case, Unicode form and percent-encoding do not matter. */
function canonical(text: string): string {
  return encodeURIComponent(decodedUri(text).toWellFormed().normalize('NFC').toLowerCase());
}
