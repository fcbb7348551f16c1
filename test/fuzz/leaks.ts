import type { Status } from '../../src/db/tables.ts';
import type { Who } from '../properties/asking.ts';
import { type Request, textOf } from './request.ts';
import { type Moment, marksIn, type Version, type Versions } from './secrets.ts';
import type { Answer } from './wire.ts';

/** A request with its answer. */
export interface Exchange {
  request: Request;
  answer: Answer;
  /** What is known to be wrong with the answer. */
  problem?: string | undefined;
}

/** What an answer tells that its reader may not read, neither before nor after nor in between; undefined for nothing. */
export function leakOf(
  { request, answer }: Exchange,
  before: Moment,
  after: Moment,
  meanwhile: { versions: Versions; said: ReadonlySet<string> },
): string | undefined {
  // Digests and random numbers tell nothing.
  const { etag: _, 'x-request-id': __, ...headers } = answer.headers;
  const told = marksIn(JSON.stringify(headers) + answer.text);
  if (told.length === 0) return undefined;
  const asked = textOf(request);
  const own = new Set(marksIn(asked));
  const reader = { who: request.who, offers: /password/i.test(asked) };
  for (const mark of told) {
    if (own.has(mark)) continue;
    const places = [...(before.places.get(mark) ?? []), ...(after.places.get(mark) ?? [])];
    // What was written and changed again meanwhile may have been read in between.
    if (places.length === 0 && meanwhile.said.has(mark)) continue;
    const former = [...(before.former.get(mark) ?? []), ...(after.former.get(mark) ?? [])];
    if (places.length + former.length === 0) return `${mark}, which the store no longer holds`;
    if (![...places, ...former].some(allowed => allowed(reader, meanwhile.versions)))
      return `${mark}, which ${request.who} may not read`;
  }
  return undefined;
}

/** The states that records had between two moments, by what writes answered; and all that was said meanwhile. */
export function meanwhileOf(exchanges: readonly Exchange[], roles: Moment['roles']) {
  const versions = new Map<number, Version[]>();
  const unlocked = exchanges.some(({ request }) => /password/i.test(textOf(request)));
  for (const { request, answer } of exchanges) {
    if (request.method === 'GET' || answer.status >= 300) continue;
    for (const [, id, author, status] of answer.text.matchAll(RECORD)) {
      const owner: Who = roles.get(Number(author)) ?? 'anybody';
      // A record that was answered with a status had it.
      const version = { status: status as Status, owner, ...(unlocked && { locked: false }) };
      versions.set(Number(id), [...(versions.get(Number(id)) ?? []), version]);
    }
  }
  const said = new Set(exchanges.flatMap(({ request }) => marksIn(textOf(request))));
  return { versions, said };
}

/** What a record says of itself stands in its first members. */
const RECORD =
  /"id":(\d+),(?:"global_id":"[^"]*","global_id_lineage":\[[^\]]*\],)?"author":"(\d+)","status":"(\w+)"/g;
