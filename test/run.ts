// Runs the tests on SQLite and on PostgreSQL. Arguments name files to run instead, on both. TEST_DATABASE_URL names a
// server to use instead of a local one.
import { spawn } from 'node:child_process';
import { existsSync, globSync, statfsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { NODE_COMPILE_CACHE } from './child.ts';
import { makeServer } from './postgres.ts';
import { prepareTemplate } from './store.ts';

const named = process.argv.slice(2);
// In memory where there is room: a store in a test need not survive the machine.
const MEMORY = '/dev/shm';
if (!process.env.TMPDIR && existsSync(MEMORY)) {
  const { bavail, bsize } = statfsSync(MEMORY);
  if (bavail * bsize > 4e9) process.env.TMPDIR = MEMORY;
}

/** Tests that start processes, or stop the clock: each file in a process of its own. */
const APART = [
  'backup',
  'caching',
  'cli',
  'copy',
  'crash',
  'disk',
  'fuzz',
  'health',
  'injection',
  'memory',
  'metrics',
  'processes',
  'replacing',
  'replicas',
  'round-trip',
  'same-answers',
  'scheduled',
  'start',
  'stop',
  'traces',
  'transfer',
];

// It need not survive a crash.
const FLAGS = { fsync: 'off', full_page_writes: 'off', max_connections: '300' };
const server = process.env.TEST_DATABASE_URL ? undefined : await makeServer(FLAGS);
await server?.start();
const url = process.env.TEST_DATABASE_URL ?? `${server!.socket}/postgres`;
try {
  await prepareTemplate(url);
  const files =
    named.length > 0 ? named : [...globSync('src/**/*.test.ts'), ...globSync('test/**/*.test.ts')];
  const apart = files.filter(file => APART.some(name => file === `test/${name}.test.ts`));
  const together = files.filter(file => !apart.includes(file));
  const stores: [name: string, environment: Record<string, string>][] = [
    ['PostgreSQL', { TEST_STORE: 'postgres', TEST_DATABASE_URL: url }],
    ['SQLite', { TEST_STORE: 'sqlite' }],
  ];
  const parts = stores.flatMap(([store, environment]) => {
    const all = store === 'SQLite' || named.length > 0;
    const here = (some: string[]) => some.filter(file => all || !isOfNoStore(file));
    const runs = [
      ['--test-concurrency=1', ...here(apart)],
      ...halves(here(together)).map(some => ['--test-isolation=none', ...some]),
    ];
    return runs.map(options => ({ store, options, environment }));
  });
  // One more than there are processors: while one waits for its disk or its server, another goes on.
  const failures = await atOnce(
    availableParallelism() + 1,
    parts,
    async ({ store, options, environment }) => {
      const { code, output } = await run(options, environment);
      if (output) console.log(`# ${store}\n${output}`);
      return code !== 0;
    },
  );
  process.exitCode = failures.includes(true) ? 1 : 0;
} finally {
  await server?.[Symbol.asyncDispose]();
}

/** Long ones are spread: neighbours by name go to different processes. */
function halves(files: string[]): [string[], string[]] {
  return [files.filter((_, at) => at % 2 === 1), files.filter((_, at) => at % 2 === 0)];
}

/** Calls `work` with each item, with so many at the same time. */
async function atOnce<Item, Result>(most: number, items: Item[], work: (item: Item) => Promise<Result>) {
  const results: Result[] = [];
  const waiting = [...items];
  const worker = async () => {
    for (let item = waiting.shift(); item; item = waiting.shift()) results.push(await work(item));
  };
  await Promise.all(Array.from({ length: most }, worker));
  return results;
}

/** What knows nothing of stores is tested once. */
function isOfNoStore(file: string): boolean {
  return (
    file.startsWith('src/') ||
    /^test\/(connections|languages|openapi|json-ld|stop|start|cli)\.test\.ts$/.test(file)
  );
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
