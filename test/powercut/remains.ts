import { join } from 'node:path';
import { type Change, type Disk, File, Folder, type NameChange, type Node } from './disk.ts';

/** What the system guarantees: changes of a node that ended before this position are on disk. */
export type SyncedUntil = (node: Node, position: number) => number;

/** The guarantee of a completed sync: all changes that ended before it began are on disk. */
export const syncedUntil: SyncedUntil = ({ syncs }, position) =>
  syncs.reduce((latest, { begun, done }) => (done <= position ? Math.max(latest, begun) : latest), -1);

/** What remains of unsynced changes. */
export interface Remains {
  name(change: NameChange): boolean;
  /** The change, a part of it in several changes, or nothing. */
  content(change: Change): readonly Change[];
}

/** The files of a disk by path; undefined for a folder. */
export type Image = Map<string, Buffer | undefined>;

/** What the system does beyond its guarantees. */
export interface Habits {
  syncedUntil: SyncedUntil;
  /** Whether syncing a new file also syncs its name. Linux file systems do so, and PostgreSQL relies on it. */
  filesKeepNames: (file: Node) => boolean;
}

/** The content of the disk after a power cut at this position. */
export function imageAt(disk: Disk, position: number, habits: Habits, remains: Remains): Image {
  const entries = new Map<Folder, Map<string, Node>>();
  const of = (folder: Folder) => {
    const known = entries.get(folder) ?? new Map(folder.begin);
    entries.set(folder, known);
    return known;
  };
  for (const change of disk.names) {
    if (change.begun > position) continue;
    if (!isKept(change, position, habits) && !remains.name(change)) continue;
    for (const { folder, name, node } of change.entries)
      if (node) of(folder).set(name, node);
      else of(folder).delete(name);
  }
  const image: Image = new Map();
  const walk = (folder: Folder, path: string) => {
    for (const [name, node] of of(folder)) {
      const here = `${path}${name}`;
      image.set(here, node instanceof Folder ? undefined : contentAt(node, position, habits, remains));
      if (node instanceof Folder) walk(node, `${here}/`);
    }
  };
  walk(disk.root, '');
  return image;
}

function isKept(change: NameChange, position: number, { syncedUntil, filesKeepNames }: Habits): boolean {
  return change.entries.some(
    ({ folder, node }) =>
      change.done <= syncedUntil(folder, position) ||
      (node && filesKeepNames(node) && change.done <= syncedUntil(node, position)),
  );
}

/** Changes before this position that were not synced: names of folders, and content of files. */
export function unsyncedAt(
  disk: Disk,
  position: number,
  habits: Habits,
): { names: string[]; contents: string[] } {
  const names = disk.names
    .filter(change => change.begun <= position && !isKept(change, position, habits))
    .flatMap(({ entries }) => entries.map(({ folder, name }) => join(folder.path, name)));
  const files = disk.names.flatMap(({ entries }) =>
    entries.flatMap(({ node }) => (node instanceof File ? node : [])),
  );
  const contents = files.filter(file => {
    const synced = habits.syncedUntil(file, position);
    return file.changes.some(({ begun, done }) => begun <= position && done > synced);
  });
  return { names: [...new Set(names)], contents: [...new Set(contents.map(({ path }) => path))] };
}

function contentAt(file: File, position: number, { syncedUntil }: Habits, remains: Remains): Buffer {
  const synced = syncedUntil(file, position);
  const kept = file.changes
    .filter(({ begun }) => begun <= position)
    .flatMap(change => (change.done <= synced ? change : remains.content(change)));
  return file.content(kept);
}
