import { createHmac, hash, randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { LRUCache } from 'lru-cache';
import type { Db } from '../db/tables.ts';
import { Semaphore } from '../lib/semaphore.ts';
import { MAX_PASSWORDS_WAITING } from '../limits.ts';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** A new application password: 24 characters, 143 random bits. */
export const newSecret = (): string =>
  Array.from({ length: 24 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** What is stored of an application password; spaces, which people put between groups, do not count. */
export const hashSecret = (secret: string): string => hash('sha256', secret.replaceAll(/\s/g, ''), 'hex');

/** Whether two hashes are the same, in a time that does not depend on where they differ. */
export const sameHash = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

const derive = promisify<string, string, number, { N: number; r: number; p: number }, Buffer>(scrypt);

/**
 * What is stored of an event's password. People choose these, so the hash is slow; one salt serves the
 * whole store, so that a list compares the offered password with all its events in one query.
 * @throws Overloaded where too many wait already
 */
export async function hashEventPassword(db: Db, password: string): Promise<string> {
  const salt = await passwordSalt(db);
  const name = createHmac('sha256', KEY).update(`${salt} ${password}`).digest('base64url');
  const known = derived.get(name);
  if (known) return known;
  const key = await derivations.take(() => derive(password, salt, 32, { N: 16384, r: 8, p: 1 }));
  const text = key.toString('base64url');
  derived.set(name, text);
  return text;
}

/** Readers of an event offer its password with each request. Without the key of this process the names tell nothing. */
const derived = new LRUCache<string, string>({ max: 2000 });
const KEY = randomBytes(32);

/** One after the other: files and names of hosts wait for the same few threads. */
const derivations = new Semaphore(1, MAX_PASSWORDS_WAITING);

const SALT = 'event_password_salt';

/** The salt of this store's event passwords, made when it is first needed. */
export async function passwordSalt(db: Db): Promise<string> {
  const stored = () => db.selectFrom('settings').select('value').where('name', '=', SALT).executeTakeFirst();
  const known = await stored();
  if (known) return known.value;
  const made = { name: SALT, value: randomBytes(16).toString('base64url') };
  await db
    .insertInto('settings')
    .values(made)
    .onConflict(conflict => conflict.doNothing())
    .execute();
  return (await stored())!.value;
}

/** Takes over the salt of another store, with whose passwords events come; false where events here use their own. */
export async function adoptPasswordSalt(db: Db, salt: string): Promise<boolean> {
  const known = await db.selectFrom('settings').select('value').where('name', '=', SALT).executeTakeFirst();
  if (known?.value === salt) return true;
  const used = await db
    .selectFrom('events')
    .select('id')
    .where('password_hash', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  if (used) return false;
  await db
    .insertInto('settings')
    .values({ name: SALT, value: salt })
    .onConflict(conflict => conflict.column('name').doUpdateSet({ value: salt }))
    .execute();
  return true;
}
