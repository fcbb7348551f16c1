import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, mkdtempDisposable, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { buildBundle } from '../../bin/build.mjs';
import { ENVIRONMENT } from '../child.ts';
import { eventually } from '../client.ts';
import { freePort } from '../postgres.ts';
import { FILES, folderOf } from './places.ts';

// The service of each version, as a bundle of its sources, so that later versions are tested beside it. Packages that a
// bundle leaves out are those of the checkout.

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Where a bundle lies in its folder. */
const BUNDLE = 'dist/bundle';

/** The service of the current sources, as one file. */
export async function packService(): Promise<Buffer> {
  await using work = await mkdtempDisposable(join(tmpdir(), 'almanac-service-'));
  await buildBundle(work.path, { minify: true, sourcemap: false });
  return packFiles(work.path, ROOT);
}

/**
 * Packs a bundle with the files that it reads.
 * @param root the folder of its sources
 */
export function packFiles(bundle: string, root: string): Buffer {
  const files: Record<string, string> = {};
  const add = (name: string, path: string) => {
    files[name] = readFileSync(path, 'utf8');
  };
  for (const name of readdirSync(bundle)) add(`${BUNDLE}/${name}`, join(bundle, name));
  for (const name of readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }))
    if (!name.endsWith('.ts') && statSync(join(root, 'src', name)).isFile())
      add(`src/${name}`, join(root, 'src', name));
  add('package.json', join(root, 'package.json'));
  const params = { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_QUALITY]: 11 };
  return brotliCompressSync(JSON.stringify(files), { params });
}

/** Whether the service of a version is kept. */
export const hasService = (version: string): boolean => existsSync(join(folderOf(version), FILES.service));

/** Unpacks the service of a version into a folder, from which `startKept` starts it. */
export async function unpackService(version: string, folder: string): Promise<void> {
  const packed = brotliDecompressSync(await readFile(join(folderOf(version), FILES.service)));
  for (const [name, text] of Object.entries(JSON.parse(packed.toString()) as Record<string, string>)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
}

interface Running extends AsyncDisposable {
  readonly site: string;
  /** What it has printed so far. */
  output(): string;
  /** Stops it in order; resolves to its exit status. */
  stop(): Promise<number | null>;
}

/** Starts the service of an earlier version; resolves once it answers. */
export async function startKept(folder: string, settings: Record<string, string>): Promise<Running> {
  const port = await freePort();
  const main = JSON.stringify(new URL(`file://${join(folder, BUNDLE, 'main.js')}`).href);
  const program = `const { main } = await import(${main}); process.exitCode = await main(['serve']);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    env: { ...ENVIRONMENT, ...settings, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const output of [child.stdout, child.stderr]) output.on('data', piece => (said += piece));
  const ended = once(child, 'close').then(([code]): number | null => code);
  const site = `http://127.0.0.1:${port}`;
  const isReady = () =>
    fetch(`${site}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  if (!(await eventually(isReady, ready => ready || child.exitCode !== null))) {
    child.kill('SIGKILL');
    throw new Error(`the service did not start: ${said}`);
  }
  return {
    site,
    output: () => said,
    stop() {
      child.kill('SIGTERM');
      return ended;
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
