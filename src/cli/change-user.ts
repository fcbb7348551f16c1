import type { Db, UserRow } from '../db/tables.ts';
import { inTransaction } from '../db/transaction.ts';
import { singleSpaced } from '../lib/text/characters.ts';
import { hasPasskey, removePasskeys } from '../users/passkeys/store.ts';
import { removeSecondFactor } from '../users/second-factor.ts';
import { isOnlyAdministrator, MAX_NAME, renameUser, setPerson, setRole } from '../users/store.ts';
import {
  answer,
  type Command,
  forAccount,
  JSON_OPTION,
  noted,
  onlyArgument,
  refuse,
  UsageError,
} from './command.ts';
import { emailOf, loginOf, roleOf } from './users.ts';

/**
 * A command that gives an account another value.
 * @param read throws a UsageError if a text is no such value
 * @param change returns why the account cannot have it
 */
const changing = <Value extends string | null>(
  member: 'role' | 'user' | 'email' | 'name',
  argument: string,
  meaning: string,
  read: (argument: string, text: string) => Value,
  change: (db: Db, user: UserRow, value: Value) => Promise<string | undefined>,
): Command => ({
  ...{ usage: `LOGIN ${argument}`, meaning, options: JSON_OPTION },
  async run(called) {
    const [login, text, ...more] = called.arguments;
    if (!login || text === undefined || more.length > 0)
      throw new UsageError(`LOGIN and ${argument} are expected.`);
    const value = read(argument, text);
    return forAccount(called, login, async (db, user) => {
      const why = await inTransaction(db, db => change(db, user, value));
      if (why !== undefined) return refuse(why);
      const line = `${user.login}: ${member} ${value ?? 'none'}`;
      return answer(called, { id: user.id, [member]: value }, line);
    });
  },
});

export const changeRoleCommand = changing(
  'role',
  'ROLE',
  'Give an account another role, with the next request. Its sessions at /admin end.',
  roleOf,
  async (db, user, role) => {
    if (role !== 'administrator' && (await isOnlyAdministrator(db, user.id)))
      return `"${user.login}" is the only administrator: give another account this role first.`;
    if (role === user.role) return undefined;
    await setRole(db, user.id, role);
    await noted(db, 'role-changed', user, { from: user.role, to: role });
    return undefined;
  },
);

/** @returns why the account cannot have this login or address */
async function renamed(
  db: Db,
  user: UserRow,
  name: Parameters<typeof renameUser>[2],
  change: { readonly from: string; readonly to: string },
): Promise<string | undefined> {
  if (!(await renameUser(db, user.id, name)))
    return 'An account with this login or e-mail address already exists.';
  await noted(db, 'account-changed', { ...user, ...name }, change);
  return undefined;
}

export const renameUserCommand = changing(
  'user',
  'NEW',
  'Give an account another login. Its passwords stay.',
  loginOf,
  (db, user, login) => renamed(db, user, { login }, { from: user.login, to: login }),
);

export const changeEmailCommand = changing(
  'email',
  'ADDRESS',
  'Give an account another e-mail address; an empty one removes it.',
  (argument, text) => (text === '' ? null : emailOf(argument, text)),
  (db, user, email) => renamed(db, user, { email }, { from: user.email ?? '', to: email ?? '' }),
);

export const changeNameCommand = changing(
  'name',
  'NAME',
  'Give the person of an account another name; an empty one leaves the login.',
  (argument, text) => {
    if (text.length <= MAX_NAME) return singleSpaced(text).trim();
    throw new UsageError(`${argument}: ${MAX_NAME} characters at most are expected.`);
  },
  async (db, user, name) => {
    if (name === user.name) return undefined;
    await setPerson(db, user.id, { name, language: user.language });
    await noted(db, 'account-changed', user, { from: user.name, to: name });
    return undefined;
  },
);

export const secondFactorCommand: Command = {
  usage: 'LOGIN --remove',
  meaning:
    'Remove the second factor and the passkeys of an account that has lost them. Its sessions at /admin end.',
  options: { remove: { type: 'boolean', meaning: 'remove them' }, ...JSON_OPTION },
  async run(called) {
    const login = onlyArgument(called, 'LOGIN');
    if (!called.options.remove) throw new UsageError('--remove is expected.');
    return forAccount(called, login, async (db, user) => {
      if (user.totp_secret === null && !(await hasPasskey(db, user.id)))
        return refuse(`${user.login} has no second factor.`);
      await inTransaction(db, async db => {
        await removeSecondFactor(db, user.id);
        await removePasskeys(db, user.id);
        await noted(db, 'second-factor-removed', user);
      });
      return answer(called, { id: user.id, removed: true }, `${user.login} has no second factor any more.`);
    });
  },
};
