import type { Db, UserRow } from '../db/tables.ts';
import { inTransaction } from '../db/transaction.ts';
import { epochSeconds } from '../lib/time/clock.ts';
import { rotatePassword } from '../users/rotate.ts';
import {
  addPassword,
  type ListedPassword,
  listPasswords,
  type NewPassword,
  revokePassword,
} from '../users/store.ts';
import {
  answer,
  answerSecret,
  type Called,
  type Command,
  forAccount,
  JSON_OPTION,
  noted,
  onlyArgument,
  refuse,
  textOption,
  UsageError,
} from './command.ts';
import { durationOf, expiresOption, LIMIT_OPTIONS, limitsOf } from './password-limits.ts';

export const addPasswordCommand: Command = {
  usage: 'LOGIN',
  meaning: 'Create another application password for an account; it is shown once.',
  options: {
    name: { type: 'string', value: 'NAME', meaning: 'what it is for' },
    ...LIMIT_OPTIONS,
    ...JSON_OPTION,
  },
  run(called) {
    const [login, now] = [onlyArgument(called, 'LOGIN'), epochSeconds()];
    return forAccount(called, login, async (db, user, called) => {
      const limits = limitsOf(called, now);
      return inTransaction(db, async db => {
        const made = await addPassword(db, user.id, textOption(called, 'name') ?? '', now, limits);
        await noted(db, 'password-added', user, { password: made.id });
        return answerSecret(called, shown(user, made), sentenceOf(user, made));
      });
    });
  },
};

export const listPasswordsCommand: Command = {
  usage: 'LOGIN',
  meaning: 'List an account’s application passwords with their last use. The secrets are not stored.',
  options: JSON_OPTION,
  run: called =>
    forAccount(called, onlyArgument(called, 'LOGIN'), async (db, user) => {
      const listed = await listPasswords(db, user.id);
      const shown = listed.map(listing);
      return answer(called, shown, [HEADINGS, ...shown.map(listed => cellsOf(listed, epochSeconds()))]);
    }),
};

export const rotatePasswordCommand: Command = {
  usage: 'LOGIN ID',
  meaning:
    'Replace an application password by a new one, which is shown once; the old one works for an overlap.',
  options: {
    overlap: {
      type: 'string',
      value: 'TIME',
      meaning: 'how long the old one still works: 0h, 12h, 7d, 2w (24h)',
    },
    expires: {
      type: 'string',
      value: 'WHEN',
      meaning: 'expiry of the new one, as with "passwords add" (the lifetime of the old one)',
    },
    ...JSON_OPTION,
  },
  run(called) {
    const { login, id } = loginAndId(called);
    const now = epochSeconds();
    const overlap = durationOf('overlap', textOption(called, 'overlap') ?? '24h');
    const rotate = async (db: Db, user: UserRow, called: Called) => {
      const rotation = { now, overlap, expires_at: expiresOption(called, now) };
      const rotated = await rotatePassword(db, user.id, id, rotation);
      if (rotated === 'unknown') return refuse(`${user.login} has no application password ${id}.`);
      if (typeof rotated === 'string')
        return refuse(
          `Application password ${id} of ${user.login} is already ${rotated}: create a new one with "passwords add".`,
        );
      const { made, until } = rotated;
      await noted(db, 'password-added', user, { password: made.id });
      const old = overlap > 0 ? `works until ${iso(until)}` : 'has ended';
      return answerSecret(
        called,
        { ...shown(user, made), replaces: id, replaced_expires: iso(until) },
        `${sentenceOf(user, made)}\nApplication password ${id} ${old}.`,
      );
    };
    return forAccount(called, login, (db, ...of) => inTransaction(db, db => rotate(db, ...of)));
  },
};

export const revokePasswordCommand: Command = {
  usage: 'LOGIN ID',
  meaning: 'Revoke an application password: it stops working at once.',
  options: JSON_OPTION,
  run(called) {
    const { login, id } = loginAndId(called);
    return forAccount(called, login, async (db, user) => {
      if (!(await revokePassword(db, user.id, id)))
        return refuse(`${user.login} has no application password ${id}.`);
      await noted(db, 'password-revoked', user, { password: id });
      return answer(called, { revoked: id }, `Revoked application password ${id} of ${user.login}.`);
    });
  },
};

function loginAndId(called: Called): { login: string; id: number } {
  const [login, id = ''] = called.arguments;
  if (!login || !/^\d{1,15}$/.test(id) || called.arguments.length > 2)
    throw new UsageError('LOGIN and ID are expected.');
  return { login, id: Number(id) };
}

const shown = ({ login }: UserRow, { id, name, secret, scope, expires_at }: NewPassword) => ({
  ...{ id, user: login, name, scope, expires: isoOrNull(expires_at) },
  app_password: secret,
});

function sentenceOf({ login }: UserRow, { id, secret, scope, expires_at }: NewPassword): string {
  const limits = `${scope}${expires_at === null ? '' : `, until ${iso(expires_at)}`}`;
  return `Application password ${id} of ${login} (${limits}), shown only once: ${secret}`;
}

const HEADINGS = ['id', 'name', 'scope', 'created', 'expires', 'last used', 'from'];

const listing = ({ id, name, scope, replaced_by, ...password }: ListedPassword) => ({
  ...{ id, name, scope, created: iso(password.created_at), expires: isoOrNull(password.expires_at) },
  ...{ last_used: isoOrNull(password.last_used_at), last_used_from: password.last_used_from },
  replaced_by,
});

function cellsOf(listed: ReturnType<typeof listing>, now: number): string[] {
  const { expires, replaced_by } = listed;
  const remarks = [
    ...(expires !== null && expires <= iso(now) ? ['expired'] : []),
    ...(replaced_by === null ? [] : [`replaced by ${replaced_by}`]),
  ];
  return [
    ...[String(listed.id), listed.name, listed.scope, listed.created],
    `${expires ?? 'never'}${remarks.length > 0 ? ` (${remarks.join(', ')})` : ''}`,
    ...[listed.last_used ?? 'never', listed.last_used_from ?? ''],
  ];
}

/** Epoch seconds as `2031-05-10T18:30:00.000Z`. */
const iso = (epoch: number): string => new Date(epoch * 1000).toISOString();

const isoOrNull = (epoch: number | null): string | null => (epoch === null ? null : iso(epoch));
