import { setTimeout } from 'node:timers/promises';
import { buildApp } from '../app.ts';
import { type Config, ConfigError } from '../config.ts';
import { StoreError } from '../db/errors.ts';
import { openReplicas, openStore } from '../db/open.ts';
import type { Db } from '../db/tables.ts';
import { CANONICAL } from '../interface/address.ts';
import { drain } from '../interface/closing.ts';
import { startPublishing } from '../records/schedule.ts';
import { addPassword, addUser, listUsers } from '../users/store.ts';
import { type Command, epochSeconds } from './command.ts';
import { whereToListen } from './socket.ts';

/** Runs the service until it is told to stop; `npm start` calls this. */
export const serve: Command = {
  usage: '',
  meaning: 'Run the service. The first start makes an administrator and shows the password, once.',
  options: {},
  async run({ config }) {
    const stopped = untilStopped();
    const db = await openPatiently(config, stopped);
    if (!db) return 0;
    const replicas = await openReplicas(config, db);
    const app = buildApp(db, config, replicas);
    try {
      const site = await app.listen(whereToListen(config, process.env)).catch(explain(config));
      await greet(db, config, site);
      const publishing = startPublishing(db, app.log);
      const signal = await stopped;
      app.log.info({ signal }, 'stopping: requests in flight are answered first');
      publishing.stop();
      await drain(app, config.DRAIN_SECONDS);
    } finally {
      await app.close();
      await replicas.close();
      await db.destroy();
    }
    return 0;
  },
};

/** Opens the store once it is there: a database may start later than the service. Undefined when told to stop. */
async function openPatiently(config: Config, stopped: Promise<string>): Promise<Db | undefined> {
  for (let told = ''; ; ) {
    try {
      return await openStore(config);
    } catch (error) {
      if (!(error instanceof StoreError && error.away)) throw error;
      if (error.message !== told) console.error(`${error.message} Trying again until it does.`);
      told = error.message;
    }
    if (await Promise.race([stopped, setTimeout(RETRY)])) return undefined;
  }
}

/** Milliseconds between two attempts. */
const RETRY = 1000;

/** Resolves at the first signal that asks to stop. A second one ends the process at once. */
function untilStopped(): Promise<string> {
  return new Promise(resolve => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve(signal));
  });
}

function explain({ HOST, PORT }: Config) {
  return (error: NodeJS.ErrnoException): never => {
    if (error.code === 'EADDRINUSE')
      throw new ConfigError(`PORT: ${PORT} is in use on ${HOST}. Choose another one.`);
    if (error.code === 'EACCES') throw new ConfigError(`PORT: ${PORT} may not be used by this account.`);
    if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
      throw new ConfigError(`HOST: ${HOST} is no address of this machine.`);
    throw error;
  };
}

/** Tells where the service is; at the first start also who may administer it, which is never shown again. */
async function greet(db: Db, config: Config, listening: string): Promise<void> {
  const here = listening.replace(/\/\/(0\.0\.0\.0|\[::\])/, '//127.0.0.1');
  console.log(`Almanac is at ${config.SITE_URL || here}${CANONICAL}`);
  if ((await listUsers(db)).some(({ role }) => role === 'administrator')) return;
  const admin = { login: 'admin', email: null, role: 'administrator' } as const;
  const user = await addUser(db, admin, epochSeconds());
  if (!user) return;
  const { secret } = await addPassword(db, user.id, 'first start', epochSeconds());
  console.log(`
The administrator, shown this once:
  login                 admin
  application password  ${secret}

Create an event:
  curl -u admin:${secret} -d title='Festa Major' -d start_date='tomorrow 18:00' -d end_date='tomorrow 20:00' ${here}${CANONICAL}/events
`);
}
