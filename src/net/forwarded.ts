import type { IncomingHttpHeaders } from 'node:http';
import { type Client, clientAt } from '../lib/ip-address.ts';

/** Characters of a header that are looked at, from its end: what is further away nobody trusted has written. */
const MOST = 1000;

/** For whom proxies say that they forward a request, the one next to us first; undefined where they do not say. */
export type Hops = readonly (Client | undefined)[];

/** What the headers say, `Forwarded` (RFC 7239) and `X-Forwarded-For`: one for each of those that are there. */
export function hopsOf(headers: IncomingHttpHeaders): Hops[] {
  const { forwarded, 'x-forwarded-for': list } = headers;
  return [
    ...(forwarded === undefined ? [] : [elements(forwarded.slice(-MOST)).map(forOf)]),
    ...(typeof list === 'string' ? [list.slice(-MOST).split(',').toReversed().map(nodeAt)] : []),
  ];
}

export type Scheme = 'http' | 'https';

/**
 * The schemes by which the headers say that the client has reached the first of the trusted proxies, `Forwarded` and
 * `X-Forwarded-Proto`: one for each of those that say any.
 */
export function schemesOf(headers: IncomingHttpHeaders, isTrusted: (client: Client) => boolean): Scheme[] {
  const { forwarded, 'x-forwarded-for': list, 'x-forwarded-proto': named } = headers;
  const clientIn = (hops: Hops) => hops.findIndex(hop => !hop || !isTrusted(hop));
  const found: (Scheme | undefined)[] = [];
  if (forwarded !== undefined) {
    const all = elements(forwarded.slice(-MOST));
    found.push(schemeAt(parameterOf(all.at(clientIn(all.map(forOf))), 'proto')));
  }
  if (typeof named === 'string') {
    const all = named.slice(-MOST).split(',').toReversed();
    const [hops] = hopsOf({ 'x-forwarded-for': list });
    // An inner proxy may have passed on what an outer one said.
    found.push(schemeAt(all[Math.max(clientIn(hops ?? []), 0)] ?? all.at(-1)));
  }
  return found.filter(scheme => scheme !== undefined);
}

const schemeAt = (text = ''): Scheme | undefined =>
  SCHEMES.find(known => known === text.trim().toLowerCase());

const SCHEMES = ['http', 'https'] as const;

/** The elements from the last to the first: a quote that a client leaves open swallows none that comes after it. */
function elements(text: string): string[] {
  const found: string[] = [];
  for (let rest = text; ; ) {
    const last = /(?:^|,)((?:[^",]|"(?:[^"\\]|\\.)*")*)$/.exec(rest);
    if (!last) return found;
    found.push(last[1]!);
    if (last.index === 0 && !last[0].startsWith(',')) return found;
    rest = rest.slice(0, last.index);
  }
}

/** `for="[2001:db8::1]:4711";proto=https` → that address */
const forOf = (element: string): Client | undefined => nodeAt(parameterOf(element, 'for'));

/** The value of a parameter; '' where the element has none. */
function parameterOf(element = '', name: 'for' | 'proto'): string {
  const [, quoted, token] = PARAMETERS[name].exec(element) ?? [];
  return quoted?.replace(/\\(.)/g, '$1') ?? token ?? '';
}

const PARAMETERS = {
  for: /(?:^|;)\s*for=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))\s*(?:;|$)/i,
  proto: /(?:^|;)\s*proto=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))\s*(?:;|$)/i,
};

/** An address, possibly with a port; `unknown` and names that hide one are none. */
function nodeAt(text: string): Client | undefined {
  const [, bracketed, dotted] = /^(?:\[(.*)\](?::\w+)?|([\d.]+):\d+)$/.exec(text.trim()) ?? [];
  return clientAt(bracketed ?? dotted ?? text.trim());
}
