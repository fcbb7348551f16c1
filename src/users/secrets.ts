import { createHmac, hash, randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { LRUCache } from 'lru-cache';
import type { Db } from '../db/tables.ts';
import { FairQueue } from '../lib/fair-queue.ts';
import { MAX_PASSWORDS_WAITING } from '../limits.ts';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** A new application password: 24 characters, 143 random bits. */
export const newSecret = (): string =>
  Array.from({ length: 24 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** The stored hash of an application password; white space, which people insert for readability, is ignored. */
export const hashSecret = (secret: string): string => hashToken(secret.replaceAll(/\s/g, ''));

/** The stored hash of what a program has drawn at random. */
export const hashToken = (token: string): string => hash('sha256', token, 'hex');

/** Compares two hashes in constant time. */
export const sameHash = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

const derive = promisify<string, string, number, { N: number; r: number; p: number }, Buffer>(scrypt);

/**
 * The stored hash of an event's password. People choose these passwords, so the hash is slow. One salt serves the whole
 * store, so that a list compares the offered password with all its events in one query.
 * @throws Overloaded if too many are already waiting
 */
export async function hashEventPassword(db: Db, password: string): Promise<string> {
  const salt = await passwordSalt(db);
  const name = createHmac('sha256', KEY).update(`${salt} ${password}`).digest('base64url');
  const known = derived.get(name);
  if (known) return known;
  const key = await derivations.run('all', () => derive(password, salt, 32, { N: 16384, r: 8, p: 1 }));
  const text = key.toString('base64url');
  derived.set(name, text);
  return text;
}

/**
 * Cache of derived hashes, because readers send an event's password with each request. The keys are HMACs with a key of
 * this process, so they reveal nothing.
 */
const derived = new LRUCache<string, string>({ max: 2000 });
const KEY = randomBytes(32);

/** One at a time: scrypt shares its few threads with file access and host name lookups. */
const derivations = new FairQueue<'all'>({ mostWaiting: MAX_PASSWORDS_WAITING });

const SALT = 'event_password_salt';

/** The salt of this store's event passwords. */
export const passwordSalt = (db: Db): Promise<string> => storedSecret(db, SALT);

/** A random secret of this store, made on first use. */
export async function storedSecret(db: Db, name: string): Promise<string> {
  const stored = () => db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst();
  const known = await stored();
  if (known) return known.value;
  const made = { name, value: randomBytes(16).toString('base64url') };
  await db
    .insertInto('settings')
    .values(made)
    .onConflict(conflict => conflict.doNothing())
    .execute();
  return (await stored())!.value;
}

export async function hasProtectedEvents(db: Db): Promise<boolean> {
  const isProtected = db.selectFrom('events').select('id').where('password_hash', 'is not', null);
  return (await isProtected.limit(1).executeTakeFirst()) !== undefined;
}

/**
 * Takes over the salt of another store along with its protected events; false if events here already use the salt of
 * this store.
 */
export async function replacePasswordSalt(db: Db, salt: string): Promise<boolean> {
  const known = await db.selectFrom('settings').select('value').where('name', '=', SALT).executeTakeFirst();
  if (known?.value === salt) return true;
  if (await hasProtectedEvents(db)) return false;
  await db
    .insertInto('settings')
    .values({ name: SALT, value: salt })
    .onConflict(conflict => conflict.column('name').doUpdateSet({ value: salt }))
    .execute();
  return true;
}
