import { PreconditionFailed } from '../errors.ts';
import { digestOf } from '../lib/digest.ts';
import { jsonOf } from '../lib/json.ts';
import { withoutDrafts } from './translations/stored.ts';

/**
 * A digest of the content of a record, with the records embedded in it. It does not depend on address, language or
 * format, nor on drafts of translations.
 * @param drafts the column `translations` for an answer that shows them all
 */
export const stateOf = (shown: unknown, drafts = ''): string =>
  digestOf(JSON.stringify(shown, withoutHidden) + drafts);

/** Columns of images that answers do not show. */
const HIDDEN: ReadonlySet<string> = new Set(['created_at', 'source_url', 'former_of']);

/** Columns that most records leave empty: digests are then as if there were none. */
const OFTEN_EMPTY: ReadonlySet<string> = new Set([
  'language',
  'translated',
  'translations',
  'alt_text',
  'focal_point',
  'credit',
  'license',
]);

function withoutHidden(name: string, value: unknown): unknown {
  const shown = name === 'translations' && typeof value === 'string' ? withoutDrafts(value) : value;
  return HIDDEN.has(name) || (shown === '' && OFTEN_EMPTY.has(name)) ? undefined : shown;
}

/**
 * The ETag header for the answer to a write: the ETag that a single read of the record would have now.
 * @param shown the record as a single read shows it
 */
export const tagHeader = async (shown: object, state: string): Promise<{ ETag: string }> =>
  tagOf((await jsonOf(shown)).digest, state);

/** The same from the JSON of the record, as a single read writes it. */
export const tagOfJson = (written: string, state: string) => tagOf(digestOf(written), state);

const tagOf = (digest: string, state: string) => ({ ETag: `"${opaqueEtag(digest, state)}"` });

/**
 * The opaque part of an entity tag, before the name of a coding: the digest of the body and, for a single record, its
 * state. The body depends on language, address and format; the state does not.
 */
export const opaqueEtag = (body: string, state?: string): string =>
  state === undefined ? body : `${body}-${state}`;

/** The states of records that entity tags name, or any. */
export type States = '*' | ReadonlySet<string>;

/** The conditions of a write: RFC 9110, section 13. */
export interface Conditions {
  readonly match: States | undefined;
  /** Epoch seconds. */
  readonly unmodifiedSince: number | undefined;
  readonly noneMatch: States | undefined;
}

/** The current values to compare conditions with, computed when needed. */
export interface Current {
  /** The states of the record: as the viewer sees it and, if that differs, as the public sees it. */
  readonly states: readonly (() => Promise<string>)[];
  /** Epoch seconds of the last change; absent if it is not known. */
  readonly modifiedAt?: () => Promise<number>;
}

/**
 * Checks the conditions against the current record, within the transaction that changes it, in the order of the RFC: a
 * date counts only without tags.
 * @throws PreconditionFailed
 */
export async function assertHolds(conditions: Conditions | undefined, current: Current): Promise<void> {
  if (!conditions) return;
  const { match, unmodifiedSince, noneMatch } = conditions;
  if (match !== undefined) {
    if (!(await isAmong(match, current))) throw new PreconditionFailed();
  } else if (unmodifiedSince !== undefined && current.modifiedAt) {
    // A second change may follow within the same second, so a date is safe only from the next second on.
    if ((await current.modifiedAt()) + 1 > unmodifiedSince) throw new PreconditionFailed();
  }
  if (noneMatch !== undefined && (await isAmong(noneMatch, current))) throw new PreconditionFailed();
}

async function isAmong(wanted: States, { states }: Current): Promise<boolean> {
  if (wanted === '*') return true;
  for (const state of states) if (wanted.size > 0 && wanted.has(await state())) return true;
  return false;
}
