import { opaqueEtag } from '../http/etag.ts';
import { digestOf } from '../lib/digest.ts';
import { jsonOf } from '../lib/json.ts';

/**
 * A digest of the content of a record, with the records embedded in it. It does not depend on address, language or
 * format.
 */
export const stateOf = (shown: unknown): string => digestOf(JSON.stringify(shown, withoutHidden));

/** Columns of images that answers do not show. */
const HIDDEN: ReadonlySet<string> = new Set(['created_at', 'source_url']);

/** Columns that most records leave empty: digests are then as if there were none. */
const OFTEN_EMPTY: ReadonlySet<string> = new Set(['language', 'translated', 'translations', 'alt_text']);

const withoutHidden = (name: string, value: unknown) =>
  HIDDEN.has(name) || (value === '' && OFTEN_EMPTY.has(name)) ? undefined : value;

/**
 * The ETag header for the answer to a write: the ETag that a single read of the record would have now.
 * @param shown the record as a single read shows it
 */
export async function tagHeader(shown: object, state: string): Promise<{ ETag: string }> {
  const { digest } = await jsonOf(shown);
  return { ETag: `"${opaqueEtag(digest, state)}"` };
}
