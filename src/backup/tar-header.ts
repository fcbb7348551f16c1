/** Bytes of a header. Contents are padded to a multiple of it. */
export const BLOCK = 512;

/** Why an archive cannot be written or read. */
export class TarError extends Error {
  override name = 'TarError';
}

// Position and length of each field of a header.
const NAME = [0, 100] as const;
const MODE = [100, 8] as const;
const OWNER = [108, 8] as const;
const GROUP = [116, 8] as const;
const SIZE = [124, 12] as const;
const MTIME = [136, 12] as const;
const SUM = [148, 8] as const;
const TYPE = [156, 1] as const;
const MAGIC = [257, 8] as const;
const PREFIX = [345, 155] as const;
type HeaderField = readonly [at: number, length: number];

const PLAIN_FILE = '0';
const USTAR = 'ustar\u000000';

/** The header of a plain file, which by default only its owner may read; `mtime` in epoch seconds. */
export function headerOf(path: string, size: number, mtime: number, mode = 0o600): Buffer {
  const header = Buffer.alloc(BLOCK);
  const put = ([at, length]: HeaderField, text: string) => {
    if (header.write(text, at, length, 'latin1') !== text.length)
      throw new TarError(`${path}: the name is too long`);
  };
  const slash = path.lastIndexOf('/');
  put(PREFIX, path.slice(0, Math.max(slash, 0)));
  put(NAME, path.slice(slash + 1));
  put(MODE, octal(mode, MODE));
  put(OWNER, octal(0, OWNER));
  put(GROUP, octal(0, GROUP));
  if (size < OCTAL_SIZES) put(SIZE, octal(size, SIZE));
  else writeBinary(header, size);
  put(MTIME, octal(mtime, MTIME));
  put(TYPE, PLAIN_FILE);
  put(MAGIC, USTAR);
  put(SUM, `${sumOf(header).toString(8).padStart(6, '0')}\0 `);
  return header;
}

/** @throws TarError unless the header is one that `headerOf` makes: if it is damaged, of a link, or of another owner */
export function readHeader(header: Buffer): { name: string; size: number } {
  const text = ([at, length]: HeaderField) =>
    header.toString('latin1', at, at + length).replace(/\0.*$/s, '');
  const name = text(PREFIX) ? `${text(PREFIX)}/${text(NAME)}` : text(NAME);
  const size =
    header[SIZE[0]] === BINARY ? header.readUIntBE(SIZE[0] + 6, 6) : Number.parseInt(text(SIZE), 8);
  if (!headerOf(name, size, Number.parseInt(text(MTIME), 8)).equals(header))
    throw new TarError('a header is damaged');
  return { name, size };
}

const octal = (value: number, [, length]: HeaderField): string => value.toString(8).padStart(length - 1, '0');

/** Sizes from here on have more than eleven octal digits, and are written in binary, as GNU and POSIX tar read them. */
const OCTAL_SIZES = 8 ** 11;
const BINARY = 0x80;

function writeBinary(header: Buffer, size: number): void {
  header[SIZE[0]] = BINARY;
  header.writeUIntBE(size, SIZE[0] + 6, 6);
}

/** The sum of all bytes of a header, with spaces in place of its own field. */
function sumOf(header: Buffer): number {
  const field = header.subarray(SUM[0], SUM[0] + SUM[1]);
  return (
    header.reduce((sum, byte) => sum + byte, 0) -
    field.reduce((sum, byte) => sum + byte, 0) +
    ' '.charCodeAt(0) * SUM[1]
  );
}
