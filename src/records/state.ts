import { opaqueEtag } from '../http/etag.ts';
import { digestOf } from '../lib/digest.ts';
import { jsonOf } from '../lib/json.ts';

/**
 * A digest of all that a record shows, itself and what is embedded in it: the same by whichever address, in whichever
 * language and form.
 */
export const stateOf = (shown: unknown): string => digestOf(JSON.stringify(shown, withoutHidden));

/** When a picture came here, and from where, is not shown. */
const HIDDEN: ReadonlySet<string> = new Set(['created_at', 'source_url']);

const withoutHidden = (name: string, value: unknown) => (HIDDEN.has(name) ? undefined : value);

/** The header with which a single read of the record, which shows it so, would come now: for the echo of a write. */
export async function tagHeader(shown: object, state: string): Promise<{ ETag: string }> {
  const { digest } = await jsonOf(shown);
  return { ETag: `"${opaqueEtag(digest, state)}"` };
}
