import { fstatSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { bytesOf } from './gaps.ts';
import { type FileOutput, readFully } from './sequential-file.ts';

const MAGIC = 0x776f726473;
/**
 * The file format's version. Add 1000 with each change. It includes the Unicode version, which defines what a letter
 * is.
 */
export const VERSION = 1000 + Number(process.versions.unicode);

/**
 * A file consists of the header; the postings of words and precomputed ones of substrings; the sorted suffixes of the dictionary;
 * and the tables. Numbers use the machine's byte order. The header has 8 bytes per number: magic, version, number of
 * texts, length in bytes of the postings, of the suffixes and of each table, checksum of the tables, checksum of the
 * header.
 */
const HEADER = 11;
export const POSTINGS_AT = HEADER * 8;

/** The tables that are loaded when a file is opened. */
export interface FullTextTables {
  readonly size: number;
  /** Where each posting begins and the last one ends, in words of 32 bits. */
  readonly offsets: Uint32Array;
  /** Every `SAMPLED`th of the sorted suffixes. */
  readonly samples: Uint32Array;
  /** Start and end of each suffix range that has a posting. */
  readonly precomputed: Uint32Array;
  /** All words, with a zero byte before and after each. */
  readonly dictionary: Buffer;
}

/** Position and number of the sorted suffixes in the file. */
export interface SuffixLocation {
  readonly position: number;
  readonly count: number;
}

/** Writes the tables after the postings and suffixes; returns the header, which the caller writes at the start. */
export function writeTables(
  output: FileOutput,
  tables: FullTextTables,
  suffixes: SuffixLocation,
): Uint8Array {
  const { offsets, samples, precomputed, dictionary } = tables;
  const sections = [bytesOf(offsets), bytesOf(samples), bytesOf(precomputed), dictionary];
  for (const section of sections) output.write(section);
  const fields = [MAGIC, VERSION, tables.size, suffixes.position - POSTINGS_AT, suffixes.count * 4];
  const lengths = sections.map(section => section.length);
  const header = Float64Array.of(...fields, ...lengths, checksum(sections), 0);
  header[HEADER - 1] = checksumOf(header);
  return bytesOf(header);
}

/** Reads the tables of a file. Throws if the file is not an index, is truncated, or is damaged. */
export function readTables(file: number): { tables: FullTextTables; suffixes: SuffixLocation } {
  const header = new Float64Array(HEADER);
  const { size: length } = fstatSync(file);
  if (length >= POSTINGS_AT) readFully(file, bytesOf(header), 0);
  if (header[0] !== MAGIC) throw new Error('It is not an index of words.');
  if (header[1] !== VERSION) throw new Error('It is of another version.');
  if (header[HEADER - 1] !== checksumOf(header)) throw new Error('Its header is broken.');
  const [size, ...lengths] = header.subarray(2, HEADER - 2);
  if (length !== lengths.reduce((sum, part) => sum + part, POSTINGS_AT)) throw new Error('It is cut.');
  const [postings, suffixes, ...sections] = lengths as [number, number, number, number, number, number];
  let position = POSTINGS_AT + postings + suffixes;
  const read = sections.map(section => {
    const bytes = Buffer.from(new ArrayBuffer(section));
    readFully(file, bytes, position);
    position += section;
    return bytes;
  });
  if (checksum(read) !== header[HEADER - 2]) throw new Error('Its tables are broken.');
  const [offsets, samples, precomputed, dictionary] = read as [Buffer, Buffer, Buffer, Buffer];
  return {
    tables: {
      size: size!,
      offsets: new Uint32Array(offsets.buffer),
      samples: new Uint32Array(samples.buffer),
      precomputed: new Uint32Array(precomputed.buffer),
      dictionary,
    },
    suffixes: { position: POSTINGS_AT + postings, count: suffixes / 4 },
  };
}

const checksum = (sections: readonly Uint8Array[]): number =>
  sections.reduce((sum, section) => crc32(section, sum), 0);

const checksumOf = (header: Float64Array): number => crc32(bytesOf(header.subarray(0, HEADER - 1)));
