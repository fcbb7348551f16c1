import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** The file that the files of a start become. */
const START = 'service.js';

/**
 * Joins the files of a bundle that a start of the service loads one after another: each costs a third of a millisecond.
 * A joined file remains as a list of its exports, for files that are loaded later.
 * @param options those of esbuild, by which the bundle was made
 * @param metafile what esbuild says of the bundle
 */
export async function joinStart(build, folder, { banner, ...options }, metafile) {
  const files = Object.fromEntries(
    Object.entries(metafile.outputs).map(([path, file]) => [basename(path), file]),
  );
  const [main, run, serve] = ['main', 'run', 'serve'].map(name =>
    Object.keys(files).find(file => files[file].entryPoint === `src/cli/${name}.ts`),
  );
  // Every command loads these: none loads the service because of them.
  const commands = loadedWith(files, [main, run]);
  const joined = [...loadedWith(files, [serve])].filter(file => !commands.has(file));
  const lists = joined.map((file, at) => ({
    file,
    exports: files[file].exports.map(name => [name, `${name}_${at}`]),
  }));
  const contents = lists.map(({ file, exports }) => {
    const names = exports.map(([name, unique]) => `${name} as ${unique}`);
    return `export { ${names.join(', ')} } from './${file}';\n`;
  });
  await build({
    ...options,
    banner,
    ...{ outdir: undefined, entryNames: undefined, outfile: join(folder, START), splitting: false },
    stdin: { contents: contents.join(''), resolveDir: folder },
    plugins: [{ name: 'join', setup }],
  });
  for (const { file, exports } of lists) {
    const names = exports.map(([name, unique]) => `${unique} as ${name}`);
    writeFileSync(join(folder, file), `export { ${names.join(', ')} } from './${START}';\n`);
    rmSync(join(folder, `${file}.map`), { force: true });
  }

  function setup(plugin) {
    plugin.onResolve({ filter: /^\.\// }, ({ path, kind }) =>
      kind === 'import-statement' && joined.includes(basename(path))
        ? { path: join(folder, path) }
        : { path, external: true },
    );
    plugin.onLoad({ filter: /\.js$/ }, ({ path }) => {
      // One of these is enough; source maps count the lines.
      const contents = readFileSync(path, 'utf8').replace(banner.js, text => text.replace(/[^\n]/g, ''));
      return { contents };
    });
  }
}

/** The files of a bundle that are loaded with some, themselves included, in the order in which they run. */
function loadedWith(files, entries) {
  const loaded = new Set();
  const load = file => {
    if (!file || loaded.has(file)) return;
    loaded.add(file);
    for (const { path, kind, external } of files[file].imports)
      if (kind === 'import-statement' && !external) load(basename(path));
  };
  entries.forEach(load);
  return loaded;
}
