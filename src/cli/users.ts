import { linkAddress } from '../admin/surface.ts';
import type { Role } from '../db/tables.ts';
import { inTransaction } from '../db/transaction.ts';
import { isMailAddress } from '../lib/text/addresses.ts';
import { epochSeconds } from '../lib/time/clock.ts';
import { recordsOf, removeUser } from '../records/authors.ts';
import { makeLink } from '../users/secret-links.ts';
import { addPassword, addUser, findUser, listUsers, roles } from '../users/store.ts';
import {
  answer,
  type Called,
  type Command,
  commandWriting,
  JSON_OPTION,
  noted,
  onlyArgument,
  refuse,
  textOption,
  UsageError,
  withStore,
} from './command.ts';
import { LIMIT_OPTIONS, limitsOf } from './password-limits.ts';

export const addUserCommand: Command = {
  usage: 'LOGIN --role ROLE',
  meaning: 'Add an account with an application password, which is shown once.',
  options: {
    role: { type: 'string', value: 'ROLE', meaning: roles.join(', ') },
    email: {
      type: 'string',
      value: 'ADDRESS',
      meaning: 'e-mail address, which can also be used to sign in',
    },
    ...LIMIT_OPTIONS,
    ...JSON_OPTION,
  },
  async run(called) {
    const login = onlyArgument(called, 'LOGIN');
    if (!/^[\w.@-]{1,60}$/.test(login))
      throw new UsageError('LOGIN: letters, digits and . _ - @ are expected, 60 at most.');
    const email = emailOf(called);
    const role = roleOf(called);
    const now = epochSeconds();
    return withStore(called, async (db, called) => {
      const limits = limitsOf(called, now);
      const user = await inTransaction(db, async db => {
        const added = await addUser(db, { login, email, role }, now);
        if (added) await noted(db, 'account-added', added, { role });
        return (
          added && { ...added, ...(await addPassword(db, added.id, 'first', now, limits)), id: added.id }
        );
      });
      if (!user) return refuse('An account with this login or e-mail address already exists.');
      return answer(
        called,
        { id: user.id, user: login, role, app_password: user.secret },
        `Added ${role} ${login} (id ${user.id}).\nApplication password, shown only once: ${user.secret}`,
      );
    });
  },
};

function roleOf(called: Called): Role {
  const given = textOption(called, 'role');
  const role = roles.find(known => known === given);
  if (!role) throw new UsageError(`--role: one of ${roles.join(', ')} is expected.`);
  return role;
}

function emailOf(called: Called): string | null {
  const given = textOption(called, 'email');
  if (given === undefined) return null;
  if (!isMailAddress(given)) throw new UsageError('--email: an e-mail address is expected.');
  return given;
}

export const inviteUserCommand: Command = {
  usage: 'LOGIN',
  meaning: 'Show a link by which an account chooses its password for /admin. It works once, within a week.',
  options: JSON_OPTION,
  async run(called) {
    const login = onlyArgument(called, 'LOGIN');
    return withStore(called, async (db, called) => {
      const user = await findUser(db, login);
      if (!user) return refuse(`There is no account "${login}".`);
      const now = epochSeconds();
      const { secret, expires_at } = await inTransaction(db, async db => {
        await noted(db, 'link-made', user);
        return makeLink(db, user.id, 'invitation', now);
      });
      const { SITE_URL, PORT } = called.config;
      const link = linkAddress(SITE_URL || `http://localhost:${PORT}`, secret);
      const until = new Date(expires_at * 1000).toISOString();
      return answer(called, { user: user.login, link, until }, `${link}\nIt works once, until ${until}.`);
    });
  },
};

export const listUsersCommand: Command = {
  usage: '',
  meaning: 'List the accounts.',
  options: JSON_OPTION,
  run: called =>
    withStore(called, async db => {
      const users = (await listUsers(db)).map(({ id, login, email, role }) => ({
        id,
        user: login,
        email,
        role,
      }));
      return answer(called, users, [
        ['id', 'login', 'role', 'e-mail'],
        ...users.map(({ id, user, role, email }) => [String(id), user, role, email ?? '']),
      ]);
    }),
};

export const removeUserCommand: Command = {
  usage: 'LOGIN',
  meaning:
    'Remove an account and its application passwords. If it has records, another account must take them over.',
  options: {
    reassign: { type: 'string', value: 'LOGIN', meaning: 'account that takes over its records' },
    ...JSON_OPTION,
  },
  async run(called) {
    const login = onlyArgument(called, 'LOGIN');
    const heirLogin = textOption(called, 'reassign');
    return withStore(called, db =>
      inTransaction(db, async db => {
        const user = await findUser(db, login);
        if (!user) return refuse(`There is no account "${login}".`);
        const heir = heirLogin === undefined ? undefined : await findUser(db, heirLogin);
        if (heirLogin !== undefined && (!heir || heir.id === user.id))
          return refuse(`--reassign: there is no other account "${heirLogin}".`);
        const administrators = (await listUsers(db)).filter(({ role }) => role === 'administrator');
        if (administrators.length === 1 && administrators[0]?.id === user.id)
          return refuse(`"${login}" is the only administrator: add another one first.`);
        const records = await recordsOf(db, user.id);
        if (records > 0 && !heir)
          return refuse(
            `"${login}" is the author of ${records} records: name the account that takes them over with --reassign.`,
          );
        await removeUser(db, user.id, heir?.id, commandWriting(called));
        await noted(db, 'account-removed', user);
        return answer(
          called,
          { removed: user.id, reassigned: records },
          `Removed ${user.login}${records > 0 ? `; ${records} records are now ${heir?.login}’s` : ''}.`,
        );
      }),
    );
  },
};
