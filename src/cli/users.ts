import { roles } from '../config/values.ts';
import type { Role } from '../db/tables.ts';
import { inTransaction } from '../db/transaction.ts';
import { isLanguage, languages } from '../i18n/language.ts';
import { isMailAddress } from '../lib/text/addresses.ts';
import { epochSeconds } from '../lib/time/clock.ts';
import { recordsOf, removeUser } from '../records/authors.ts';
import { linkAddress } from '../site/address.ts';
import { makeLink } from '../users/secret-links.ts';
import { addPassword, addUser, findUser, isLogin, isOnlyAdministrator, listUsers } from '../users/store.ts';
import {
  answer,
  answerSecret,
  type Command,
  commandWriting,
  forAccount,
  JSON_OPTION,
  noted,
  onlyArgument,
  refuse,
  textOption,
  UsageError,
  withStore,
} from './command.ts';
import { namedOrigin } from './greeting.ts';
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
    name: { type: 'string', value: 'NAME', meaning: 'how the person is called' },
    language: {
      type: 'string',
      value: 'LANGUAGE',
      meaning: `of /admin: ${languages.join(', ')} (that of the browser)`,
    },
    ...LIMIT_OPTIONS,
    ...JSON_OPTION,
  },
  async run(called) {
    const login = loginOf('LOGIN', onlyArgument(called, 'LOGIN'));
    const [given, name = '', language = ''] = ['email', 'name', 'language'].map(option =>
      textOption(called, option),
    );
    const email = given === undefined ? null : emailOf('--email', given);
    const role = roleOf('--role', textOption(called, 'role'));
    if (language !== '' && !isLanguage(language))
      throw new UsageError(`--language: one of ${languages.join(', ')} is expected.`);
    const now = epochSeconds();
    return withStore(called, async (db, called) => {
      const limits = limitsOf(called, now);
      return inTransaction(db, async db => {
        const added = await addUser(db, { login, email, role, name, language }, now);
        if (!added) return refuse('An account with this login or e-mail address already exists.');
        await noted(db, 'account-added', added, { role });
        const { secret } = await addPassword(db, added.id, 'first', now, limits);
        return answerSecret(
          called,
          { id: added.id, user: login, role, app_password: secret },
          `Added ${role} ${login} (id ${added.id}).\nApplication password, shown only once: ${secret}`,
        );
      });
    });
  },
};

/** @throws UsageError if the text is no login */
export function loginOf(argument: string, text: string): string {
  if (isLogin(text)) return text;
  throw new UsageError(`${argument}: letters, digits and . _ - @ are expected, 60 at most.`);
}

/** @throws UsageError if there is no such role */
export function roleOf(argument: string, text = ''): Role {
  const role = roles.find(known => known === text);
  if (!role) throw new UsageError(`${argument}: one of ${roles.join(', ')} is expected.`);
  return role;
}

/** @throws UsageError if the text is no e-mail address */
export function emailOf(argument: string, text: string): string {
  if (isMailAddress(text)) return text;
  throw new UsageError(`${argument}: an e-mail address is expected.`);
}

export const inviteUserCommand: Command = {
  usage: 'LOGIN',
  meaning: 'Show a link by which an account chooses its password for /admin. It works once, within a week.',
  options: JSON_OPTION,
  run: called =>
    forAccount(called, onlyArgument(called, 'LOGIN'), (db, user, called) =>
      inTransaction(db, async db => {
        await noted(db, 'link-made', user);
        const { secret, expires_at } = await makeLink(db, user.id, 'invitation', epochSeconds());
        const { SITE_URL, HOST, PORT } = called.config;
        const host = HOST.includes(':') ? `[${HOST}]` : HOST;
        const link = linkAddress(SITE_URL || namedOrigin(`http://${host}:${PORT}`), secret);
        const until = new Date(expires_at * 1000).toISOString();
        return answerSecret(
          called,
          { user: user.login, link, until },
          `${link}\nIt works once, until ${until}.`,
        );
      }),
    ),
};

export const listUsersCommand: Command = {
  usage: '',
  meaning: 'List the accounts.',
  options: JSON_OPTION,
  run: called =>
    withStore(called, async db => {
      const users = (await listUsers(db)).map(({ id, login, email, role, name }) => ({
        ...{ id, user: login, email, role, name },
      }));
      return answer(called, users, [
        ['id', 'login', 'role', 'e-mail', 'name'],
        ...users.map(({ id, user, role, email, name }) => [String(id), user, role, email ?? '', name]),
      ]);
    }),
};

export const removeUserCommand: Command = {
  usage: 'LOGIN',
  meaning:
    'Remove an account and its passwords. If it has records, another account takes them over, or they stay.',
  options: {
    reassign: { type: 'string', value: 'LOGIN', meaning: 'account that takes over its records' },
    'keep-records': { type: 'boolean', meaning: 'leave them without a person as their author' },
    ...JSON_OPTION,
  },
  async run(called) {
    const heirLogin = textOption(called, 'reassign');
    return forAccount(called, onlyArgument(called, 'LOGIN'), (db, user) =>
      inTransaction(db, async db => {
        const { login } = user;
        const heir = heirLogin === undefined ? undefined : await findUser(db, heirLogin);
        if (heirLogin !== undefined && (!heir || heir.id === user.id))
          return refuse(`--reassign: there is no other account "${heirLogin}".`);
        if (await isOnlyAdministrator(db, user.id))
          return refuse(`"${login}" is the only administrator: add another one first.`);
        const records = await recordsOf(db, user.id);
        if (records > 0 && !heir && !called.options['keep-records'])
          return refuse(
            `"${login}" is the author of ${records} records: name the account that takes them over with --reassign, or leave them with --keep-records.`,
          );
        await removeUser(db, user.id, heir?.id, commandWriting(called));
        await noted(db, 'account-removed', user);
        return answer(
          called,
          { removed: user.id, reassigned: heir ? records : 0 },
          `Removed ${user.login}${records > 0 ? `; ${records} records ${heir ? `are now ${heir.login}’s` : 'stay'}` : ''}.`,
        );
      }),
    );
  },
};
