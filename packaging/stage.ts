import { chmod, cp, lutimes, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buildBundle, contentName } from '../bin/build.mjs';
import { licences, packageOf } from './licences.ts';
import { releaseLock, releaseManifest } from './manifest.ts';
import { PACKAGED, root, withDependencies } from './packages.ts';
import { sbom } from './sbom.ts';

/** From what a release is made. */
export interface Origin {
  /** The time of all of its files, in epoch seconds. */
  readonly epoch: number;
  /** The git commit; undefined if it is unknown. */
  readonly commit: string | undefined;
}

/** Files of packages that the service reads as they are: by the folder of the release, and the package. */
const VENDOR = {
  leaflet: { from: 'node_modules/leaflet', folder: 'dist', files: ['leaflet.css', 'leaflet.js'] },
  squire: { from: 'node_modules/squire-rte', folder: 'dist', files: ['squire.mjs'] },
  dompurify: { from: 'node_modules/dompurify', folder: 'dist', files: ['purify.min.js'] },
  manrope: {
    ...{ from: 'node_modules/@expo-google-fonts/manrope', folder: '' },
    files: [
      '500Medium/Manrope_500Medium.ttf',
      '700Bold/Manrope_700Bold.ttf',
      '800ExtraBold/Manrope_800ExtraBold.ttf',
    ],
  },
};

/**
 * Makes the folder of a release, which is as it will be installed: the bundle, the files that it reads, and the packages
 * that it needs on this platform. The same sources always make the same folder.
 */
export async function stage(folder: string, origin: Origin): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const write = (name: string, text: string) => writeFile(join(folder, name), text);
  const bundle = await bundleInto(folder);
  await copyStarters(folder, bundle.name);
  await copyFiles(folder);
  await copyPackages(folder);
  const vendored = Object.values(VENDOR).map(({ from }) => from);
  await write(
    'THIRD-PARTY.txt',
    licences([...vendored, ...bundle.inputs.flatMap(file => packageOf(file) ?? [])]),
  );
  await write('package.json', json(releaseManifest(origin.commit)));
  await write('npm-shrinkwrap.json', json(releaseLock()));
  await write('sbom.cdx.json', json(sbom(origin.epoch, origin.commit)));
  await normalise(folder, origin.epoch);
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Bundles the sources, into a folder that is named by its content. */
async function bundleInto(folder: string): Promise<{ name: string; inputs: string[] }> {
  const draft = join(folder, 'dist/draft');
  // Maps are of use beside the sources only.
  const { inputs } = await buildBundle(draft, { sourcemap: false });
  const name = contentName(draft);
  await rename(draft, join(folder, 'dist', name));
  return { name, inputs };
}

async function copyStarters(folder: string, bundle: string): Promise<void> {
  const bin = join(folder, 'bin');
  await mkdir(bin);
  for (const name of ['arenas.mjs', 'within.mjs']) await cp(join(root, 'bin', name), join(bin, name));
  for (const name of ['almanac.mjs', 'start.mjs']) {
    const text = await readFile(join(root, 'packaging', name), 'utf8');
    await writeFile(join(bin, name), text.replace('BUNDLE', bundle));
  }
}

/** Copies what the service reads beside its code. */
async function copyFiles(folder: string): Promise<void> {
  for (const name of ['LICENSE', 'README.md', 'CHANGELOG.md']) await cp(join(root, name), join(folder, name));
  const sources = await readdir(join(root, 'src'), { recursive: true });
  for (const name of sources.filter(name =>
    /\.(css|js|conf|sql|woff2)$|\/(OFL|common-passwords)\.txt$/.test(name),
  ))
    await cp(join(root, 'src', name), join(folder, 'src', name));
  for (const name of await readdir(join(root, 'docs')))
    if (name.startsWith('keeping-a-calendar.'))
      await cp(join(root, 'docs', name), join(folder, 'docs', name));
  for (const [name, { from, folder: within, files }] of Object.entries(VENDOR))
    for (const file of files) await cp(join(root, from, within, file), join(folder, 'vendor', name, file));
}

/** Copies the packages that are not in the bundle, as npm has installed them here: those of this platform. */
async function copyPackages(folder: string): Promise<void> {
  for (const path of withDependencies(PACKAGED).keys()) {
    const from = join(root, path);
    if (await stat(from).catch(() => undefined)) await cp(from, join(folder, path), { recursive: true });
  }
}

/** Gives all files and folders the same time, and modes that do not depend on who makes the release. */
export async function normalise(folder: string, epoch: number): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    await chmod(path, entry.isDirectory() || isProgram(path, folder) ? 0o755 : 0o644);
    if (!entry.isDirectory()) await lutimes(path, epoch, epoch);
  }
  for (const path of [
    folder,
    ...entries.filter(entry => entry.isDirectory()).map(({ parentPath, name }) => join(parentPath, name)),
  ])
    await lutimes(path, epoch, epoch);
}

const isProgram = (path: string, folder: string): boolean =>
  dirname(path) === join(folder, 'bin') && path.endsWith('almanac.mjs');
