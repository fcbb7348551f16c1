// Bundles the sources into a few files, which load in half of the time that a thousand modules take. A bundle belongs to
// the sources as they were: load.mjs makes it again once one of them has changed.
import {
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { RECORD, root, stateOf } from './load.mjs';

const DIST = dirname(RECORD);
/** Every bundle depends on these, too. */
const ALWAYS = ['bin/bundle.mjs', 'package-lock.json'];
/** The newest bundles are kept, because running processes load parts of theirs later. */
const KEPT = 10;
/** Milliseconds for which each bundle is kept: other processes may be making or loading it. */
const YOUNG = 3_600_000;
const REQUIRE = `import { createRequire as requireFrom } from 'node:module';
const require = requireFrom(import.meta.url);`;
/** How a source names the address of a program beside it. */
const PROGRAM = /new URL\('(\.\/[\w-]+)\.ts', import\.meta\.url\)/g;
const ADDRESS = new RegExp(`${PROGRAM.source}|import\\.meta\\.url`, 'g');

try {
  await bundle();
} catch (error) {
  console.error(`The sources could not be bundled: ${error.message}`);
  process.exitCode = 1;
}

/** Makes a bundle in a folder of its own, and then records it at once: no process finds half of one. */
async function bundle() {
  if (lstatSync(DIST, { throwIfNoEntry: false })?.isSymbolicLink())
    throw new Error(`${DIST} is a link, and what a bundle loads is found beside the folder itself`);
  const folder = join(DIST, `bundle-${Date.now()}-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  try {
    const sources = await bundleTo(folder);
    const draft = join(folder, 'bundle.json');
    writeFileSync(draft, JSON.stringify({ main: join(basename(folder), 'main.js'), sources }));
    for (const name of readdirSync(folder)) sync(join(folder, name));
    sync(folder);
    renameSync(draft, RECORD);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  removeOld(folder);
}

/** Waits until a file, or the names in a folder, are on disk. */
function sync(path) {
  // Windows can only sync files that are open for writing.
  if (process.platform === 'win32') return;
  const file = openSync(path);
  fsyncSync(file);
  closeSync(file);
}

/** Resolves to the states of the bundled sources. */
async function bundleTo(folder) {
  const { build } = await import('esbuild');
  const sources = Object.fromEntries(ALWAYS.map(path => [path, stateOf(path)]));
  await build({
    absWorkingDir: root,
    entryPoints: ['src/cli/main.ts', ...programs()],
    outdir: folder,
    entryNames: '[name]',
    ...{ bundle: true, splitting: true, format: 'esm', platform: 'node', target: 'node26' },
    ...{ sourcemap: 'linked', sourcesContent: false, logLevel: 'silent' },
    // The first is native code; the others are used if they are there.
    external: ['sharp', 'pg-native', '@opentelemetry/*'],
    // CommonJS libraries in the bundle require modules of the runtime.
    banner: { js: REQUIRE },
    plugins: [{ name: 'almanac', setup }],
  });
  return sources;

  function setup(plugin) {
    plugin.onLoad({ filter: /\.ts$/ }, read);
    // A CommonJS library that is imported later would lose the names of its exports.
    plugin.onResolve({ filter: /^[^./]/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { external: true } : undefined,
    );
  }

  async function read({ path }) {
    const source = relative(root, path);
    // Before the file is read: a change in between makes the bundle again.
    sources[source] = stateOf(source);
    return { contents: located(await readFile(path, 'utf8'), path, folder), loader: 'ts' };
  }
}

/** The sources that run as programs of their own, in threads and processes. */
function programs() {
  const files = readdirSync(join(root, 'src'), { recursive: true }).filter(name =>
    /(?<!\.test)\.ts$/.test(name),
  );
  return files.flatMap(file => {
    const path = join('src', file);
    const addressed = [...readFileSync(join(root, path), 'utf8').matchAll(PROGRAM)];
    return addressed.map(([, name]) => join(dirname(path), `${name}.ts`));
  });
}

/** Programs lie in the bundle; all other files that a source names stay where they are. */
function located(text, path, folder) {
  const home = `new URL(${JSON.stringify(relative(folder, path))}, import.meta.url).href`;
  return text.replaceAll(ADDRESS, (_, program) =>
    program ? `new URL('${program}.js', import.meta.url)` : home,
  );
}

/** Removes older bundles as far as they can be removed: those of another account cannot. */
function removeOld(own) {
  const names = readdirSync(DIST).filter(name => name.startsWith('bundle-'));
  const aged = names.flatMap(name => {
    const folder = join(DIST, name);
    const made = statSync(folder, { throwIfNoEntry: false })?.mtimeMs;
    return folder === own || made === undefined ? [] : [{ folder, made }];
  });
  for (const { folder, made } of aged.toSorted((one, other) => other.made - one.made).slice(KEPT))
    if (Date.now() - made > YOUNG)
      try {
        rmSync(folder, { recursive: true, force: true });
      } catch {}
}
