import { closeSync, constants, cpSync, fsyncSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '../src/db/open.ts';
import { addUser } from '../src/users/store.ts';
import { DATA, type DataSet, type StoreName } from './data.ts';
import { createDatabase, databaseUrl, dropDatabase } from './postgres.ts';

/** A store that a measure may write to, on the same disk as the data sets. */
export interface Scratch extends AsyncDisposable {
  folder: string;
  url: string;
}

const NAME = 'scratch';

/** A copy of a data set. It is on the disk before it is used, so that no measure shares the disk with the copying. */
export async function copyOf(set: DataSet): Promise<Scratch> {
  const scratch = made(set.store);
  if (set.url) await createDatabase(NAME, new URL(set.url).pathname.slice(1));
  else {
    cpSync(set.folder, scratch.folder, {
      recursive: true,
      dereference: true,
      mode: constants.COPYFILE_FICLONE,
    });
    const file = openSync(join(scratch.folder, 'almanac.sqlite'), 'r+');
    fsyncSync(file);
    closeSync(file);
  }
  return scratch;
}

/** An empty store with an administrator. */
export async function emptyStore(store: StoreName): Promise<Scratch> {
  const scratch = made(store);
  if (store === 'postgres') await createDatabase(NAME);
  const config = {
    DATA_DIR: scratch.folder,
    DATABASE_URL: scratch.url,
    DATABASE_POOL: 1,
    DATABASE_TIMEOUT: 60,
  };
  const db = await openStore(config);
  await addUser(db, { login: 'admin', email: null, role: 'administrator' }, 1);
  await db.destroy();
  return scratch;
}

function made(store: StoreName): Scratch {
  const folder = join(DATA, NAME);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return {
    folder,
    url: store === 'postgres' ? databaseUrl(NAME) : '',
    async [Symbol.asyncDispose]() {
      rmSync(folder, { recursive: true, force: true });
      if (store === 'postgres') await dropDatabase(NAME);
    },
  };
}
