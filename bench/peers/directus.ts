import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DATA, type DataSet } from '../data.ts';
import { freePort, node, type Running, running } from '../processes.ts';
import { fillDirectus } from './directus-fill.ts';
import { makeSchema } from './directus-schema.ts';

/** What is installed from the npm registry. Directus 12 wants Node 22, for which its native modules compile. */
const PACKAGES = { directus: '12.4.0', sqlite3: '6.0.1', node: '22.23.3' };

const FOLDER = join(DATA, 'peer-directus');
const RUNTIME = join(FOLDER, 'node_modules/node/bin/node');
const CLI = join(FOLDER, 'node_modules/directus/cli.js');
const run = promisify(execFile);

export const directusVersion = `Directus ${PACKAGES.directus} on Node ${PACKAGES.node}`;

/** Installs Directus into a folder of its own, unless it is there. It takes minutes and some 750 MB. */
export function installDirectus(tell: (text: string) => void): void {
  if (existsSync(join(FOLDER, 'installed'))) return;
  tell(`${directusVersion} is installed into ${FOLDER}: this takes some minutes`);
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, 'package.json'), JSON.stringify({ private: true, dependencies: PACKAGES }));
  npm('install', '--ignore-scripts');
  // The package with the runtime has a script that fetches the one for this machine, and that has the headers for compiling.
  npm('rebuild', 'node', '--foreground-scripts');
  const headers = join(RUNTIME, '../../node_modules', `node-${process.platform}-${process.arch}`);
  npm('rebuild', 'sqlite3', 'isolated-vm', 'argon2', '--foreground-scripts', `--nodedir=${headers}`);
  writeFileSync(join(FOLDER, 'installed'), '');
}

function npm(...words: string[]): void {
  const { status } = spawnSync('npm', [...words, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: FOLDER,
    // Native modules are compiled by the runtime that loads them, once it is there.
    env: { ...process.env, PATH: `${join(RUNTIME, '..')}:${process.env.PATH}` },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error(`npm ${words.join(' ')} ended with ${status} in ${FOLDER}`);
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

/** Starts Directus on the events of a calendar; they are written once for each calendar. */
export async function startDirectus(set: DataSet): Promise<Running> {
  const folder = join(FOLDER, set.folder.slice(DATA.length + 1));
  const file = join(folder, 'data.db');
  if (!existsSync(file)) {
    const part = `${folder}.part`;
    rmSync(part, { recursive: true, force: true });
    mkdirSync(part, { recursive: true });
    await build(set, join(part, 'data.db'));
    renameSync(part, folder);
  }
  return await serve(file);
}

async function build(set: DataSet, file: string): Promise<void> {
  await run(RUNTIME, [CLI, 'bootstrap'], { env: { PATH: process.env.PATH, ...settingsOf(file, 0) } });
  {
    await using service = await serve(file);
    await makeSchema(`http://127.0.0.1:${service.port}`, { email: ADMINISTRATOR, password: PASSWORD });
  }
  fillDirectus(set, file);
}

async function serve(file: string): Promise<Running> {
  const port = await freePort();
  const child = node([CLI, 'start'], settingsOf(file, port), undefined, undefined, RUNTIME);
  return await running(child, port, '/server/ping');
}
