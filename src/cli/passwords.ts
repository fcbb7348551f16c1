import type { Db, UserRow } from '../db/tables.ts';
import { addPassword, findUser, listPasswords, revokePassword } from '../users/store.ts';
import {
  type Called,
  type Command,
  epochSeconds,
  JSON_OPTION,
  onlyArgument,
  printJson,
  printTable,
  textOption,
  UsageError,
  withStore,
} from './command.ts';
import { refuse } from './users.ts';

export const addPasswordCommand: Command = {
  usage: 'LOGIN',
  meaning: 'Make a further application password for an account; it is shown once.',
  options: {
    name: { type: 'string', value: 'NAME', meaning: 'what it is for' },
    ...JSON_OPTION,
  },
  run: called =>
    forAccount(called, onlyArgument(called, 'LOGIN'), async (db, user) => {
      const { id, name, secret } = await addPassword(
        db,
        user.id,
        textOption(called, 'name') ?? '',
        epochSeconds(),
      );
      if (called.options.json) printJson({ id, user: user.login, name, app_password: secret });
      else console.log(`Application password ${id} of ${user.login}, shown this once: ${secret}`);
      return 0;
    }),
};

export const listPasswordsCommand: Command = {
  usage: 'LOGIN',
  meaning:
    'List an account’s application passwords with their last use; the secrets themselves are not kept.',
  options: JSON_OPTION,
  run: called =>
    forAccount(called, onlyArgument(called, 'LOGIN'), async (db, user) => {
      const passwords = (await listPasswords(db, user.id)).map(({ id, name, created_at, last_used_at }) => ({
        id,
        name,
        created: iso(created_at),
        last_used: last_used_at === null ? null : iso(last_used_at),
      }));
      if (called.options.json) printJson(passwords);
      else {
        const rows = passwords.map(({ id, name, created, last_used }) => [
          String(id),
          name,
          created,
          last_used ?? 'never',
        ]);
        printTable([['id', 'name', 'created', 'last used'], ...rows]);
      }
      return 0;
    }),
};

export const revokePasswordCommand: Command = {
  usage: 'LOGIN ID',
  meaning: 'Revoke an application password: it stops working at once.',
  options: JSON_OPTION,
  async run(called) {
    const [login, id] = called.arguments;
    if (!login || !/^\d+$/.test(id ?? '') || called.arguments.length > 2)
      throw new UsageError('LOGIN and ID are expected.');
    return forAccount(called, login, async (db, user) => {
      if (!(await revokePassword(db, user.id, Number(id))))
        return refuse(`${user.login} has no application password ${id}.`);
      if (called.options.json) printJson({ revoked: Number(id) });
      else console.log(`Revoked application password ${id} of ${user.login}.`);
      return 0;
    });
  },
};

function forAccount(
  { config }: Called,
  login: string,
  use: (db: Db, user: UserRow) => Promise<number>,
): Promise<number> {
  return withStore(config, async db => {
    const user = await findUser(db, login);
    return user ? use(db, user) : refuse(`There is no account "${login}".`);
  });
}

const iso = (epoch: number): string => new Date(epoch * 1000).toISOString();
