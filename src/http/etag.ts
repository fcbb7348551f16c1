import { digestOf } from '../lib/digest.ts';
import type { Json } from '../lib/json.ts';
import { codings } from './encodings.ts';

/**
 * What stands between the quotes of an entity tag, before the name of a coding: the digest of the body and, of a
 * single record, its state. Bodies differ by language, address and form; the state tells whether they show the same.
 */
export const opaqueEtag = (body: string, state?: string): string =>
  state === undefined ? body : `${body}-${state}`;

/** The same of an answer: what its headers say, as the total of a list, its body need not say, too. */
export const etagOf = (
  { headers, state }: { readonly headers?: object; readonly state?: string },
  { digest }: Json,
): string => opaqueEtag(headers ? digestOf(digest + JSON.stringify(headers)) : digest, state);

/** The state that the tag of a single record names, whichever body and coding it was the tag of. */
export const stateIn = (tag: string): string | undefined => OF_A_RECORD.exec(tag)?.[1];

const OF_A_RECORD = new RegExp(`^"[\\w-]{27}-([\\w-]{27})(?:-(?:${codings.join('|')}))?"$`);

/** Entity tags as a condition lists them, in quotes and possibly weak; undefined where the header is malformed. */
export function listedEtags(header: string): '*' | readonly string[] | undefined {
  if (header.trim() === '*') return '*';
  return LIST.test(header) ? header.match(TAG)! : undefined;
}

const TAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g;
const LIST =
  /^[\s,]*(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"(?:\s*,(?:\s*(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*")?)*\s*$/;
