import { readFileSync } from 'node:fs';

interface Manifest {
  readonly version: string;
  /** The git commit of a release. */
  readonly gitHead?: string;
  /** Only in a checkout. */
  readonly devDependencies?: object;
  /** Packages that are used if they are installed, with the ranges of their versions. */
  readonly peerDependencies: Readonly<Record<string, string>>;
}

/** What package.json says. */
export const manifest = (): Manifest =>
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

export const version = (): string => manifest().version;

/** The version, and of a release the commit: `0.1.0 (990cd5f0)`. */
export function versionAndCommit(): string {
  const { version, gitHead } = manifest();
  return gitHead === undefined ? version : `${version} (${gitHead.replace(/^(.{8})[\da-f]*/, '$1')})`;
}

/** Whether this is a checkout, and no release. */
export const isCheckout = (): boolean => manifest().devDependencies !== undefined;

/** How people call the program: a release is on their path, and a checkout is not. */
export const program = (): string => (isCheckout() ? 'npx almanac' : 'almanac');
