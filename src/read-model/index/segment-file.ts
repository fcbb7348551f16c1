import { randomUUID } from 'node:crypto';
import { closeSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { crc32 } from 'node:zlib';
import type { Mark } from '../../db/marks.ts';
import { makeFolderSync, openPrivateSync } from '../../lib/private-files.ts';
import type { SegmentData } from './segment.ts';

/** A segment as a file. It is derived: it may be lost at any time. */
export interface SavedSegment {
  /** Tells it from those that other processes leave in the same place. */
  readonly id: string;
  readonly data: SegmentData;
}

/** Where a segment lies until who asked for it has taken it: others in the same folder leave theirs. */
export const freshFile = (file: string, id: string): string => join(dirname(file), `events-${id}.index`);

/** The file of the index of a segment's words, which is there a while after the segment. */
export const wordsFile = (file: string, id: string): string => join(dirname(file), `words-${id}.index`);

/** The file of the mark up to which a segment and its words know the changes: the last that is left of them. */
export const markFile = (file: string, id: string): string => join(dirname(file), `mark-${id}.json`);

/** Milliseconds for which another segment, or its words, may be just about to be opened. */
const RECENT = 600_000;

/** Removes words and marks of segments that are no longer used, and what was never finished. Who has one open keeps it. */
export function removeOld(file: string): void {
  removeBeside(file, (name, path) => {
    if (!/^(words-|mark-|events-|events\.index\.)/.test(name)) return false;
    // Another process may just have taken it.
    const { mtimeMs = Infinity } = statSync(path, { throwIfNoEntry: false }) ?? {};
    return Date.now() - mtimeMs > RECENT;
  });
}

/** Removes what is left of the building of a segment that failed. */
export function removeUnfinished(file: string, id: string): void {
  try {
    removeBeside(file, name => name.includes(id));
  } catch {
    // It is removed with what is old.
  }
}

function removeBeside(file: string, isOver: (name: string, path: string) => boolean): void {
  const folder = dirname(file);
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (isOver(name, path)) rmSync(path, { force: true });
  }
}

export const saveMark = (file: string, mark: Mark): void =>
  replaceFile(file, Buffer.from(JSON.stringify(mark)));

export function loadMark(file: string): Mark | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Mark;
  } catch {
    return undefined;
  }
}

/** Grows with each change of what is in it; another runtime may spell it otherwise. */
const FORMAT = `6 ${process.versions.v8}`;

// Checksum of the rest and length of the description, the description, then the arrays, each where its numbers may lie.
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
  replaceFile(file, bytes);
}

function replaceFile(file: string, bytes: Buffer): void {
  makeFolderSync(dirname(file));
  const unfinished = `${file}.${randomUUID()}`;
  try {
    // On disk before it has its name: after a power cut it is whole, or not there.
    writePrivately(unfinished, bytes);
    renameSync(unfinished, file);
  } finally {
    rmSync(unfinished, { force: true });
  }
}

function writePrivately(path: string, bytes: Buffer): void {
  const file = openPrivateSync(path, 'w');
  try {
    writeFileSync(file, bytes, { flush: true });
  } finally {
    closeSync(file);
  }
}

/** Undefined where there is none, or none that can be trusted. Its arrays are views of one buffer. */
export function loadSegment(file: string): SavedSegment | undefined {
  try {
    const bytes = readFileSync(file);
    if (crc32(bytes.subarray(4)) !== bytes.readUInt32LE()) return undefined;
    const length = bytes.readUInt32LE(4);
    const { format, ...saved } = deserialize(bytes.subarray(HEAD, HEAD + length));
    if (format !== FORMAT) return undefined;
    // What withoutArrays took out of a SavedSegment.
    return withArrays(saved, bytes, { at: aligned(HEAD + length) }) as SavedSegment;
  } catch {
    return undefined;
  }
}

const types = { Uint8Array, Uint16Array, Uint32Array, Float64Array };
type SavedArray = InstanceType<(typeof types)[keyof typeof types]>;

/** Stands for an array in the description. */
interface Placeholder {
  readonly array: keyof typeof types;
  readonly length: number;
}

/** Whether arrays may be in it: what is in a map or a list is of one kind, and there may be thousands of numbers. */
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
