import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { chown, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { owner } from '../postgres.ts';
import { isVolatile } from './contents.ts';
import { Disk, File, Folder, type Node } from './disk.ts';
import type { Image } from './remains.ts';

/** A disk with the content of a folder, all of it synced. */
export function diskOf(folder: string): Disk {
  const disk = new Disk();
  const load = (into: Folder, path: string) => {
    for (const entry of readdirSync(join(folder, path), { withFileTypes: true })) {
      const here = join(path, entry.name);
      const real = join(folder, here);
      let node: Node;
      if (entry.isDirectory()) {
        node = new Folder(here);
        load(node, here);
      } else node = new File(here, statSync(real).size, () => readFileSync(real));
      into.begin.set(entry.name, node);
      into.now.set(entry.name, node);
    }
  };
  load(disk.root, '');
  return disk;
}

/** Writes an image of the disk into a folder. */
export async function writeImage(image: Image, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (owner) await chown(folder, owner.uid, owner.gid);
  for (const [path, content] of image) {
    if (isVolatile(path)) continue;
    const here = join(folder, path);
    if (content === undefined) await mkdir(here, { mode: 0o700 });
    else await writeFile(here, content, { mode: 0o600 });
    if (owner) await chown(here, owner.uid, owner.gid);
  }
}

/** Fails unless a folder holds exactly a complete image of the disk. */
export function assertSame(image: Image, folder: string): void {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const lasting = (paths: Iterable<string>) => [...paths].filter(path => !isVolatile(path)).sort();
  assert.deepEqual(
    lasting(image.keys()),
    lasting(names),
    'the names that were replayed are those that are there',
  );
  for (const path of lasting(names)) {
    const content = image.get(path);
    if (content)
      assert.ok(readFileSync(join(folder, path)).equals(content), `${path} is not as it was replayed`);
  }
}
