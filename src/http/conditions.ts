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

/** The values that conditions are compared with, computed when needed. */
export interface Current {
  /** The record's states: as who asks is shown it and, where that differs, as anybody is. */
  readonly states: readonly (() => Promise<string>)[];
  /** The second of the last change, since the epoch; absent where it is not known. */
  readonly modifiedAt?: () => Promise<number>;
}

/** The conditions of a write; undefined where it has none. 400 for an If-Match that is none. */
export function conditionsOf(headers: IncomingHttpHeaders): Conditions | undefined {
  const { 'if-match': match, 'if-unmodified-since': since, 'if-none-match': noneMatch } = headers;
  if (match === undefined && since === undefined && noneMatch === undefined) return undefined;
  return {
    match: match === undefined ? undefined : expectedTags(match),
    unmodifiedSince: since === undefined ? undefined : secondOf(since),
    noneMatch: noneMatch === undefined ? undefined : (listedEtags(noneMatch) ?? []),
  };
}

/** The tags of an If-Match: to ignore one that cannot be read would be to lose what it guards. */
export function expectedTags(match: string): Etags {
  const tags = listedEtags(match);
  if (!tags) throw badTags;
  return tags;
}

export const badTags = invalidParameter('If-Match', new Refused('expected_entity_tags'));

const HTTP_DATE = /^(\w{3}, \d\d \w{3} \d{4}|\w{6,9}, \d\d-\w{3}-\d\d) \d\d:\d\d:\d\d GMT$/;
const ASCTIME = /^\w{3} \w{3} [ \d]\d \d\d:\d\d:\d\d \d{4}$/;

/** Epoch seconds of a date in one of the three forms of HTTP; undefined, as if it were not there, otherwise. */
export function secondOf(date: string): number | undefined {
  const text = ASCTIME.test(date) ? `${date} GMT` : date;
  const at = ASCTIME.test(date) || HTTP_DATE.test(date) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : at / 1000;
}

/**
 * Whether a client that sends these conditions of a read has the response with this tag already, whatever its coding.
 * @param modified epoch milliseconds of the first whole second in which the response was so; absent where it is not known
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

/** 412 where a read has to match a tag, and this is another one. */
export function assertMatches({ 'if-match': match }: IncomingHttpHeaders, tag: string): void {
  if (match !== undefined && !include(expectedTags(match), tag)) throw preconditionFailed();
}

/** Whether one of the tags is this one, in whichever coding. */
const include = (tags: Etags, opaque: string): boolean =>
  tags === '*' ||
  tags.some(tag => tag === `"${opaque}"` || codings.some(coding => tag === `"${opaque}-${coding}"`));

export const preconditionFailed = () => refusal(412, 'rest_precondition_failed');

/**
 * Holds the conditions against the record as it is, within the transaction that is going to change it, in the order of
 * the RFC: a date counts where there are no tags. 412 where one does not hold.
 */
export async function assertHolds(conditions: Conditions | undefined, current: Current): Promise<void> {
  if (!conditions) return;
  const { match, unmodifiedSince, noneMatch } = conditions;
  if (match !== undefined) {
    if (!(await names(match, current))) throw preconditionFailed();
  } else if (unmodifiedSince !== undefined && current.modifiedAt) {
    // Within the second of a change there may have been another one: it is over with the next.
    if ((await current.modifiedAt()) + 1 > unmodifiedSince) throw preconditionFailed();
  }
  if (noneMatch !== undefined && (await names(weakly(noneMatch), current))) throw preconditionFailed();
}

/** Weak comparison: a weak tag stands for the strong one. */
export const weakly = (tags: Etags): Etags =>
  tags === '*' ? tags : tags.map(tag => tag.replace(/^W\//, ''));

async function names(tags: Etags, { states }: Current): Promise<boolean> {
  if (tags === '*') return true;
  const wanted = new Set(tags.map(stateIn));
  wanted.delete(undefined);
  for (const state of states) if (wanted.size > 0 && wanted.has(await state())) return true;
  return false;
}
