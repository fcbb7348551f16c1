import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { FairQueue } from '../lib/fair-queue.ts';
import { MAX_PASSWORDS_WAITING } from '../limits.ts';

/** What argon2id costs, as OWASP's Password Storage Cheat Sheet has it: KiB of memory, passes, lanes. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const TAG = 32;

const derive = promisify(argon2);

/** One at a time: the threads that derive also read files and look names up. */
const derivations = new FairQueue<'all'>({ mostWaiting: MAX_PASSWORDS_WAITING });

const keyOf = (password: string, nonce: Buffer, cost: HashCost): Promise<Buffer> =>
  derivations.run('all', () =>
    derive('argon2id', { message: password.normalize('NFC'), nonce, tagLength: TAG, ...cost }),
  );

type HashCost = { readonly [Key in keyof typeof COST]: number };

/**
 * The stored form of a password that somebody types: argon2id as a PHC string.
 * @throws Overloaded if too many are waiting already
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await keyOf(password, salt, COST);
  const { memory, passes, parallelism } = COST;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encoded(salt)}$${encoded(key)}`;
}

/** Base64 without padding, as PHC strings have it. */
const encoded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

/**
 * Whether this is the password of an account. Without one, as for an unknown account, and for one that is too long to
 * be any, it takes the same time.
 * @param stored null for none
 * @throws Overloaded if too many are waiting already
 */
export async function isPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', key = ''] = PHC.exec(stored ?? NOBODYS) ?? [];
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const found = await keyOf(isTooLong(password) ? '' : password, Buffer.from(salt, 'base64'), cost);
  const expected = Buffer.from(key, 'base64');
  return expected.length === found.length && timingSafeEqual(expected, found) && Boolean(stored);
}

/** The hash of no password. */
const NOBODYS = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${encoded(Buffer.alloc(16))}$${encoded(Buffer.alloc(TAG))}`;

/** Characters; longer ones are refused, since each costs time. */
const MAX_PASSWORD = 200;

/** Whether a password is longer than one can choose. */
export const isTooLong = (password: string): boolean => [...password.normalize('NFC')].length > MAX_PASSWORD;
