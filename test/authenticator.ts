import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { RelyingParty } from '../src/users/passkeys/webauthn.ts';

/** An authenticator of node:crypto with one passkey, as a browser gives its answers in JSON. */
export interface Authenticator {
  readonly id: string;
  readonly algorithm: number;
  readonly publicKey: string;
  /** The key in COSE, as authenticator data has it. */
  readonly cose: Buffer;
  /** The answer when the passkey is made. */
  create(asked: Asked): Answer;
  /** The answer when it is used. */
  get(asked: Asked): Answer;
}

/** What is asked, and how the answer differs from a right one. */
export interface Asked {
  readonly challenge: string;
  readonly place: RelyingParty;
  readonly userHandle?: string;
  readonly uses?: number;
  /** User present and verified by default. */
  readonly flags?: number;
  /** Members of clientDataJSON. */
  readonly client?: object;
  /** Bytes after authenticator data, which are signed as well. */
  readonly after?: Buffer;
  /** Changes authenticator data, after it was signed. */
  change?(data: Buffer): void;
}

export interface Answer {
  readonly id: string;
  readonly rawId: string;
  readonly type: string;
  readonly clientExtensionResults: object;
  readonly response: Record<string, string | number>;
}

export const ALGORITHMS = [-8, -7, -257] as const;
export const [PRESENT, VERIFIED, MAY_BACK_UP, BACKED_UP] = [0x01, 0x04, 0x08, 0x10] as const;
const HAS_CREDENTIAL = 0x40;

const keysOf = (algorithm: number) =>
  algorithm === -8
    ? generateKeyPairSync('ed25519')
    : algorithm === -7
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: 2048 });

export function authenticator(algorithm: number, keys = keysOf(algorithm)): Authenticator {
  const id = randomBytes(16 + (randomBytes(1)[0]! % 32));
  const cose = coseOf(keys.publicKey, algorithm);
  const named = {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
  };
  const publicKey = keys.publicKey.export({ type: 'spki', format: 'der' }).toString('base64url');
  return {
    id: named.id,
    ...{ algorithm, publicKey, cose },
    create(asked) {
      const length = Buffer.from([id.length >> 8, id.length & 255]);
      const credential = Buffer.concat([Buffer.alloc(16), length, id, cose]);
      const data = authenticatorData(asked, HAS_CREDENTIAL, credential);
      asked.change?.(data);
      const head = cbor({ fmt: 'none', attStmt: {} });
      // A map of three: the head is one of two.
      head[0]!++;
      const attestationObject = Buffer.concat([head, cborText('authData'), cborBytes(data)]);
      return {
        ...named,
        response: {
          clientDataJSON: clientData('webauthn.create', asked),
          attestationObject: attestationObject.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          publicKey,
          publicKeyAlgorithm: algorithm,
        },
      };
    },
    get(asked) {
      const data = authenticatorData(asked, 0, Buffer.alloc(0));
      const clientDataJSON = clientData('webauthn.get', asked);
      const signed = Buffer.concat([data, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
      const signature = sign(algorithm === -8 ? null : 'sha256', signed, keys.privateKey);
      asked.change?.(data);
      return {
        ...named,
        response: {
          ...{ clientDataJSON, authenticatorData: data.toString('base64url') },
          signature: signature.toString('base64url'),
          ...(asked.userHandle && { userHandle: asked.userHandle }),
        },
      };
    },
  };
}

function authenticatorData(
  { place, uses = 0, flags = PRESENT | VERIFIED, after }: Asked,
  more: number,
  rest: Buffer,
) {
  const counter = Buffer.alloc(4);
  counter.writeUInt32BE(uses);
  return Buffer.concat([
    sha256(place.rpId),
    Buffer.from([flags | more]),
    counter,
    rest,
    after ?? Buffer.alloc(0),
  ]);
}

const clientData = (type: string, { challenge, place, client }: Asked): string =>
  Buffer.from(
    JSON.stringify({ type, challenge, origin: place.origin, crossOrigin: false, ...client }),
  ).toString('base64url');

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();

/** The key as COSE has it (RFC 9053), in the canonical form of CTAP2. */
function coseOf(key: KeyObject, algorithm: number): Buffer {
  const { x = '', y = '', n = '', e = '' } = key.export({ format: 'jwk' });
  const bytes = (value: string) => cborBytes(Buffer.from(value, 'base64url'));
  if (algorithm === -8) return Buffer.concat([Buffer.from('a401010327200621', 'hex'), bytes(x)]);
  if (algorithm === -7)
    return Buffer.concat([Buffer.from('a501020326200121', 'hex'), bytes(x), Buffer.from([0x22]), bytes(y)]);
  return Buffer.concat([Buffer.from('a401030339010020', 'hex'), bytes(n), Buffer.from([0x21]), bytes(e)]);
}

const cborText = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);

function cborBytes(bytes: Buffer): Buffer {
  const { length } = bytes;
  const head =
    length < 24 ? [0x40 + length] : length < 256 ? [0x58, length] : [0x59, length >> 8, length & 255];
  return Buffer.concat([Buffer.from(head), bytes]);
}

/** A map of short texts and empty maps. */
const cbor = (map: Record<string, string | object>): Buffer =>
  Buffer.concat([
    Buffer.from([0xa0 + Object.keys(map).length]),
    ...Object.entries(map).flatMap(([name, value]) => [
      cborText(name),
      typeof value === 'string' ? cborText(value) : Buffer.from([0xa0]),
    ]),
  ]);
