import { createHmac, randomBytes } from 'node:crypto';
import type { Db, UserRow } from '../db/tables.ts';
import { hashToken } from './secrets.ts';
import { endSessions } from './sessions.ts';

/** Seconds for which a code is shown, as every app has it. */
const STEP = 30;

/** The one-time password of a time step (RFC 6238, with HMAC-SHA-1). */
export function totp(key: Buffer, step: number, digits = 6): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', key).update(counter).digest();
  const number = mac.readUInt32BE(mac.at(-1)! & 15) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A new key of 160 bits, in Base32 as apps take it. */
export const newKey = (): string => Array.from(randomBytes(32), byte => BASE32[byte & 31]).join('');

export const isKey = (text: string): boolean => /^[A-Z2-7]{32}$/.test(text);

function bytesOf(key: string): Buffer {
  const number = [...key].reduce((sum, letter) => (sum << 5n) | BigInt(BASE32.indexOf(letter)), 0n);
  return Buffer.from(number.toString(16).padStart((key.length * 5) / 4, '0'), 'hex');
}

/**
 * The time step of which a text is the code: that of now, or one that a clock is off by.
 * @param after the last step of which a code was accepted
 */
export function stepOf(key: string, code: string, now: number, after = 0): number | undefined {
  const present = Math.floor(now / STEP);
  const typed = code.replaceAll(/\s/g, '');
  const near = [present, present - 1, present + 1].filter(step => step > after);
  return near.find(step => totp(bytesOf(key), step) === typed);
}

const RECOVERY_CODES = 10;

/** The recovery codes of a key, and how the store keeps them. A form that is sent twice shows those that count. */
export function recoveryCodesFor(key: string): { codes: readonly string[]; stored: string } {
  const codes = Array.from({ length: RECOVERY_CODES }, (_, i) => {
    const bytes = createHmac('sha256', bytesOf(key)).update(`recovery code ${i}`).digest();
    return Array.from(bytes.subarray(0, 12), byte => BASE32[byte & 31]!.toLowerCase()).join('');
  });
  return { codes, stored: codes.map(hashToken).join(' ') };
}

/** Gives an account a second factor; false if it has one. */
export async function addSecondFactor(db: Db, user: number, key: string, step: number): Promise<boolean> {
  const factor = { totp_secret: key, totp_step: step, recovery_codes: recoveryCodesFor(key).stored };
  const lacking = db.updateTable('users').set(factor).where('id', '=', user).where('totp_secret', 'is', null);
  if ((await lacking.executeTakeFirstOrThrow()).numUpdatedRows === 0n) return false;
  await endSessions(db, user);
  return true;
}

/** Its sessions end: they were opened with more than the account has. */
export async function removeSecondFactor(db: Db, user: number): Promise<void> {
  const none = { totp_secret: null, recovery_codes: '' };
  await db.updateTable('users').set(none).where('id', '=', user).execute();
  await endSessions(db, user);
}

export const recoveryCodesOf = ({ recovery_codes }: UserRow): string[] =>
  recovery_codes.split(' ').filter(Boolean);

/** Whether a text is the code of the second factor at this moment, or a recovery code. Each is accepted once. */
export async function useSecondFactor(
  db: Db,
  account: UserRow,
  typed: string,
  now: number,
): Promise<'code' | 'recovery' | undefined> {
  const { id, totp_secret, totp_step, recovery_codes } = account;
  const step = totp_secret === null ? undefined : stepOf(totp_secret, typed, now, totp_step);
  const hash = hashToken(typed.replaceAll(/[\s-]/g, '').toLowerCase());
  const left = recoveryCodesOf(account).filter(code => code !== hash);
  const accounts = db.updateTable('users').where('id', '=', id);
  // Of two requests with one code, the second finds nothing to change.
  const update =
    step !== undefined
      ? accounts.set({ totp_step: step }).where('totp_step', '<', step)
      : left.length < recoveryCodesOf(account).length &&
        accounts.set({ recovery_codes: left.join(' ') }).where('recovery_codes', '=', recovery_codes);
  if (!update || (await update.executeTakeFirstOrThrow()).numUpdatedRows === 0n) return undefined;
  return step === undefined ? 'recovery' : 'code';
}
