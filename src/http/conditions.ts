import type { IncomingHttpHeaders } from 'node:http';
import { InvalidValue, PreconditionFailed, Refused } from '../errors.ts';
import type { LongBody } from '../formats/document.ts';
import { digestOf } from '../lib/digest.ts';
import type { Json } from '../lib/json.ts';
import type { ReadModel } from '../read-model/read-model.ts';
import { type Conditions, opaqueEtag, type States } from '../records/state.ts';
import type { Answer } from './call.ts';
import { codings } from './encodings.ts';
import type { Exchange } from './exchange.ts';

/** The conditions of a write; undefined if it has none. 400 for a malformed If-Match. */
export function conditionsOf(headers: IncomingHttpHeaders): Conditions | undefined {
  const { 'if-match': match, 'if-unmodified-since': since, 'if-none-match': noneMatch } = headers;
  if (match === undefined && since === undefined && noneMatch === undefined) return undefined;
  return {
    match: match === undefined ? undefined : statesIn(expectedTags(match)),
    unmodifiedSince: since === undefined ? undefined : secondOf(since),
    noneMatch: noneMatch === undefined ? undefined : statesIn(weakly(listedEtags(noneMatch) ?? [])),
  };
}

/** The states of the records that entity tags name. */
const statesIn = (tags: Etags): States =>
  tags === '*' ? tags : new Set(tags.flatMap(tag => stateIn(tag) ?? []));

/** Weak comparison: a weak tag equals the strong one. */
const weakly = (tags: Etags): Etags => (tags === '*' ? tags : tags.map(tag => tag.replace(/^W\//, '')));

/** The tags of an If-Match. A malformed one is refused: ignoring it would drop the client's protection. */
function expectedTags(match: string): Etags {
  const tags = listedEtags(match);
  if (!tags) throw badTags;
  return tags;
}

export const badTags = new InvalidValue('If-Match', new Refused('expected_entity_tags'));

const HTTP_DATE = /^(\w{3}, \d\d \w{3} \d{4}|\w{6,9}, \d\d-\w{3}-\d\d) \d\d:\d\d:\d\d GMT$/;
const ASCTIME = /^\w{3} \w{3} [ \d]\d \d\d:\d\d:\d\d \d{4}$/;

/** Epoch seconds of a date in one of the three HTTP formats. An invalid date is ignored: undefined. */
function secondOf(date: string): number | undefined {
  const text = ASCTIME.test(date) ? `${date} GMT` : date;
  const at = ASCTIME.test(date) || HTTP_DATE.test(date) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : at / 1000;
}

/**
 * Whether a client that sends these conditional headers has the response with this tag already, in any coding.
 * @param modified epoch milliseconds of the first whole second with this response; absent if it is not known
 */
export function isHeld(
  { 'if-none-match': tags, 'if-modified-since': since }: IncomingHttpHeaders,
  tag: string,
  modified?: number,
): boolean {
  if (tags !== undefined) return tags.trim() === '*' || tags.includes(`"${tag}`);
  const second = since === undefined || modified === undefined ? undefined : secondOf(since);
  return second !== undefined && second * 1000 >= modified!;
}

/** 412 if a read has an If-Match that does not list this tag. */
export function assertMatches({ 'if-match': match }: IncomingHttpHeaders, tag: string): void {
  if (match !== undefined && !include(expectedTags(match), tag)) throw new PreconditionFailed();
}

/** Whether one of the tags is this one, in any coding. */
const include = (tags: Etags, opaque: string): boolean =>
  tags === '*' ||
  tags.some(tag => tag === `"${opaque}"` || codings.some(coding => tag === `"${opaque}-${coding}"`));

/** The opaque tag of an answer. Its headers are included: the total of a list may change while its body does not. */
export const etagOf = (
  { headers, state }: { readonly headers?: object; readonly state?: string },
  { digest }: Json,
): string => opaqueEtag(headers ? digestOf(digest + JSON.stringify(headers)) : digest, state);

/** The state of the record in an entity tag, for any body and coding. */
const stateIn = (tag: string): string | undefined => OF_A_RECORD.exec(tag)?.[1];

const OF_A_RECORD = new RegExp(`^"[\\w-]{27}-([\\w-]{27})(?:-(?:${codings.join('|')}))?"$`);

type Etags = '*' | readonly string[];

/**
 * The entity tags of a conditional header, with their quotes and weak prefixes; undefined if the header is malformed.
 */
function listedEtags(header: string): Etags | undefined {
  if (header.trim() === '*') return '*';
  return LIST.test(header) ? header.match(TAG)! : undefined;
}

const TAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g;
const LIST =
  /^[\s,]*(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"(?:\s*,(?:\s*(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*")?)*\s*$/;

/** A document that is sent while it is made. */
export interface LongResponse {
  readonly type: string;
  readonly headers: Record<string, string | number>;
  /** Whether caches may store it. */
  readonly isPublic: boolean;
  /** The opaque part of its entity tag; undefined if nothing identifies its content. */
  readonly tag: string | undefined;
  /** Epoch milliseconds of the first whole second with this response, if it is known. */
  readonly modified: number | undefined;
  /** Undefined if the client has it already. */
  readonly body: LongBody | undefined;
}

/**
 * The response with a long document. Its validators follow from the state of the data, not from its bytes.
 * @throws RestError 412 if the request has an If-Match that does not list its tag
 */
export function longResponseOf(
  exchange: Exchange,
  answer: Answer,
  body: LongBody,
  readModel: ReadModel | undefined,
): LongResponse {
  const { headers } = exchange.request;
  // An answer without a period depends on a password.
  const tag = answer.until === undefined ? undefined : body.tag;
  const isPublic = exchange.isPublicRead && answer.until !== undefined;
  const modified =
    isPublic && tag !== undefined && readModel ? (modifiedAt(readModel, answer) + 1) * 1000 : undefined;
  if (tag !== undefined) assertMatches(headers, tag);
  const isKnown = tag !== undefined && isHeld(headers, tag, modified);
  const type = `${answer.mediaType}; charset=utf-8`;
  return {
    ...{ type, headers: answer.headers ?? {}, isPublic, tag, modified },
    body: isKnown ? undefined : body,
  };
}

/** Epoch seconds of the last second in which the store, or the current time, changed the answer. */
export const modifiedAt = ({ changedAt, openedAt }: ReadModel, { since = 0 }: Answer): number =>
  Math.max(changedAt, openedAt, since);
