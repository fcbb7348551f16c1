import type { Status } from '../../src/db/tables.ts';
import type { Who } from '../properties/asking.ts';
import { type Request, textOf } from './request.ts';
import { type Moment, marksIn, type Version, type Versions } from './secrets.ts';
import type { Answer } from './wire.ts';

/** A request with its response. */
export interface Exchange {
  request: Request;
  answer: Answer;
  /** A known problem of the response. */
  problem?: string | undefined;
}

/**
 * A marked text in a response that its reader could not read before, after or in between; undefined if there is none.
 */
export function leakOf(
  { request, answer }: Exchange,
  before: Moment,
  after: Moment,
  meanwhile: { versions: Versions; said: ReadonlySet<string> },
): string | undefined {
  // Digests and random numbers reveal nothing.
  const { etag: _, 'x-request-id': __, ...headers } = answer.headers;
  const shown = marksIn(JSON.stringify(headers) + answer.text);
  if (shown.length === 0) return undefined;
  const sent = textOf(request);
  const own = new Set(marksIn(sent));
  const reader = { who: request.who, offers: /password/i.test(sent) };
  for (const mark of shown) {
    if (own.has(mark)) continue;
    const places = [...(before.places.get(mark) ?? []), ...(after.places.get(mark) ?? [])];
    // A text that was written and changed again meanwhile may have been readable in between.
    if (places.length === 0 && meanwhile.said.has(mark)) continue;
    const former = [...(before.former.get(mark) ?? []), ...(after.former.get(mark) ?? [])];
    if (places.length + former.length === 0) return `${mark}, which the store no longer holds`;
    if (![...places, ...former].some(allowed => allowed(reader, meanwhile.versions)))
      return `${mark}, which ${request.who} may not read`;
  }
  return undefined;
}

/** The states of records between two moments, from the responses to writes, and all texts sent meanwhile. */
export function meanwhileOf(exchanges: readonly Exchange[], { roles, relatives }: Moment) {
  const versions = new Map<number, Version[]>();
  const unlocked = exchanges.some(({ request }) => /password/i.test(textOf(request)));
  for (const { request, answer } of exchanges) {
    if (request.method === 'GET' || answer.status >= 300) continue;
    // It may have published a draft of a translation.
    const published = /translations/i.test(textOf(request)) && /publish/.test(textOf(request));
    for (const [, id, author, status] of answer.text.matchAll(RECORD)) {
      const owner: Who = roles.get(Number(author)) ?? 'anybody';
      // A record that a response shows with a status had that status.
      const version = {
        status: status as Status,
        owner,
        ...(unlocked && { locked: false }),
        ...(published && { published }),
      };
      // A write of a series, or through an occurrence, reaches others of the series.
      for (const one of new Set([Number(id), ...(relatives.get(Number(id)) ?? [])]))
        versions.set(one, [...(versions.get(one) ?? []), version]);
    }
  }
  const said = new Set(exchanges.flatMap(({ request }) => marksIn(textOf(request))));
  return { versions, said };
}

/** A record shows its own members first. */
const RECORD =
  /"id":(\d+),(?:"global_id":"[^"]*","global_id_lineage":\[[^\]]*\],)?"author":"(\d+)","status":"(\w+)"/g;
