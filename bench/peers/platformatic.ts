import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { COLLECTIONS, LINKS, SEARCHED, type Type } from './collections.ts';
import { fillPeer } from './fill.ts';
import { type Asked, type Peer, PeerFolder } from './peer.ts';

/** What is installed from the npm registry: some 400 MB with its Node. */
const PACKAGES = { '@platformatic/db': '3.67.0', node: '22.23.3' };
const place = new PeerFolder('platformatic', PACKAGES, ['better-sqlite3']);

/** Platformatic DB, asked by its GraphQL, which alone answers events with their links and their number at once. */
export const platformatic: Peer = {
  title: `Platformatic DB ${PACKAGES['@platformatic/db']} on Node ${PACKAGES.node}`,
  install: tell => place.install(platformatic.title, tell),
  async start(set) {
    const file = await place.databaseOf(set, file => {
      makeTables(file);
      fillPeer(set, file);
    });
    const program = join(place.folder, 'serve.mjs');
    writeFileSync(program, PROGRAM);
    return place.serve([program], port => ({ FILE: file, PORT: String(port), NODE_ENV: 'production' }), PING);
  },
  pathOf: asked =>
    'id' in asked
      ? pathTo(`{ getEventById(id: ${asked.id}) ${EVENT} }`)
      : LINKS.some(link => asked[link])
        ? undefined
        : listPath(asked),
  foundIn(body) {
    const { data } = body as {
      data: { events?: Item[]; countEvents?: { total: number }; getEventById?: Item };
    };
    return data.events
      ? `${data.events.map(({ id }) => id)} of ${data.countEvents?.total}`
      : String(data.getEventById?.id);
  },
};

interface Item {
  id: string;
}

const PING = '/graphql?query={__typename}';

/** Its settings are the defaults, but it logs warnings only. */
const PROGRAM = `import { create } from '@platformatic/db';
const { FILE, PORT } = process.env;
const app = await create(import.meta.dirname, {
  $schema: 'https://schemas.platformatic.dev/@platformatic/db/${PACKAGES['@platformatic/db']}.json',
  db: { connectionString: 'sqlite://' + FILE, graphql: true, openapi: true },
  server: { hostname: '127.0.0.1', port: Number(PORT), logger: { level: 'warn' } },
});
await app.start({ listen: true });
process.on('SIGTERM', () => process.exit());
`;

const COLUMN: Readonly<Record<Type, string>> = {
  ...{ integer: 'integer', boolean: 'integer', float: 'real', string: 'text', text: 'text' },
};

/** The tables of its collections. It makes its interface of tables and their foreign keys. */
function makeTables(file: string): void {
  using database = new DatabaseSync(file);
  for (const [table, fields] of Object.entries(COLLECTIONS)) {
    const columns = Object.entries(fields).map(([name, type]) => `${name} ${COLUMN[type]}`);
    database.exec(`create table ${table} (id integer primary key, ${columns.join()})`);
  }
  for (const link of LINKS)
    database.exec(`create table events_${link} (id integer primary key, events_id integer references events (id),
      ${link}_id integer references ${link} (id))`);
}

const inCamelCase = (name: string): string => name.replace(/_(.)/g, (_, letter) => letter.toUpperCase());

const fieldsOf = (collection: string): string =>
  ['id', ...Object.keys(COLLECTIONS[collection]!)].map(inCamelCase).join(' ');

/** An event with all that it is linked with, as Almanac shows it. */
const EVENT = `{ ${fieldsOf('events')} ${LINKS.map(link => `${inCamelCase(`events_${link}`)} { ${link} { ${fieldsOf(link)} } }`).join(' ')} }`;

const pathTo = (query: string): string => `/graphql?${new URLSearchParams({ query })}`;

/** A list of ten events with their number. */
function listPath({ from, to, featured, search }: Exclude<Asked, { id: number }>): string {
  const conditions = [
    `startAt: { gte: ${from} }, endAt: { lte: ${to} }`,
    featured && 'featured: { eq: 1 }',
    search && `or: [${[...SEARCHED].map(name => `{ ${name}: { like: "%${search}%" } }`).join()}]`,
  ];
  const where = `where: { ${conditions.filter(Boolean).join()} }`;
  const order = ['startAt', 'dateAt', 'id'].map(field => `{ field: ${field}, direction: ASC }`);
  return pathTo(
    `{ events(limit: 10, orderBy: [${order}], ${where}) ${EVENT} countEvents(${where}) { total } }`,
  );
}
