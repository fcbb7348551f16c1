// Prepares the checkout: installs what is missing, and finds a Node that is new enough. Runs on any Node from version 18
// on, so that an old one can install a newer one.
import { spawn, spawnSync } from 'node:child_process';
import {
  accessSync,
  constants,
  existsSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
/** The oldest Node that runs Almanac. */
const MAJOR = 26;
/** The folder of the Node that comes with Almanac. */
const RUNTIME = `${root}runtime/`;

/** Installs the packages that the service needs, and a runtime if this one is too old. */
export function install() {
  const isMissing = () => !isInstalled(root);
  whileMissing(isMissing, root, () => npm(root, hasTools() ? [] : ['--omit=dev']));
  if (!isNewEnough()) installRuntime();
}

/** Installs what tests and checks need as well. */
export function installTools() {
  const isMissing = () => !isInstalled(root) || !hasTools();
  whileMissing(isMissing, root, () => npm(root, ['--include=dev']));
  // Tests run with the version that the project names, whatever the machine has.
  installRuntime();
}

/** Whether npm has installed packages since their versions last changed. */
function isInstalled(folder) {
  const installed = recordIn(folder);
  return (
    existsSync(installed) && statSync(installed).mtimeMs >= statSync(`${folder}package-lock.json`).mtimeMs
  );
}

/** Whether the packages that only tests and checks need are there. */
const hasTools = () => existsSync(`${root}node_modules/@biomejs/biome`);

const recordIn = folder => `${folder}node_modules/.package-lock.json`;

function installRuntime() {
  const isMissing = () => !isInstalled(RUNTIME) || !existsSync(runtimeFile());
  whileMissing(isMissing, RUNTIME, () => {
    npm(RUNTIME, ['--ignore-scripts']);
    const folder = runtimeFolder();
    // A third of the package are headers for compilers.
    for (const part of ['include', 'share']) rmSync(`${folder}/${part}`, { recursive: true, force: true });
  });
}

/** Milliseconds after which an installation is given up by those that wait for it. */
const LONGEST = 900_000;

/** Installs what is missing in a folder, unless another start does: then this one waits for it. */
function whileMissing(isMissing, folder, install) {
  const lock = `${folder}.installing`;
  for (let waits = false; isMissing(); waits = true) {
    assertWritable(folder);
    if (takes(lock)) {
      process.once('exit', () => rmSync(lock, { force: true }));
      install();
      rmSync(lock, { force: true });
      return;
    }
    if (!waits) console.error('Another start installs what is missing. This one waits …');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  }
}

/** Whether this process has the lock now: a file that names the process that has it. */
function takes(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (isLeft(lock)) rmSync(lock, { force: true });
    return false;
  }
}

/** Whether the process that has the lock has ended without removing it. */
function isLeft(lock) {
  const { mtimeMs } = statSync(lock, { throwIfNoEntry: false }) ?? {};
  if (mtimeMs === undefined) return false;
  try {
    const pid = Number(readFileSync(lock, 'utf8'));
    // It may not be written yet.
    if (pid > 0) process.kill(pid, 0);
    return pid === process.pid || mtimeMs < Date.now() - LONGEST;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

/** The folder of the package for this platform. npm has compared it with the checksum of the lock file. */
function runtimeFolder() {
  const { optionalDependencies } = JSON.parse(readFileSync(`${RUNTIME}package.json`, 'utf8'));
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const name = Object.keys(optionalDependencies).find(name => name.endsWith(`-${platform}-${process.arch}`));
  if (!name)
    stop(
      `Almanac needs Node ${MAJOR} or newer, and brings none for ${process.platform} on ${process.arch}: install it.`,
    );
  return `${RUNTIME}node_modules/${name}`;
}

function runtimeFile() {
  return `${runtimeFolder()}/bin/node${process.platform === 'win32' ? '.exe' : ''}`;
}

/** Lets npm install the packages of a lock file. Ends this process with a sentence if it cannot. */
function npm(folder, options) {
  console.error(
    `Installing ${folder === RUNTIME ? `Node ${MAJOR}` : 'what Almanac needs'}. This happens once …`,
  );
  // An existing installation is updated in place, because a service may be running on it.
  const command = existsSync(recordIn(folder)) ? ['install', '--no-save'] : ['ci'];
  const words = [...command, ...options, '--no-audit', '--no-fund', '--loglevel=error'];
  const { status, error } = spawnSync('npm', words, {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (error?.code === 'ENOENT')
    stop('npm is missing, which installs the packages of Almanac. Debian has it in the package "npm".');
  if (status !== 0 || error)
    stop(
      'The installation failed: npm says why above. It needs the registry at https://registry.npmjs.org, or the mirror that its settings name.',
    );
  const now = new Date();
  utimesSync(recordIn(folder), now, now);
}

function assertWritable(folder) {
  try {
    accessSync(folder, constants.W_OK);
    if (existsSync(`${folder}node_modules`)) accessSync(`${folder}node_modules`, constants.W_OK);
  } catch {
    stop(
      `Packages are missing in ${folder}, and this account may not write there. Run "npm start" once as the owner of the folder.`,
    );
  }
}

function stop(message) {
  console.error(message);
  process.exit(1);
}

/** Whether this process is new enough to run the service itself. */
export const isNewEnough = () => Number(process.versions.node.split('.')[0]) >= MAJOR;

/**
 * Runs the checkout's own Node with these arguments, passes signals on, and exits with its status.
 * @param serves whether it runs until it is stopped: then it has nothing to lose before it listens to signals itself
 */
export function runRuntime(args, serves = false) {
  const file = runtimeFile();
  // Passes on a socket from systemd.
  const sockets = process.env.LISTEN_FDS === '1' ? [3] : [];
  const child = spawn(file, args, { stdio: ['inherit', 'inherit', 'inherit', ...sockets] });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', error => stop(`Could not start ${file}: ${error.message}`));
  child.on('exit', (code, signal) => {
    // What the loader of programs answers for a library that it does not find.
    if (code === 127 && process.platform === 'linux')
      stop(
        `Node ${MAJOR} does not start, because a library of the system is missing. On Debian: apt install libatomic1 libstdc++6`,
      );
    process.exit(signal ? Number(!serves || !child.killed) : (code ?? 1));
  });
}
