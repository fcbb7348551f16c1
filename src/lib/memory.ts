import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

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

/** The limit of one group. The group of the machine has no limit, nor has a group whose memory is not counted. */
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

/** Megabytes of each half of the young heap: more takes memory and is not faster. */
const YOUNG = 8;

/** Objects that are made at most until the young heap has grown. */
const MOST_SURVIVORS = 200_000;

/**
 * Lets the young heap grow at once, to its final size. Otherwise the runtime doubles its halves from one megabyte up to
 * 32, and may have begun. They grow behind a collection that much has survived.
 */
export function growYoungHeap(): void {
  const survivors: object[] = [];
  // The runtime may double them once more before it takes the factor.
  while (letYoungHeapGrow() > 1 && survivors.length < MOST_SURVIVORS)
    for (let more = 0; more < 1000; more++) survivors.push({ more });
  setFlagsFromString('--semi-space-growth-factor=1');
}

/** Tells the runtime by which factor the young heap grows next, and returns it: 1 if it has its final size. */
function letYoungHeapGrow(): number {
  const young = getHeapSpaceStatistics().find(space => space.space_name === 'new_space');
  const half = young ? (young.space_used_size + young.space_available_size) / 2 ** 20 : YOUNG;
  const factor = Math.max(1, Math.round(YOUNG / half));
  setFlagsFromString(`--semi-space-growth-factor=${factor}`);
  return factor;
}

/**
 * Keeps the heap of a service as large as it should be. Cached answers live long and are dropped one by one, so the old
 * heap would grow to twice their size, without being faster. The runtime shrinks the young heap in a quiet minute, and
 * requests would take a fifth more time from then on.
 */
export function keepHeapSize(): void {
  setFlagsFromString('--heap-growing-percent=25');
  // Otherwise V8 learns from the first cached objects to allocate all objects of their kind in the old generation,
  // where they stay until it is full.
  setFlagsFromString('--no-allocation-site-pretenuring');
  new PerformanceObserver(letYoungHeapGrow).observe({ entryTypes: ['gc'] });
}
