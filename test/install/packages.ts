import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeDeb } from '../../packaging/deb.ts';
import { platformFor } from '../../packaging/platform.ts';
import { type Origin, stage } from '../../packaging/stage.ts';
import { tarball } from '../../packaging/tarball.ts';

/** A release of this checkout, its packages, and that of a next version. */
export interface Packages extends AsyncDisposable {
  /** A folder that has only the package for Debian, as the image is made from it. */
  readonly folder: string;
  readonly deb: string;
  readonly nextDeb: string;
  readonly tarball: string;
}

export const VERSION = '0.1.0';
export const NEXT = '0.1.1';
const ORIGIN: Origin = { epoch: 1_800_000_000, commit: undefined };

export async function makePackages(): Promise<Packages> {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-packages-'));
  const release = join(folder, 'release');
  await stage(release, ORIGIN);
  const platform = platformFor(process.arch, release, join(folder, 'other'));
  const debs = join(folder, 'debs');
  await mkdir(debs);
  const architecture = 'amd64';
  const made = [];
  for (const version of [VERSION, NEXT]) {
    const file = join(folder, version === VERSION ? 'debs' : '.', `almanac_${version}_${architecture}.deb`);
    await makeDeb(file, join(folder, 'draft'), { ...ORIGIN, ...platform, architecture, version });
    made.push(file);
  }
  const packed = join(folder, `almanac-${VERSION}.tgz`);
  await writeFile(packed, await tarball(release, ORIGIN.epoch));
  return {
    ...{ folder: debs, deb: made[0]!, nextDeb: made[1]!, tarball: packed },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

export const megabytes = async (file: string): Promise<number> => (await stat(file)).size / 1e6;
