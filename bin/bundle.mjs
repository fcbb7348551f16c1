// Bundles the sources into a few files, which load in half of the time that a thousand modules take. A bundle belongs to
// the sources as they were: load.mjs makes it again once one of them has changed.
import {
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { buildBundle, contentName } from './build.mjs';
import { RECORD } from './load.mjs';

const DIST = dirname(RECORD);
/** The newest bundles are kept, because running processes load parts of theirs later. */
const KEPT = 10;
/** Milliseconds for which each bundle is kept: other processes may be making or loading it. */
const YOUNG = 3_600_000;
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
  const draft = join(DIST, `draft-${Date.now()}-${process.pid}`);
  mkdirSync(draft, { recursive: true });
  try {
    const { sources } = await buildBundle(draft);
    const name = contentName(draft);
    const folder = join(DIST, name);
    publish(draft, folder);
    const record = join(draft, 'bundle.json');
    writeFileSync(record, JSON.stringify({ main: join(name, 'main.js'), sources }));
    sync(record);
    renameSync(record, RECORD);
    removeOld(folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Moves the files of a bundle to the folder of its name, where they replace the same files, even damaged ones. */
function publish(draft, folder) {
  mkdirSync(folder, { recursive: true });
  for (const file of readdirSync(draft)) {
    sync(join(draft, file));
    renameSync(join(draft, file), join(folder, file));
  }
  sync(folder);
  const now = new Date();
  utimesSync(folder, now, now);
}

/** Waits until a file, or the names in a folder, are on disk. */
function sync(path) {
  // Windows can only sync files that are open for writing.
  if (process.platform === 'win32') return;
  const file = openSync(path);
  fsyncSync(file);
  closeSync(file);
}

/** Removes older bundles as far as they can be removed: those of another account cannot. */
function removeOld(own) {
  const names = readdirSync(DIST).filter(name => /^(bundle|draft)-/.test(name));
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
