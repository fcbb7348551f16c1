import type { IncomingHttpHeaders } from 'node:http';
import { codings } from './encodings.ts';
import { invalidParameter, Refused, refusal } from './errors.ts';
import { listedEtags, stateIn } from './etag.ts';

export type Etags = '*' | readonly string[];

/** The conditions of a write: RFC 9110, section 13. */
export interface Conditions {
  readonly match: Etags | undefined;
  /** Epoch seconds. */
  readonly unmodifiedSince: number | undefined;
  readonly noneMatch: Etags | undefined;
}

/** The current values to compare conditions with, computed when needed. */
export interface Current {
  /** The states of the record: as the viewer sees it and, if that differs, as the public sees it. */
  readonly states: readonly (() => Promise<string>)[];
  /** Epoch seconds of the last change; absent if it is not known. */
  readonly modifiedAt?: () => Promise<number>;
}

/** The conditions of a write; undefined if it has none. 400 for a malformed If-Match. */
export function conditionsOf(headers: IncomingHttpHeaders): Conditions | undefined {
  const { 'if-match': match, 'if-unmodified-since': since, 'if-none-match': noneMatch } = headers;
  if (match === undefined && since === undefined && noneMatch === undefined) return undefined;
  return {
    match: match === undefined ? undefined : expectedTags(match),
    unmodifiedSince: since === undefined ? undefined : secondOf(since),
    noneMatch: noneMatch === undefined ? undefined : (listedEtags(noneMatch) ?? []),
  };
}

/** The tags of an If-Match. A malformed one is refused: ignoring it would drop the client's protection. */
function expectedTags(match: string): Etags {
  const tags = listedEtags(match);
  if (!tags) throw badTags;
  return tags;
}

export const badTags = invalidParameter('If-Match', new Refused('expected_entity_tags'));

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
  if (match !== undefined && !include(expectedTags(match), tag)) throw preconditionFailed();
}

/** Whether one of the tags is this one, in any coding. */
const include = (tags: Etags, opaque: string): boolean =>
  tags === '*' ||
  tags.some(tag => tag === `"${opaque}"` || codings.some(coding => tag === `"${opaque}-${coding}"`));

export const preconditionFailed = () => refusal(412, 'rest_precondition_failed');

/**
 * Checks the conditions against the current record, within the transaction that changes it, in the order of the RFC: a
 * date counts only without tags. 412 if a condition fails.
 */
export async function assertHolds(conditions: Conditions | undefined, current: Current): Promise<void> {
  if (!conditions) return;
  const { match, unmodifiedSince, noneMatch } = conditions;
  if (match !== undefined) {
    if (!(await names(match, current))) throw preconditionFailed();
  } else if (unmodifiedSince !== undefined && current.modifiedAt) {
    // A second change may follow within the same second, so a date is safe only from the next second on.
    if ((await current.modifiedAt()) + 1 > unmodifiedSince) throw preconditionFailed();
  }
  if (noneMatch !== undefined && (await names(weakly(noneMatch), current))) throw preconditionFailed();
}

/** Weak comparison: a weak tag equals the strong one. */
const weakly = (tags: Etags): Etags => (tags === '*' ? tags : tags.map(tag => tag.replace(/^W\//, '')));

async function names(tags: Etags, { states }: Current): Promise<boolean> {
  if (tags === '*') return true;
  const wanted = new Set(tags.map(stateIn));
  wanted.delete(undefined);
  for (const state of states) if (wanted.size > 0 && wanted.has(await state())) return true;
  return false;
}
