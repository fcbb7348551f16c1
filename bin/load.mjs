import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Loads the command line: from the bundle, which is made if need be, or from the sources if that fails. */
export async function load() {
  const bundle = current() ?? made();
  if (bundle) return import(bundle);
  console.error('Almanac runs from its sources, and starts more slowly.');
  await import('./resolve.mjs');
  return import('../src/cli/main.ts');
}

/** The address of the bundle of the sources as they are; undefined if there is none. */
function current() {
  try {
    const { main, sources } = JSON.parse(readFileSync(join(root, 'dist/bundle.json'), 'utf8'));
    for (const path in sources) if (stateOf(path) !== sources[path]) return undefined;
    const file = join(root, 'dist', main);
    return existsSync(file) ? pathToFileURL(file).href : undefined;
  } catch {
    return undefined;
  }
}

/** The size of a file, and the time of its last change. */
export function stateOf(path) {
  const { size, mtimeMs } = statSync(join(root, path));
  return `${size} ${mtimeMs}`;
}

/** Makes the bundle in a process of its own, which leaves nothing in the memory of this one. */
function made() {
  const program = fileURLToPath(new URL('bundle.mjs', import.meta.url));
  spawnSync(process.execPath, [program], { stdio: ['ignore', 'ignore', 'inherit'] });
  return current();
}
