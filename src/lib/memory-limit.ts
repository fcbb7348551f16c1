import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where version 2 of Linux's control groups is mounted, also in containers. */
const GROUPS = '/sys/fs/cgroup';
/** Names the group of this process, below that of its container. */
const OWN_GROUP = '/proc/self/cgroup';

/**
 * Bytes of memory that this process may use together with what it starts; undefined without a limit. The runtime knows
 * that of its own group, but not those of the groups above it, such as a slice of systemd or a pod.
 * @param groups the folder of all groups
 * @param ownGroup the file that names the group of this process
 * @param ownLimit what the runtime knows
 */
export function memoryLimit(
  groups = GROUPS,
  ownGroup = OWN_GROUP,
  ownLimit = process.constrainedMemory(),
): number | undefined {
  // 0 if the runtime does not know.
  const limits = [ownLimit || Infinity, ...foldersOf(groups, ownGroup).map(limitOf)];
  const least = Math.min(...limits);
  // Without a limit, the runtime has a number beyond that of any machine.
  return least <= Number.MAX_SAFE_INTEGER ? least : undefined;
}

/** The folders of the group of this process and of all groups above it. */
function foldersOf(groups: string, ownGroup: string): string[] {
  const [, path = ''] = /^0::(\/.*)$/m.exec(contentOf(ownGroup)) ?? [];
  // The folder of a group outside the container, which begins with `..`, is not there.
  const names = path.startsWith('/..') ? [] : path.split('/').filter(Boolean);
  return [groups, ...names.map((_, at) => join(groups, ...names.slice(0, at + 1)))];
}

/** The limit of one group. The group of the machine has none, nor has one whose memory nobody counts. */
function limitOf(folder: string): number {
  const limit = contentOf(join(folder, 'memory.max')).trim();
  return /^\d+$/.test(limit) ? Number(limit) : Infinity;
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
