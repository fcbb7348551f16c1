// Runs the tests: all of them on SQLite, and on PostgreSQL those that show that the stores agree.
// Arguments name files to run instead, on both. TEST_DATABASE_URL names a server to use instead of a local one.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { openPostgres } from '../src/db/postgres.ts';
import { NODE_COMPILE_CACHE } from './child.ts';
import { makeServer } from './postgres.ts';
import { administer, databaseUrl, TEMPLATE } from './store.ts';

const named = process.argv.slice(2);
const ALL = ['src/**/*.test.ts', 'test/**/*.test.ts'];
const STORES = ['SQLite', 'PostgreSQL'];
const ON_BOTH = ['test/**/*.test.ts'];

// It need not survive a crash.
const FLAGS = { fsync: 'off', full_page_writes: 'off', max_connections: '300' };
const server = process.env.TEST_DATABASE_URL ? undefined : await makeServer(FLAGS);
await server?.start();
const url = process.env.TEST_DATABASE_URL ?? `${server!.address}/postgres`;
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
  await server?.[Symbol.asyncDispose]();
}

/** Runs test files on one store; their output is kept, so that the two runs' do not mix. */
function run(
  files: string[],
  environment: Record<string, string>,
): Promise<{ code: number; output: string }> {
  const child = spawn(
    process.execPath,
    ['--test', `--test-concurrency=${availableParallelism()}`, '--test-timeout=120000', ...files],
    { stdio: ['inherit', 'pipe', 'inherit'], env: { ...process.env, NODE_COMPILE_CACHE, ...environment } },
  );
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    output += piece;
  });
  return new Promise(resolve => child.on('close', code => resolve({ code: code ?? 1, output })));
}

async function prepareTemplate(server: string): Promise<void> {
  await administer(server, `drop database if exists ${TEMPLATE} with (force)`);
  await administer(server, `create database ${TEMPLATE}`);
  const db = await openPostgres(databaseUrl(server, TEMPLATE));
  await db.destroy();
}
