import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { buildApp } from '../../src/app.ts';
import type { Config } from '../../src/config.ts';
import { openStore } from '../../src/db/open.ts';
import type { Db } from '../../src/db/tables.ts';
import { ReadModel } from '../../src/read-model/read-model.ts';
import type { Account } from '../account.ts';
import { startChild } from '../child.ts';
import { basic, eventually, sendPlainly } from '../client.ts';
import type { Service } from '../service.ts';

/** Another service on the store of a running one, with connections of its own. */
export interface Beside extends AsyncDisposable {
  site: string;
  base: string;
  db: Db;
  memory: ReadModel;
}

export async function startBeside(
  { config }: Pick<Service, 'config'>,
  settings: Partial<Config> = {},
  clock?: () => number,
): Promise<Beside> {
  const db = await openStore({ ...config, DATABASE_POOL: 4 });
  let memory: ReadModel | undefined;
  const app = buildApp(db, { ...config, ...settings }, async (db, config) => {
    memory = await ReadModel.open(db, config, error => console.error(error), clock);
    return memory;
  });
  const site = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    ...{ site, base: `${site}/cal/events/v1`, db },
    // The read model is opened before the service listens.
    memory: memory!,
    async [Symbol.asyncDispose]() {
      await app.close();
      await db.destroy();
    },
  };
}

/** Another service in a process of its own. */
export async function startApart({ config }: Pick<Service, 'config'>, settings: Record<string, string>) {
  const place = { folder: config.DATA_DIR, url: config.DATABASE_URL };
  const child = await startChild(place, { LOG_LEVEL: 'info', ...settings });
  // With SITE_URL, its log has the address some moments later.
  const said = async () => /"Server listening at (http:[^"]+)"/.exec(child.output().join('\n'))?.[1];
  const site = (await eventually(said, found => found !== undefined))!;
  return { ...child, site, base: `${site}/cal/events/v1` };
}

/** The parts of a response that do not depend on how it was made. */
export interface Answered {
  status: number;
  headers: (string | null | undefined)[];
  text: string;
}

export type Read = (path: string, as?: Account) => Promise<Answered>;

const HEADERS = [
  ...['content-type', 'x-tec-total', 'x-tec-totalpages', 'link', 'allow', 'vary', 'x-robots-tag'],
  ...['access-control-allow-origin', 'access-control-expose-headers'],
];

const signed = (as: Account | undefined): Record<string, string> =>
  as ? { authorization: basic(as.user, as.app_password) } : {};

/** Reads from a service over HTTP, by paths of its site. */
export const readerOf =
  (site: string): Read =>
  async (path, as) => {
    const { status, headers, text } = await sendPlainly(site + path, { headers: signed(as) });
    return { status, headers: HEADERS.map(name => headers.get(name)), text };
  };

/** A service without read model and caches, which answers everything from the store. */
export interface Reference extends AsyncDisposable {
  db: Db;
  ask: Read;
}

/** @param site the base of links, unless the configuration has one */
export async function openReference(
  { config }: Pick<Service, 'config'>,
  site = 'http://localhost',
): Promise<Reference> {
  const db = await openStore({ ...config, DATABASE_POOL: 2 });
  const app = buildApp(db, config, null);
  const listening = await app.listen({ host: '127.0.0.1', port: 0 });
  const { host } = new URL(site);
  return {
    db,
    async ask(path, as) {
      const request = get(listening + path, { headers: { host, ...signed(as) } });
      const [response]: IncomingMessage[] = await once(request, 'response');
      const { statusCode = 0, headers } = response!;
      return {
        status: statusCode,
        headers: HEADERS.map(name => headers[name]?.toString() ?? null),
        text: await text(response!),
      };
    },
    async [Symbol.asyncDispose]() {
      await app.close();
      await db.destroy();
    },
  };
}

export const SETTINGS = { SITE_URL: 'https://agenda.example.test' };
