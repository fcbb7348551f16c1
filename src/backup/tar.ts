import type { FileHandle } from 'node:fs/promises';
import { BLOCK, headerOf, readHeader, TarError } from './tar-header.ts';

/** A plain file within an archive. */
export interface TarEntry {
  readonly name: string;
  /** Bytes of the content. */
  readonly size: number;
  /** Who may read it: by default its owner alone. */
  readonly mode?: number;
  readonly content: Iterable<Buffer> | AsyncIterable<Buffer>;
}

/** The bytes of a tar archive (POSIX ustar) of these files; `mtime` in epoch seconds. */
export async function* pack(
  entries: AsyncIterable<TarEntry> | Iterable<TarEntry>,
  mtime: number,
): AsyncGenerator<Buffer> {
  for await (const { name, size, mode, content } of entries) {
    yield headerOf(name, size, mtime, mode);
    let sent = 0;
    for await (const piece of content) {
      sent += piece.length;
      yield piece;
    }
    if (sent !== size) throw new TarError(`${name} changed while it was read`);
    yield Buffer.alloc(fill(size));
  }
  yield Buffer.alloc(END);
}

/**
 * The files of an archive, in order. The content of a file must be read before the next file is requested, or not at
 * all.
 * @throws TarError for anything that `pack` does not write: other entries than plain files, and anything after the
 * end
 */
export async function* unpack(file: FileHandle): AsyncGenerator<TarEntry> {
  const { size: length } = await file.stat();
  let at = 0;
  while (at < length - END) {
    const { name, size } = readHeader(await read(file, at, BLOCK));
    const [start, end] = [at + BLOCK, at + BLOCK + size];
    at = end + fill(size);
    if (at > length - END) throw new TarError(`it ends within ${name}`);
    yield { name, size, content: pieces(file, start, end) };
    assertZero(await read(file, end, fill(size)));
  }
  if (at !== length - END) throw new TarError('it has no end');
  assertZero(await read(file, at, END));
}

/** Two blocks of zeros. */
const END = 2 * BLOCK;
/** Bytes per read. */
const PIECE = 2 ** 20;

/** Padding to the next block. */
const fill = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK;

async function* pieces(file: FileHandle, start: number, end: number): AsyncGenerator<Buffer> {
  for (let at = start; at < end; at += PIECE) yield await read(file, at, Math.min(PIECE, end - at));
}

async function read(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  if (bytesRead !== length) throw new TarError('it ends too early');
  return buffer;
}

function assertZero(bytes: Buffer): void {
  if (bytes.some(byte => byte !== 0)) throw new TarError('unexpected data between files');
}
