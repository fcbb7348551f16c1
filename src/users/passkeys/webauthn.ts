import { createPublicKey, hash, type KeyObject, verify } from 'node:crypto';
import type { PasskeyRow } from '../../db/tables.ts';
import { SignInFailed } from '../../errors.ts';
import { isObject, type JsonObject } from '../../lib/objects.ts';

/** Why the answer of an authenticator is not taken, as a word such as `origin`. */
export class PasskeyRefused extends SignInFailed {
  readonly problem: string;

  constructor(problem: string) {
    super('incorrect_password');
    this.problem = problem;
  }
}

/** @throws PasskeyRefused if it does not hold */
export function demand(holds: unknown, problem: string): asserts holds {
  if (!holds) throw new PasskeyRefused(problem);
}

/** The name that passkeys belong to, and the only origin from which they are taken. */
export interface RelyingParty {
  readonly rpId: string;
  readonly origin: string;
}

/**
 * Reads what the browser says of a passkey that is made: the JSON of its `toJSON()`. Nothing of it is signed, since no
 * attestation is asked: the key is the browser's SubjectPublicKeyInfo, and what follows the id in the authenticator's
 * bytes, the same key in CBOR, is passed over. The challenge is left to the caller.
 */
export function readCreation(answer: unknown, place: RelyingParty) {
  const { id, response } = partsOf(answer);
  const challenge = challengeIn(bytesIn(response, 'clientDataJSON'), 'webauthn.create', place);
  const data = bytesIn(response, 'authenticatorData');
  const state = stateIn(data, place);
  // Behind flags and counter: the model of the authenticator, and the id with its length.
  demand(data[32]! & FLAG.credential && data.length > 55, 'malformed');
  demand(data.subarray(55, 55 + data.readUInt16BE(53)).toString('base64url') === id, 'malformed');
  const { publicKeyAlgorithm: algorithm } = response;
  demand(typeof algorithm === 'number', 'malformed');
  const key = publicKeyOf(bytesIn(response, 'publicKey'), algorithm);
  const public_key = key.export({ type: 'spki', format: 'der' }).toString('base64url');
  return { challenge, credential: id, public_key, algorithm, ...state };
}

/** The id of the passkey that an answer names. */
export const credentialIn = (answer: unknown): string => partsOf(answer).id;

type PublicKey = Pick<PasskeyRow, 'public_key' | 'algorithm'>;

/**
 * Verifies the answer of a passkey by Web Authentication Level 3, section 7.2. The challenge and the counter are left
 * to the caller, who knows which ones were used before.
 */
export function readAssertion(answer: unknown, { public_key, algorithm }: PublicKey, place: RelyingParty) {
  const { response } = partsOf(answer);
  const clientData = bytesIn(response, 'clientDataJSON');
  const challenge = challengeIn(clientData, 'webauthn.get', place);
  const data = bytesIn(response, 'authenticatorData');
  const state = stateIn(data, place);
  // Extensions alone may follow.
  demand(data.length === HEAD || data[32]! & FLAG.extensions, 'malformed');
  const key = publicKeyOf(Buffer.from(public_key, 'base64url'), algorithm);
  const signed = Buffer.concat([data, hash('sha256', clientData, 'buffer')]);
  const digest = algorithm === EDDSA ? null : 'sha256';
  demand(verify(digest, signed, key, bytesIn(response, 'signature')), 'signature');
  return { challenge, ...state, userHandle: response.userHandle ?? undefined };
}

function partsOf(answer: unknown): { readonly id: string; readonly response: JsonObject } {
  demand(isObject(answer) && answer.type === 'public-key' && isObject(answer.response), 'malformed');
  return { id: bytesIn(answer, 'id').toString('base64url'), response: answer.response };
}

/** Characters of a value in base64url: a key of RSA with 4096 bits has 733. */
const MAX_VALUE = 8192;

function bytesIn(values: JsonObject, name: string): Buffer {
  const value = values[name];
  demand(typeof value === 'string' && value !== '' && value.length <= MAX_VALUE, 'malformed');
  const bytes = Buffer.from(value, 'base64url');
  demand(bytes.toString('base64url') === value, 'malformed');
  return bytes;
}

/** The challenge that the browser answers, for a request from this place. */
function challengeIn(clientData: Buffer, type: string, { origin }: RelyingParty): string {
  let data: unknown;
  try {
    data = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(clientData));
  } catch {}
  demand(isObject(data), 'malformed');
  demand(data.type === type, 'type');
  demand(data.origin === origin, 'origin');
  demand(data.crossOrigin === undefined || data.crossOrigin === false, 'cross-origin');
  demand(typeof data.challenge === 'string', 'challenge');
  return data.challenge;
}

/** Bits of the flags of authenticator data. */
const FLAG = { present: 1, verified: 4, mayBackUp: 8, backedUp: 16, credential: 64, extensions: 128 };
/** Bytes of the hash of the name, the flags and the counter. */
const HEAD = 37;

/**
 * Reads the head of authenticator data (section 6.1). The user must have been verified, by a PIN or a finger: a passkey
 * stands for a password and a second factor.
 */
function stateIn(data: Buffer, { rpId }: RelyingParty) {
  demand(data.length >= HEAD, 'malformed');
  const flags = data[32]!;
  demand(data.subarray(0, 32).equals(hash('sha256', rpId, 'buffer')), 'rp-id');
  demand(flags & FLAG.present, 'presence');
  demand(flags & FLAG.verified, 'verification');
  demand(flags & FLAG.mayBackUp || !(flags & FLAG.backedUp), 'backup');
  return { uses: data.readUInt32BE(33), backed_up: flags & FLAG.backedUp ? 1 : 0 };
}

const [EDDSA, ES256, RS256] = [-8, -7, -257] as const;

/** What is taken, the best first: Ed25519, ECDSA with P-256, and RSA of 2048 to 4096 bits. */
export const algorithms: readonly number[] = [EDDSA, ES256, RS256];

function publicKeyOf(spki: Buffer, algorithm: number): KeyObject {
  demand(algorithms.includes(algorithm), 'algorithm');
  let key: KeyObject | undefined;
  try {
    key = createPublicKey({ key: spki, type: 'spki', format: 'der' });
  } catch {}
  const { namedCurve, modulusLength: bits = 0 } = key?.asymmetricKeyDetails ?? {};
  const found = key?.asymmetricKeyType === 'ed25519' ? EDDSA : namedCurve === 'prime256v1' ? ES256 : RS256;
  const isRsa = key?.asymmetricKeyType === 'rsa' && bits >= 2048 && bits <= 4096;
  demand(key && found === algorithm && (found !== RS256 || isRsa), 'key');
  return key;
}
