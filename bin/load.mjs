import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { findWithin } from './within.mjs';

/** The folder of the checkout. */
export const root = fileURLToPath(new URL('..', import.meta.url));
/** Names the bundle that a start takes, and the states of its sources. */
export const RECORD = join(root, 'dist/bundle.json');

/** Loads the command line: from the bundle, which is made if need be, or from the sources if that fails. */
export async function load() {
  const main = current() ?? made();
  return (main && (await bundled(main))) || (await sources());
}

/** The main file of the bundle of the sources as they are; undefined if there is none. */
function current() {
  try {
    const { main, sources } = JSON.parse(readFileSync(RECORD, 'utf8'));
    return Object.keys(sources).every(path => isAs(path, sources[path]))
      ? join(root, 'dist', main)
      : undefined;
  } catch {
    return undefined;
  }
}

/** The size of a file, and the time of its last change. */
export function stateOf(path) {
  const { size, mtimeMs } = statSync(join(root, path));
  return [size, mtimeMs];
}

function isAs(path, [size, changed]) {
  const now = stateOf(path);
  // Archives have whole seconds.
  return now[0] === size && (now[1] === changed || now[1] === Math.floor(changed / 1000) * 1000);
}

/** Makes the bundle in a process of its own, which leaves nothing in the memory of this one. */
function made() {
  const program = fileURLToPath(new URL('bundle.mjs', import.meta.url));
  const env = { ...process.env, NODE_OPTIONS: '' };
  spawnSync(process.execPath, [program], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  return current();
}

/** Resolves to undefined if the bundle is damaged. */
async function bundled(main) {
  // Makes later starts faster.
  enableCompileCache(join(dirname(main), 'cache'));
  findWithin(dirname(main));
  try {
    const program = await import(pathToFileURL(main).href);
    if (typeof program.main === 'function') return program;
    console.error(`The bundle in ${dirname(main)} is damaged.`);
  } catch (error) {
    console.error(`The bundle in ${dirname(main)} is damaged: ${error.message}`);
  }
  forget();
}

/** Lets the next start make another bundle, unless this account cannot. */
function forget() {
  try {
    rmSync(RECORD, { force: true });
  } catch {}
}

async function sources() {
  console.error('Almanac runs from its sources, and starts more slowly.');
  enableCompileCache(join(root, 'node_modules/.cache/almanac'));
  await import('./resolve.mjs');
  return import('../src/cli/main.ts');
}
