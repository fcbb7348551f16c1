import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { crc32 } from 'node:zlib';
import type { LogMark } from '../../db/marks.ts';
import { languages } from '../../i18n/language.ts';
import { replaceFileSync } from '../../lib/private-files.ts';
import type { SegmentData } from './segment-data.ts';
import { fingerprintOf, traits } from './traits.ts';

/** A segment in a file. The file is derived data, which may be lost at any time. */
export interface SavedSegment {
  /** Distinguishes it from segments that other processes save in the same place. */
  readonly id: string;
  readonly data: SegmentData;
  /** The mark up to which it includes changes, for processes that load it while its full-text index is being built. */
  readonly mark?: LogMark | undefined;
}

/** The file of a new segment until the parent process takes it over. Other processes use the same folder. */
export const freshFile = (file: string, id: string): string => join(dirname(file), `events-${id}.index`);

/** The file of a segment's full-text index, which is written after the segment. */
export const wordsFile = (file: string, id: string): string => join(dirname(file), `words-${id}.index`);

/** The file of the mark up to which a segment and its full-text index include changes. It is written last. */
export const markFile = (file: string, id: string): string => join(dirname(file), `mark-${id}.json`);

/** Milliseconds for which another process may be about to open a file. */
const RECENT = 600_000;

/**
 * Removes files of unused segments and unfinished builds. A process that has one open can still read it.
 * @param used the ids of segments whose files are kept
 */
export function removeOld(file: string, used: readonly string[]): void {
  removeBeside(file, (name, path) => {
    if (!/^(words-|mark-|events-|events\.index\.)/.test(name)) return false;
    if (used.some(id => name.includes(id))) return false;
    // Another process may just have taken the file over.
    const { mtimeMs = Infinity } = statSync(path, { throwIfNoEntry: false }) ?? {};
    return Date.now() - mtimeMs > RECENT;
  });
}

export function removeUnfinished(file: string, id: string): void {
  try {
    removeBeside(file, name => name.includes(id));
  } catch {
    // The next cleanup removes them.
  }
}

function removeBeside(file: string, isOver: (name: string, path: string) => boolean): void {
  const folder = dirname(file);
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (isOver(name, path)) rmSync(path, { force: true });
  }
}

export const saveMark = (file: string, mark: LogMark): void =>
  replaceFileSync(file, Buffer.from(JSON.stringify(mark)));

export function loadMark(file: string): LogMark | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as LogMark;
  } catch {
    return undefined;
  }
}

/**
 * The version of the format, incremented with each change; the languages, whose order gives the bits; the table of
 * traits, which gives states their meaning; and the version of V8, whose serialisation format may change.
 */
const FORMAT = `11 ${languages.join()} ${fingerprintOf(traits)} ${process.versions.v8}`;

// Layout: checksum of the rest, length of the description, the description, then the arrays, each aligned for its
// numbers.
const HEAD = 8;
const ALIGNED = 8;
const aligned = (offset: number): number => Math.ceil(offset / ALIGNED) * ALIGNED;

export function saveSegment(file: string, saved: SavedSegment): void {
  const arrays: SavedArray[] = [];
  const description = serialize({ format: FORMAT, ...(withoutArrays(saved, arrays) as object) });
  let end = aligned(HEAD + description.length);
  for (const { byteLength } of arrays) end = aligned(end + byteLength);
  const bytes = Buffer.alloc(end);
  bytes.writeUInt32LE(description.length, 4);
  description.copy(bytes, HEAD);
  let at = aligned(HEAD + description.length);
  for (const array of arrays) {
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), at);
    at = aligned(at + array.byteLength);
  }
  bytes.writeUInt32LE(crc32(bytes.subarray(4)));
  replaceFileSync(file, bytes);
}

/** Undefined if the file is missing or invalid. The arrays are views of one buffer. */
export function loadSegment(file: string): SavedSegment | undefined {
  try {
    const bytes = readFileSync(file);
    if (crc32(bytes.subarray(4)) !== bytes.readUInt32LE()) return undefined;
    const length = bytes.readUInt32LE(4);
    const { format, ...saved } = deserialize(bytes.subarray(HEAD, HEAD + length));
    if (format !== FORMAT) return undefined;
    // The reverse of withoutArrays.
    return withArrays(saved, bytes, { at: aligned(HEAD + length) }) as SavedSegment;
  } catch {
    return undefined;
  }
}

const types = { Uint8Array, Uint16Array, Uint32Array, Float64Array };
type SavedArray = InstanceType<(typeof types)[keyof typeof types]>;

interface Placeholder {
  readonly array: keyof typeof types;
  readonly length: number;
}

/**
 * Whether a value may contain arrays. All items of a map or list have one type, so only the first is checked: there may
 * be thousands of numbers.
 */
function mayHoldArrays(value: unknown): value is object {
  if (value instanceof Map || Array.isArray(value)) return mayHoldArrays(value.values().next().value);
  return typeof value === 'object' && value !== null;
}

function withoutArrays(value: unknown, arrays: SavedArray[]): unknown {
  if (ArrayBuffer.isView(value)) {
    const array = value as SavedArray;
    arrays.push(array);
    return { array: array.constructor.name, length: array.length };
  }
  if (!mayHoldArrays(value)) return value;
  if (value instanceof Map) return new Map([...value].map(([key, one]) => [key, withoutArrays(one, arrays)]));
  if (Array.isArray(value)) return value.map(one => withoutArrays(one, arrays));
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withoutArrays(one, arrays)]));
}

function withArrays(value: unknown, bytes: Buffer, next: { at: number }): unknown {
  if (!mayHoldArrays(value)) return value;
  if (value instanceof Map) {
    for (const [key, one] of value) value.set(key, withArrays(one, bytes, next));
    return value;
  }
  if (Array.isArray(value)) return value.map(one => withArrays(one, bytes, next));
  if ('array' in value) {
    const { array, length } = value as Placeholder;
    const view = new types[array](bytes.buffer as ArrayBuffer, bytes.byteOffset + next.at, length);
    next.at = aligned(next.at + view.byteLength);
    return view;
  }
  const object = value as Record<string, unknown>;
  for (const [name, one] of Object.entries(object)) object[name] = withArrays(one, bytes, next);
  return object;
}
