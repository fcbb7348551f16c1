import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { AUTHORITIES, authorities, run, runWell } from './namespaces.ts';

// Roots of a bare Debian, from Debian's packages. The first of each kind is kept as an archive, outside of the checkout.

export const SUITES = ['bookworm', 'trixie'] as const;
export type Suite = (typeof SUITES)[number];

/** `minimal` is what an image begins with; `machine` is what starts by itself, as a server. */
export type RootKind = 'minimal' | 'machine';

const MIRROR = 'http://deb.debian.org/debian';
const CACHE = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'almanac-installtest');
const NEEDED = ['mmdebstrap', 'unshare', 'nsenter', 'ip', 'tar', 'dpkg-deb'];

/** Why no root can be had here; undefined if one can. */
export async function whyNoRoots(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'only root on Linux can start a Debian root';
  for (const program of NEEDED)
    if ((await run(['which', program])).code !== 0)
      return `${program} is missing: apt-get install mmdebstrap iproute2 util-linux`;
  const isCached = SUITES.every(suite => existsSync(archiveOf(suite, 'machine')));
  if (isCached) return undefined;
  const reached = await fetch(`${MIRROR}/dists/stable/InRelease`, { method: 'HEAD' }).catch(() => undefined);
  return reached?.ok ? undefined : `${MIRROR} cannot be reached`;
}

const archiveOf = (suite: Suite, kind: RootKind): string => join(CACHE, `${suite}-${kind}.tar`);

/** What apt and npm keep of what they have fetched, and the packages of the tests. */
const NOT_COUNTED = ['var/lib/apt/lists', 'var/cache/apt', 'root/.npm', 'root/*.deb', 'root/*.tgz'].map(
  path => `--exclude=*/${path}`,
);

/** A root, in a folder that is removed at the end. */
export interface Root extends AsyncDisposable {
  readonly path: string;
  /** Megabytes on disk, without caches. */
  size(): Promise<number>;
}

export async function makeRoot(suite: Suite, kind: RootKind): Promise<Root> {
  const archive = archiveOf(suite, kind);
  if (!existsSync(archive)) await makeArchive(suite, kind, archive);
  const path = await mkdtemp(join(tmpdir(), `almanac-${suite}-`));
  await runWell(['chmod', '755', path]);
  await runWell(['tar', '--extract', '--numeric-owner', `--directory=${path}`, `--file=${archive}`]);
  // Names are resolved as this machine does.
  await runWell(['cp', '--dereference', '/etc/resolv.conf', join(path, 'etc/resolv.conf')]);
  if (authorities) {
    await mkdir(join(path, 'etc/ssl'), { recursive: true });
    await cp(authorities, join(path, AUTHORITIES), { dereference: true });
  }
  await writeFile(join(path, 'etc/hosts'), '127.0.0.1 localhost\n::1 localhost\n');
  return {
    path,
    size: async () => Number((await runWell(['du', '-sxm', ...NOT_COUNTED, path])).split('\t')[0]),
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 3 }),
  };
}

async function makeArchive(suite: Suite, kind: RootKind, archive: string): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  const include = kind === 'machine' ? ['--include=systemd-sysv,dbus,ca-certificates'] : [];
  const draft = `${archive}.${process.pid}`;
  await runWell(['mmdebstrap', '--variant=minbase', '--format=tar', ...include, suite, draft, MIRROR], {
    HOME: homedir(),
  });
  await rename(draft, archive);
}
