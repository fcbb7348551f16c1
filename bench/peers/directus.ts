import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { DataSet } from '../data.ts';
import type { Running } from '../processes.ts';
import { LINKS } from './collections.ts';
import { makeSchema } from './directus-schema.ts';
import { fillPeer } from './fill.ts';
import { type Asked, type Peer, PeerFolder } from './peer.ts';

/** What is installed from the npm registry. Directus 12 wants Node 22, for which its native modules compile. */
const PACKAGES = { directus: '12.4.0', sqlite3: '6.0.1', node: '22.23.3' };
const place = new PeerFolder('directus', PACKAGES, ['sqlite3', 'isolated-vm', 'argon2']);
const CLI = join(place.folder, 'node_modules/directus/cli.js');
const run = promisify(execFile);

/** Directus, asked by its REST interface. */
export const directus: Peer = {
  title: `Directus ${PACKAGES.directus} on Node ${PACKAGES.node}`,
  install: tell => place.install(directus.title, tell),
  async start(set) {
    return serve(await place.databaseOf(set, file => build(set, file)));
  },
  pathOf: asked => ('id' in asked ? pathTo(`/${asked.id}`, {}) : listPath(asked)),
  foundIn(body) {
    const { data, meta } = body as { data: Item | Item[]; meta?: { filter_count: number } };
    return Array.isArray(data) ? `${data.map(one => one.id)} of ${meta?.filter_count}` : String(data.id);
  },
};

interface Item {
  id: number;
}

const PASSWORD = 'benchmark';
const ADMINISTRATOR = 'admin@example.com';

/** Its settings are the defaults, but it logs warnings only, refuses nothing under load and sends nothing to its makers. */
const settingsOf = (file: string, port: number) => ({
  ...{ DB_CLIENT: 'sqlite3', DB_FILENAME: file, SECRET: 'benchmark-'.repeat(4), PORT: String(port) },
  ...{ HOST: '127.0.0.1', PUBLIC_URL: `http://127.0.0.1:${port}`, TELEMETRY: 'false', LOG_LEVEL: 'warn' },
  ...{ ADMIN_EMAIL: ADMINISTRATOR, ADMIN_PASSWORD: PASSWORD, NODE_ENV: 'production' },
  PRESSURE_LIMITER_ENABLED: 'false',
});

async function build(set: DataSet, file: string): Promise<void> {
  await run(place.runtime, [CLI, 'bootstrap'], { env: { PATH: process.env.PATH, ...settingsOf(file, 0) } });
  {
    await using service = await serve(file);
    await makeSchema(`http://127.0.0.1:${service.port}`, { email: ADMINISTRATOR, password: PASSWORD });
  }
  fillPeer(set, file);
}

const serve = (file: string): Promise<Running> =>
  place.serve([CLI, 'start'], port => settingsOf(file, port), '/server/ping');

/** An event with all that it is linked with, as Almanac shows it. */
const FIELDS = ['*', ...LINKS.map(link => `${link}.${link}_id.*`)].join();

const pathTo = (of: string, query: Record<string, string>): string =>
  `/items/events${of}?${new URLSearchParams({ fields: FIELDS, ...query })}`;

/** A list of ten events with their number. */
function listPath({ from, to, search, featured, ...asked }: Exclude<Asked, { id: number }>): string {
  const links = LINKS.filter(link => asked[link]).map(link => [
    link,
    { [`${link}_id`]: { _in: asked[link] } },
  ]);
  const filter = {
    ...Object.fromEntries(links),
    ...(featured && { featured: { _eq: true } }),
    ...{ start_at: { _gte: from }, end_at: { _lte: to } },
  };
  return pathTo('', {
    ...{ filter: JSON.stringify(filter), sort: 'start_at,date_at,id', limit: '10', meta: 'filter_count' },
    ...(search === undefined ? {} : { search }),
  });
}
