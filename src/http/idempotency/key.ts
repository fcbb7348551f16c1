import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { InvalidValue, Refused } from '../../errors.ts';

/**
 * Identifies a request that must be carried out only once, however often it is sent: the key of the client, in the
 * header of draft-ietf-httpapi-idempotency-key-header, and a digest of the request's parameters.
 */
export interface IdempotencyKey {
  readonly key: string;
  readonly fingerprint: string;
}

/**
 * The idempotency key of a request; undefined if it has none. 400 for a malformed key.
 * @param content what distinguishes the request from others
 */
export function idempotencyKeyOf(
  headers: IncomingHttpHeaders,
  content: () => unknown,
): IdempotencyKey | undefined {
  const sent = headers['idempotency-key'];
  if (sent === undefined) return undefined;
  return { key: readKey(String(sent)), fingerprint: hash('sha256', JSON.stringify(content()), 'base64url') };
}

export const badKey = new InvalidValue('Idempotency-Key', new Refused('expected_idempotency_key'));

const MAX_LENGTH = 255;
/** A string of RFC 8941; many clients send it without the quotes. */
const QUOTED = /^"((?:[ !#-[\]-~]|\\["\\])*)"$/;
const BARE = /^[!#-+\--:<-[\]-~]+$/;

function readKey(sent: string): string {
  const text = sent.trim();
  const key = QUOTED.exec(text)?.[1]?.replace(/\\(.)/g, '$1') ?? (BARE.test(text) ? text : '');
  if (key === '' || key.length > MAX_LENGTH) throw badKey;
  return key;
}
