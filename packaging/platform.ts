import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './packages.ts';

/** A release for Linux on a kind of processor. */
export interface Platform {
  readonly release: string;
  /** The npm package with Node. */
  readonly runtime: string;
}

/**
 * The release and its Node for a processor by Node's name. For another one than this machine's, npm installs both anew,
 * and compares them with the checksums of the lock files.
 * @param folder for what is installed
 */
export function platformFor(arch: string, release: string, folder: string): Platform {
  const own = join(root, 'runtime');
  if (process.platform === 'linux' && arch === process.arch)
    return { release, runtime: runtimeIn(own, arch) };
  const [copy, runtime] = [join(folder, 'release'), join(folder, 'runtime')];
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(runtime, { recursive: true });
  cpSync(release, copy, { recursive: true, filter: path => !path.startsWith(join(release, 'node_modules')) });
  for (const name of ['package.json', 'package-lock.json']) cpSync(join(own, name), join(runtime, name));
  for (const cwd of [copy, runtime])
    execFileSync('npm', [...CI, `--cpu=${arch}`], { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  rmSync(join(copy, 'node_modules/.package-lock.json'), { force: true });
  return { release: copy, runtime: runtimeIn(runtime, arch) };
}

const CI = [
  'ci',
  '--omit=dev',
  '--omit=peer',
  '--ignore-scripts',
  '--no-audit',
  '--no-fund',
  '--os=linux',
  '--libc=glibc',
];

function runtimeIn(folder: string, arch: string): string {
  const packages = join(folder, 'node_modules');
  const name = readdirSync(packages).find(name => name.endsWith(`linux-${arch}`));
  if (!name || !existsSync(join(packages, name, 'bin/node')))
    throw new Error(`There is no Node for Linux on ${arch} among the packages of runtime/.`);
  return join(packages, name);
}
