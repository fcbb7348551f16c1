import { createInflateRaw } from 'node:zlib';
import { because } from '../../intake/reason.ts';
import { SourceError } from '../../intake/source-item.ts';

/** Bytes that the files of a workbook may have when they are unpacked, all together. */
const MAX_UNPACKED = 100_000_000;
const MAX_ENTRIES = 5000;

/** A file that each document of OpenDocument (ISO/IEC 26300) has, such as those of LibreOffice. */
export const MANIFEST = 'META-INF/manifest.xml';

interface ZipEntry {
  readonly isPacked: boolean;
  readonly packed: number;
  readonly size: number;
  /** Where its header begins. */
  readonly at: number;
}

const DAMAGED = because('damaged');
const TOO_LARGE = because('large_unpacked', { megabytes: MAX_UNPACKED / 1e6 });

/** The files in a zip file. What its directory says of their sizes is believed only if it is too much. */
export class Zip {
  readonly #file: Buffer;
  readonly #entries: ReadonlyMap<string, ZipEntry>;
  #left = MAX_UNPACKED;

  /** @throws SourceError */
  constructor(file: Buffer) {
    this.#file = file;
    try {
      this.#entries = directoryOf(file);
    } catch (error) {
      throw error instanceof RangeError ? new SourceError(DAMAGED) : error;
    }
    const sizes = [...this.#entries.values()].map(({ size }) => size);
    if (sizes.reduce((sum, size) => sum + size, 0) > MAX_UNPACKED) throw new SourceError(TOO_LARGE);
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /**
   * The bytes of a file, piece by piece; none if there is no such file.
   * @throws SourceError
   */
  async *pieces(name: string): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(name);
    if (!entry) return;
    const { at, packed, isPacked } = entry;
    // The header of a file has other lengths than its entry in the directory.
    const head = this.#file.subarray(at, at + 30);
    if (head.length < 30 || head.readUInt32LE(0) !== 0x04034b50) throw new SourceError(DAMAGED);
    const start = at + 30 + head.readUInt16LE(26) + head.readUInt16LE(28);
    const bytes = this.#file.subarray(start, start + packed);
    try {
      const unpacked = isPacked ? createInflateRaw() : [bytes];
      if ('end' in unpacked) unpacked.end(bytes);
      for await (const piece of unpacked as AsyncIterable<Buffer>) {
        this.#left -= piece.length;
        if (this.#left < 0) throw new SourceError(TOO_LARGE);
        yield piece;
      }
    } catch (error) {
      throw /^(?:Z_|ERR_ZLIB)/.test((error as { code?: string }).code ?? '')
        ? new SourceError(DAMAGED)
        : error;
    }
  }
}

function directoryOf(file: Buffer): Map<string, ZipEntry> {
  const end = file.lastIndexOf(Buffer.from('504b0506', 'hex'));
  if (end === -1) throw new SourceError(DAMAGED);
  const entries = new Map<string, ZipEntry>();
  let at = file.readUInt32LE(end + 16);
  for (let left = file.readUInt16LE(end + 10); left > 0; left--) {
    if (file.readUInt32LE(at) !== 0x02014b50 || entries.size > MAX_ENTRIES) throw new SourceError(DAMAGED);
    const [flags, method] = [file.readUInt16LE(at + 8), file.readUInt16LE(at + 10)];
    const length = file.readUInt16LE(at + 28);
    const name = file.toString('utf8', at + 46, at + 46 + length);
    if (flags & 1) throw new SourceError(because('old_workbook'));
    if (method === 0 || method === 8)
      entries.set(name, {
        ...{ isPacked: method === 8, packed: file.readUInt32LE(at + 20) },
        ...{ size: file.readUInt32LE(at + 24), at: file.readUInt32LE(at + 42) },
      });
    at += 46 + length + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
  return entries;
}
