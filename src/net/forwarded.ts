import type { IncomingHttpHeaders } from 'node:http';
import { type Client, clientAt } from '../lib/ip-address.ts';

/** Maximum characters of a header that are read, from its end: no trusted proxy wrote what is further away. */
const MAX_READ = 1000;

/** The addresses in forwarding headers, nearest first; undefined for an unknown one. */
export type Hops = readonly (Client | undefined)[];

/** The hops in `Forwarded` (RFC 7239) and `X-Forwarded-For`: one list for each header that is present. */
export function hopsOf(headers: IncomingHttpHeaders): Hops[] {
  const { forwarded, 'x-forwarded-for': list } = headers;
  return [
    ...(forwarded === undefined ? [] : [elements(forwarded.slice(-MAX_READ)).map(forOf)]),
    ...(typeof list === 'string' ? [list.slice(-MAX_READ).split(',').toReversed().map(nodeAt)] : []),
  ];
}

export type Scheme = 'http' | 'https';

/**
 * The schemes by which the client reached the first trusted proxy, from `Forwarded` and `X-Forwarded-Proto`: one for
 * each header that names one.
 */
export function schemesOf(headers: IncomingHttpHeaders, isTrusted: (client: Client) => boolean): Scheme[] {
  const { forwarded, 'x-forwarded-for': list, 'x-forwarded-proto': named } = headers;
  const clientIn = (hops: Hops) => hops.findIndex(hop => !hop || !isTrusted(hop));
  const found: (Scheme | undefined)[] = [];
  if (forwarded !== undefined) {
    const all = elements(forwarded.slice(-MAX_READ));
    found.push(schemeAt(parameterOf(all.at(clientIn(all.map(forOf))), 'proto')));
  }
  if (typeof named === 'string') {
    const all = named.slice(-MAX_READ).split(',').toReversed();
    const [hops] = hopsOf({ 'x-forwarded-for': list });
    // An inner proxy may have passed on the header of an outer one.
    found.push(schemeAt(all[Math.max(clientIn(hops ?? []), 0)] ?? all.at(-1)));
  }
  return found.filter(scheme => scheme !== undefined);
}

const schemeAt = (text = ''): Scheme | undefined =>
  SCHEMES.find(known => known === text.trim().toLowerCase());

const SCHEMES = ['http', 'https'] as const;

/** The elements from last to first, so that an unclosed quote from the client does not swallow later elements. */
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

/** `for="[2001:db8::1]:4711";proto=https` → its address */
const forOf = (element: string): Client | undefined => nodeAt(parameterOf(element, 'for'));

/** The value of a parameter; '' if it is missing. */
function parameterOf(element = '', name: 'for' | 'proto'): string {
  const [, quoted, token] = PARAMETERS[name].exec(element) ?? [];
  return quoted?.replace(/\\(.)/g, '$1') ?? token ?? '';
}

const PARAMETERS = {
  for: /(?:^|;)\s*for=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))\s*(?:;|$)/i,
  proto: /(?:^|;)\s*proto=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))\s*(?:;|$)/i,
};

/** Parses an address with an optional port; undefined for `unknown` and obfuscated names. */
function nodeAt(text: string): Client | undefined {
  const [, bracketed, dotted] = /^(?:\[(.*)\](?::\w+)?|([\d.]+):\d+)$/.exec(text.trim()) ?? [];
  return clientAt(bracketed ?? dotted ?? text.trim());
}
