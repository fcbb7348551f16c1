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
function forOf(element: string): Client | undefined {
  const [, quoted, token] = /(?:^|;)\s*for=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))\s*(?:;|$)/i.exec(element) ?? [];
  return nodeAt(quoted?.replace(/\\(.)/g, '$1') ?? token ?? '');
}

/** An address, possibly with a port; `unknown` and names that hide one are none. */
function nodeAt(text: string): Client | undefined {
  const [, bracketed, dotted] = /^(?:\[(.*)\](?::\w+)?|([\d.]+):\d+)$/.exec(text.trim()) ?? [];
  return clientAt(bracketed ?? dotted ?? text.trim());
}
