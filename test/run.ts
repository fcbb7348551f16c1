// Runs the tests on SQLite and on PostgreSQL. Arguments name the files to run. TEST_DATABASE_URL names a server to use
// instead of a local one, TEST_WORKERS the number of groups of files that run at the same time. TEST_ALL=1 sends
// everything of which a run otherwise sends a sample, and TEST_SEED repeats a sample.
import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { flushCompileCache } from 'node:module';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChild } from './child.ts';
import { groupsOf, isFor, needsBrowser } from './groups.ts';
import { makeServer, makeTemplate, type Server } from './postgres.ts';
import { type Prices, report } from './prices.ts';
import { prepareFile, prepareTemplate } from './store.ts';

/** Test files that run in one process, on one store. */
interface Group {
  store: 'PostgreSQL' | 'SQLite';
  files: string[];
}

const named = process.argv.slice(2);
const seed = process.env.TEST_SEED ?? String(Math.floor(Math.random() * 2 ** 31));
/**
 * Options of the tests' processes. Objects that have room are collected seldom, and functions stay compiled: by itself
 * the runtime looks through all services of a process again and again, and forgets what a file uses that comes later.
 */
const OPTIONS = [
  ...['--min-semi-space-size=128', '--max-semi-space-size=128', '--initial-old-space-size=1024'],
  // Otherwise each 64 megabytes of buffers, and each pause, are a reason to collect.
  ...['--external-memory-accounted-in-global-limit', '--no-memory-reducer'],
  ...['--no-flush-bytecode', '--import', './bin/resolve.mjs'],
];
/** What the groups have spent that have ended. */
const spent: { store: Group['store']; prices: Prices }[] = [];
const FLAGS = {
  max_connections: '300',
  // The data need not survive a crash.
  ...{ fsync: 'off', full_page_writes: 'off', autovacuum: 'off' },
  // Reports deadlocks quickly.
  deadlock_timeout: '50ms',
};
// Fills the compile cache for the processes of the tests, and for the services that they start and kill.
await Promise.all([import('../src/cli/serve.ts'), import('./service.ts')]);
flushCompileCache();
await serveOnce();

await using stack = new AsyncDisposableStack();
let server: Server | undefined;
const preparing = prepareServer();
await prepareFile(stack.use(await mkdtempDisposable(join(tmpdir(), 'almanac-template-'))).path);
const files = named.length > 0 ? named : [...globSync('src/**/*.test.ts'), ...globSync('test/**/*.test.ts')];
const groups = (['SQLite', 'PostgreSQL'] as const).flatMap(store => {
  const here = files.filter(file => isFor(store, file) || (named.length > 0 && !needsBrowser(file)));
  const groups = groupsOf(here, availableParallelism() > 2 ? 2 : 1);
  // Groups that wait run beside busy ones, and SQLite groups need not wait for the server.
  return (store === 'SQLite' ? groups.toReversed() : groups).map((files, at) => ({ store, files, at }));
});
const failures = await runAll(groups.toSorted((one, other) => one.at - other.at));
console.log(`\n${report(spent, server?.processorTime() ?? 0)}`);
const again = `TEST_SEED=${seed} chooses the same again of what is sampled.`;
console.log(failures.length > 0 ? `\n${failures.join('\n')}\n${again}` : '\nAll tests passed.');
process.exitCode = failures.length > 0 ? 1 : 0;

/** Makes the bundle, and runs it once. */
async function serveOnce(): Promise<void> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'almanac-first-'));
  await using child = await startChild({ folder: folder.path, url: '' });
  child.process.kill('SIGTERM');
  await child.ended;
}

/** Resolves to the address of a server with the template database of the tests. */
async function prepareServer(): Promise<string> {
  let url = process.env.TEST_DATABASE_URL;
  if (!url) {
    server = stack.use(await makeServer(FLAGS));
    await makeTemplate(server);
    await server.start();
    url = `${server.socket}/postgres`;
  }
  await prepareTemplate(url);
  return url;
}

/** Resolves to descriptions of the failures. */
async function runAll(groups: Group[]): Promise<string[]> {
  const failures: string[] = [];
  const waiting = [...groups];
  // Two more than there are processors, because tests that start processes wait for them.
  const workers = Number(process.env.TEST_WORKERS) || availableParallelism() + 2;
  const worker = async () => {
    for (let group = waiting.shift(); group; group = waiting.shift()) {
      const { hasFailed, output } = await run(group);
      if (hasFailed) failures.push(`# Failed on ${group.store}:\n${failureIn(output)}`);
    }
  };
  await Promise.all(Array.from({ length: workers }, worker));
  return failures;
}

/** Runs the files of a group in a process of their own. Its output is collected, so that groups do not mix. */
async function run({ store, files }: Group): Promise<{ hasFailed: boolean; output: string }> {
  const environment =
    store === 'SQLite'
      ? { TEST_STORE: 'sqlite' }
      : { TEST_STORE: 'postgres', TEST_DATABASE_URL: await preparing };
  const begun = performance.now();
  const child = spawn(process.execPath, [...OPTIONS, 'test/group.ts', ...files], {
    stdio: ['inherit', 'pipe', 'inherit', 'ipc'],
    env: { ...process.env, ...environment, TEST_SEED: seed },
    // A test that hangs is reported by the process itself, unless its event loop is blocked.
    timeout: 1_320_000,
    killSignal: 'SIGKILL',
  });
  child.on('message', (prices: Prices) => spent.push({ store, prices }));
  let output = '';
  child.stdout!.setEncoding('utf8').on('data', (piece: string) => {
    output += piece;
  });
  const hasFailed = await new Promise<boolean>(resolve => child.on('close', code => resolve(code !== 0)));
  if (hasFailed || named.length > 0) console.log(`\n# ${store}\n${output}`);
  else
    console.log(
      `${store}: ${countsIn(output)}, ${((performance.now() - begun) / 1000).toFixed(1)} s: ${files.join(' ')}`,
    );
  return { hasFailed, output };
}

/** The summary of failed tests at the end of a report. */
function failureIn(output: string): string {
  const at = output.lastIndexOf('✖ failing tests:');
  return at < 0 ? output.slice(-2000) : output.slice(at);
}

/** The numbers of passed, skipped and other tests. */
function countsIn(output: string): string {
  const counts = [...output.matchAll(/^ℹ (pass|skipped|todo) ([1-9]\d*)$/gm)];
  return counts.map(([, name, count]) => `${count} ${name}`).join(', ');
}
