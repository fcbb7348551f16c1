import { roles } from '../src/config/values.ts';
import type { Db, Role } from '../src/db/tables.ts';
import { addPassword, addUser } from '../src/users/store.ts';

export interface Account {
  id: number;
  user: string;
  app_password: string;
}

export type Accounts = Record<Role, Account>;

/** Adds an account of each role, in one transaction, with the same ids on every store. */
export const addAccounts = (db: Db): Promise<Accounts> =>
  db.transaction().execute(async db => {
    const accounts: Partial<Accounts> = {};
    for (const role of roles) {
      const { id } = (await addUser(db, { login: role, email: `${role}@example.test`, role }, 1))!;
      accounts[role] = { id, user: role, app_password: (await addPassword(db, id, 'test', 1)).secret };
    }
    // The loop gave each role an account.
    return accounts as Accounts;
  });
