// Runs the tests on SQLite and on PostgreSQL. Arguments name files to run instead, on both. TEST_DATABASE_URL names a
// server to use instead of a local one.
import { spawn } from 'node:child_process';
import { existsSync, globSync, statfsSync } from 'node:fs';
import { openPostgres } from '../src/db/postgres.ts';
import { NODE_COMPILE_CACHE } from './child.ts';
import { makeServer } from './postgres.ts';
import { administer, databaseUrl, TEMPLATE } from './store.ts';

const named = process.argv.slice(2);
// In memory where there is room: a store in a test need not survive the machine.
const MEMORY = '/dev/shm';
if (!process.env.TMPDIR && existsSync(MEMORY)) {
  const { bavail, bsize } = statfsSync(MEMORY);
  if (bavail * bsize > 4e9) process.env.TMPDIR = MEMORY;
}

const STORES = ['SQLite', 'PostgreSQL'];
/** Tests that start processes, or stop the clock: each file in a process of its own. */
const APART = [
  'cli',
  'copy',
  'processes',
  'replicas',
  'round-trip',
  'same-answers',
  'scheduled',
  'start',
  'stop',
  'transfer',
];

// It need not survive a crash.
const FLAGS = { fsync: 'off', full_page_writes: 'off', max_connections: '300' };
const server = process.env.TEST_DATABASE_URL ? undefined : await makeServer(FLAGS);
await server?.start();
const url = process.env.TEST_DATABASE_URL ?? `${server!.address}/postgres`;
try {
  await prepareTemplate(url);
  const files =
    named.length > 0 ? named : [...globSync('src/**/*.test.ts'), ...globSync('test/**/*.test.ts')];
  const apart = files.filter(file => APART.some(name => file === `test/${name}.test.ts`));
  const together = files.filter(file => !apart.includes(file));
  // All at once: while one waits for its disk or its server, another has the processor.
  const stores: Record<string, string>[] = [
    { TEST_STORE: 'sqlite' },
    { TEST_STORE: 'postgres', TEST_DATABASE_URL: url },
  ];
  const runs = stores.map((environment, at) => {
    const here = (all: string[]) => all.filter(file => at === 0 || named.length > 0 || !isOfNoStore(file));
    const [first, second] = halves(here(together));
    return Promise.all([
      run(['--test-isolation=none', ...first], environment),
      run(['--test-isolation=none', ...second], environment),
      run(['--test-concurrency=1', ...here(apart)], environment),
    ]);
  });
  let failed = false;
  for (const [at, parts] of (await Promise.all(runs)).entries())
    for (const { code, output } of parts) {
      console.log(`# ${STORES[at]}\n${output}`);
      failed ||= code !== 0;
    }
  process.exitCode = failed ? 1 : 0;
} finally {
  await server?.[Symbol.asyncDispose]();
}

/** Long ones are spread: neighbours by name go to different processes. */
function halves(files: string[]): [string[], string[]] {
  return [files.filter((_, at) => at % 2 === 0), files.filter((_, at) => at % 2 === 1)];
}

/** What knows nothing of stores is tested once. */
function isOfNoStore(file: string): boolean {
  return file.startsWith('src/') || /^test\/(languages|openapi|json-ld|stop|start|cli)\.test\.ts$/.test(file);
}

/** Runs test files on one store; their output is kept, so that those of several runs do not mix. */
async function run(
  options: string[],
  environment: Record<string, string>,
): Promise<{ code: number; output: string }> {
  // Without a file, all would be run.
  if (!options.some(option => option.endsWith('.ts'))) return { code: 0, output: '' };
  const child = spawn(process.execPath, ['--test', '--test-timeout=120000', ...options], {
    stdio: ['inherit', 'pipe', 'inherit'],
    env: { ...process.env, NODE_COMPILE_CACHE, ...environment },
  });
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
