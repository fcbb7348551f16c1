import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { pack, type TarEntry } from '../src/backup/tar.ts';

/** The folder of a release as npm installs it: a tar archive with gzip, without the packages that npm adds. */
export async function tarball(folder: string, epoch: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of pack(filesOf(folder), epoch)) pieces.push(piece);
  return gzipSync(Buffer.concat(pieces), { level: 9 });
}

/** Sorted, because the order of a folder depends on the machine. */
function filesOf(folder: string): TarEntry[] {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
    .filter(path => !path.startsWith('node_modules/'));
  return paths.sort().map(path => {
    const content = readFileSync(join(folder, path));
    const mode = statSync(join(folder, path)).mode & 0o777;
    return { name: `package/${path}`, size: content.length, mode, content: [content] };
  });
}
