import { digestOf } from '../lib/digest.ts';
import type { Json } from '../lib/json.ts';
import { opaqueEtag } from '../records/state.ts';
import { codings } from './encodings.ts';

/** The opaque tag of an answer. Its headers are included: the total of a list may change while its body does not. */
export const etagOf = (
  { headers, state }: { readonly headers?: object; readonly state?: string },
  { digest }: Json,
): string => opaqueEtag(headers ? digestOf(digest + JSON.stringify(headers)) : digest, state);

/** The state of the record in an entity tag, for any body and coding. */
export const stateIn = (tag: string): string | undefined => OF_A_RECORD.exec(tag)?.[1];

const OF_A_RECORD = new RegExp(`^"[\\w-]{27}-([\\w-]{27})(?:-(?:${codings.join('|')}))?"$`);

export type Etags = '*' | readonly string[];

/**
 * The entity tags of a conditional header, with their quotes and weak prefixes; undefined if the header is malformed.
 */
export function listedEtags(header: string): Etags | undefined {
  if (header.trim() === '*') return '*';
  return LIST.test(header) ? header.match(TAG)! : undefined;
}

const TAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g;
const LIST =
  /^[\s,]*(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"(?:\s*,(?:\s*(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*")?)*\s*$/;
