import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { invalidParameter, Refused } from '../errors.ts';

/**
 * A request that is to be carried out once, however often it is sent: the key that its client has given it, in the
 * header of draft-ietf-httpapi-idempotency-key-header, and a digest of all that it says.
 */
export interface IdempotencyKey {
  readonly key: string;
  readonly fingerprint: string;
}

/** @param said what tells the request from another one; 400 for a key that is none, undefined where there is none */
export function idempotencyKeyOf(
  headers: IncomingHttpHeaders,
  said: () => unknown,
): IdempotencyKey | undefined {
  const sent = headers['idempotency-key'];
  if (sent === undefined) return undefined;
  return { key: readKey(String(sent)), fingerprint: hash('sha256', JSON.stringify(said()), 'base64url') };
}

export const badKey = invalidParameter('Idempotency-Key', new Refused('expected_idempotency_key'));

const MAX_LENGTH = 255;
/** A string of RFC 8941, or one without the quotes, as many clients send it. */
const QUOTED = /^"((?:[ !#-[\]-~]|\\["\\])*)"$/;
const BARE = /^[!#-+\--:<-[\]-~]+$/;

function readKey(sent: string): string {
  const text = sent.trim();
  const key = QUOTED.exec(text)?.[1]?.replace(/\\(.)/g, '$1') ?? (BARE.test(text) ? text : '');
  if (key === '' || key.length > MAX_LENGTH) throw badKey;
  return key;
}
