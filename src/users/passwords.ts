import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { FairQueue } from '../lib/fair-queue.ts';
import { MAX_PASSWORDS_WAITING } from '../limits.ts';

/** What argon2id costs, as OWASP's Password Storage Cheat Sheet has it: KiB of memory, passes, lanes. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const TAG = 32;

const derive = promisify(argon2);

/** One at a time: the threads that derive also read files and look names up. */
const derivations = new FairQueue<'all'>({ mostWaiting: MAX_PASSWORDS_WAITING });

const keyOf = (password: string, nonce: Buffer, cost: Cost): Promise<Buffer> =>
  derivations.run('all', () =>
    derive('argon2id', { message: password.normalize('NFC'), nonce, tagLength: TAG, ...cost }),
  );

type Cost = { readonly [Key in keyof typeof COST]: number };

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

export const MIN_PASSWORD = 12;
/** Characters; longer ones are refused, since each costs time. */
const MAX_PASSWORD = 200;

/** Whether a password is longer than one can choose. */
const isTooLong = (password: string): boolean => [...password.normalize('NFC')].length > MAX_PASSWORD;

/** Why a password cannot be chosen. */
export type WeakPassword = 'short' | 'long' | 'common' | 'simple' | 'own_name';

/**
 * Why a password cannot be chosen; undefined for one that can. Length counts most (NIST SP 800-63B, section 3.1.1.2).
 * @param names what others know of the account: its login, its address, the name of the site
 */
export function weaknessOf(password: string, names: readonly string[]): WeakPassword | undefined {
  const typed = password.normalize('NFC');
  if ([...typed].length < MIN_PASSWORD) return 'short';
  if (isTooLong(password)) return 'long';
  const plain = typed.toLowerCase();
  if (commonPasswords().has(plain)) return 'common';
  if (isSimple(plain)) return 'simple';
  const known = names.flatMap(name => name.toLowerCase().split(/[\s@.]+/)).filter(name => name.length >= 4);
  const others = known.reduce((rest, name) => rest.replaceAll(name, ''), plain);
  return others.length < MIN_PASSWORD / 2 ? 'own_name' : undefined;
}

/** Whether it repeats a few characters: `passpasspass`, `111111111111`, `abcabcabcabc`. */
const isSimple = (password: string): boolean =>
  new Set(password).size < 5 || /^(.{1,8}?)\1+.{0,3}$/u.test(password);

let known: ReadonlySet<string> | undefined;

/** Those of the most common passwords that are long enough (@zxcvbn-ts/language-common, MIT). */
function commonPasswords(): ReadonlySet<string> {
  known ??= new Set(readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8').split('\n'));
  return known;
}
