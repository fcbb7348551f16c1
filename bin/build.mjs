// Bundles the sources with esbuild: for a checkout, which runs its bundle, and for a release.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { joinStart } from './join.mjs';
import { root, stateOf } from './load.mjs';

/** Every bundle depends on these, too. */
const ALWAYS = ['bin/build.mjs', 'bin/bundle.mjs', 'bin/join.mjs', 'package-lock.json'];
/** Where a bundle lies: each finds the files of the service from there. */
const HOME = join(root, 'dist/bundle');
const REQUIRE = `import { createRequire as requireFrom } from 'node:module';
const require = requireFrom(import.meta.url);`;
/** How a source names the address of a program beside it. */
const PROGRAM = /new URL\('(\.\/[\w-]+)\.ts', import\.meta\.url\)/g;
/** How a source loads a CommonJS library, or a source beside it, later and at once: it becomes a file of its own. */
const LATER = /createRequire\(import\.meta\.url\)\('([\w-]+|\.\/[\w-]+\.ts)'\)/g;
const ADDRESS = new RegExp(`${PROGRAM.source}|${LATER.source}|import\\.meta\\.url`, 'g');

/**
 * Bundles the sources into a folder. Resolves to the states of the sources, and to the files that went in.
 * @param options more options of esbuild
 */
export async function buildBundle(folder, options = {}) {
  const { build } = await import('esbuild');
  const sources = Object.fromEntries(ALWAYS.map(path => [path, stateOf(path)]));
  const shared = {
    absWorkingDir: root,
    outdir: folder,
    entryNames: '[name]',
    ...{ bundle: true, splitting: true, format: 'esm', platform: 'node', target: 'node26' },
    ...{ sourcemap: 'linked', sourcesContent: false, logLevel: 'silent', metafile: true },
    // A start reads a third less. Names stay, for traces of errors.
    ...{ minifyWhitespace: true, minifySyntax: true },
    // The first is native code; the others are used if they are there.
    external: ['sharp', 'pg-native', '@opentelemetry/*'],
    // CommonJS libraries in the bundle require modules of the runtime.
    banner: { js: REQUIRE },
    ...options,
  };
  const plugins = [{ name: 'almanac', setup }];
  const [{ metafile }, programs] = await Promise.all([
    build({ ...shared, plugins, entryPoints: ['src/cli/main.ts', ...named(LATER)] }),
    // A program shares no file with the service, or it would load all of it.
    build({ ...shared, plugins, entryPoints: named(PROGRAM), chunkNames: 'program-[hash]' }),
  ]);
  for (const made of [metafile, programs.metafile]) assertNames(made);
  await joinStart(build, folder, shared, metafile);
  const inputs = { ...metafile.inputs, ...programs.metafile.inputs };
  return { sources, inputs: Object.keys(inputs).sort() };

  function setup(plugin) {
    plugin.onLoad({ filter: /\.ts$/ }, read);
    plugin.onResolve({ filter: /^beside:/ }, ({ path }) => ({
      path: `./${path.slice('beside:'.length)}`,
      external: true,
    }));
  }

  async function read({ path }) {
    const source = relative(root, path);
    // Before the file is read: a change in between makes the bundle again.
    sources[source] = stateOf(source);
    return { contents: inAscii(located(await readFile(path, 'utf8'), path)), loader: 'ts' };
  }
}

/**
 * Source text in ASCII. esbuild leaves the characters of regular expressions, and one beyond ASCII makes the runtime hold
 * a whole file with two bytes for each character.
 */
const inAscii = text =>
  text.replaceAll(/[\u0080-\uffff]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** A CommonJS library that is imported later would lose the names of its exports. */
function assertNames({ inputs }) {
  for (const [file, { imports }] of Object.entries(inputs))
    for (const { path, kind } of imports)
      if (kind === 'dynamic-import' && inputs[path]?.format === 'cjs')
        throw new Error(`${file} imports ${path} later: export what it needs from a file of its own`);
}

/** The name of the folder of a bundle, by what is in it. */
export function contentName(folder) {
  const hash = createHash('sha256');
  for (const name of readdirSync(folder).sort()) {
    const content = readFileSync(join(folder, name));
    hash.update(`${name}\n${content.length}\n`).update(content);
  }
  return `bundle-${hash.digest('hex').slice(0, 16)}`;
}

/** What sources name in this way: programs that run in threads and processes, or libraries. */
function named(pattern) {
  const files = readdirSync(join(root, 'src'), { recursive: true }).filter(name =>
    /(?<!\.test)\.ts$/.test(name),
  );
  return files.sort().flatMap(file => {
    const path = join('src', file);
    const names = [...readFileSync(join(root, path), 'utf8').matchAll(pattern)].map(([, name]) => name);
    if (pattern === PROGRAM) return names.map(name => join(dirname(path), `${name}.ts`));
    return names.map(name => (isSource(name) ? join(dirname(path), name) : name));
  });
}

/** Programs and libraries lie in the bundle; all other files that a source names stay where they are. */
function located(text, path) {
  const home = `new URL(${JSON.stringify(relative(HOME, path))}, import.meta.url).href`;
  return text.replaceAll(ADDRESS, (_, program, library) => {
    if (program) return `new URL('${program}.js', import.meta.url)`;
    if (!library) return home;
    // What a CommonJS library exports is all of it; a source has exports with names.
    return isSource(library)
      ? `require('beside:${basename(library, '.ts')}.js')`
      : `require('beside:${library}.js').default`;
  });
}

const isSource = name => name.startsWith('./');
