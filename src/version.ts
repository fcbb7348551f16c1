import { readFileSync } from 'node:fs';

interface Manifest {
  readonly version: string;
  /** Packages that are used if they are installed, with the ranges of their versions. */
  readonly peerDependencies: Readonly<Record<string, string>>;
}

/** What package.json says. */
export const manifest = (): Manifest =>
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

export const version = (): string => manifest().version;
