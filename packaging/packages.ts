import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the checkout. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/** A package as the lock file has it. */
export interface LockedPackage {
  readonly version: string;
  readonly integrity: string;
  readonly license?: string;
  /** Whether only some platforms need it. */
  readonly optional?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** Packages by their folder, such as `node_modules/sharp`. */
export type LockedPackages = ReadonlyMap<string, LockedPackage>;

/** The dependencies of a checkout that a release has as packages: all others are in its bundle. */
export const PACKAGED: readonly string[] = ['sharp'];

/** The dependencies of a checkout that no release needs. */
const UNNEEDED = new Set(['esbuild']);

const readJson = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'));

/** What package.json of the checkout says. */
export const ownManifest = readJson('package.json') as {
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly imports: Readonly<Record<string, string>>;
  readonly [member: string]: unknown;
};

const locked = new Map(Object.entries<LockedPackage>(readJson('package-lock.json').packages));

/** The names of all packages of which something is in a release. */
export const releasedNames = (): string[] =>
  Object.keys(ownManifest.dependencies).filter(name => !UNNEEDED.has(name));

/** These packages and all that they need, on any platform, in the order of their folders. */
export function withDependencies(names: readonly string[]): LockedPackages {
  const found = new Map<string, LockedPackage>();
  const add = (from: string, name: string) => {
    const path = folderOf(from, name);
    if (path === undefined || found.has(path)) return;
    const entry = locked.get(path)!;
    found.set(path, entry);
    for (const next of dependenciesOf(entry)) add(path, next);
  };
  for (const name of names) add('', name);
  return new Map([...found].sort(([one], [other]) => (one < other ? -1 : 1)));
}

export const dependenciesOf = ({ dependencies, optionalDependencies }: LockedPackage): string[] =>
  Object.keys({ ...dependencies, ...optionalDependencies });

/** The folder of a package that another one needs: the nearest one. Undefined for one that the lock file lacks. */
export function folderOf(from: string, name: string): string | undefined {
  for (let above = from; ; above = above.slice(0, Math.max(above.lastIndexOf('/node_modules/'), 0))) {
    const path = `${above ? `${above}/` : ''}node_modules/${name}`;
    if (locked.has(path)) return path;
    if (above === '') return undefined;
  }
}

/** `node_modules/a/node_modules/@b/c` → `@b/c` */
export const nameOf = (folder: string): string =>
  folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
