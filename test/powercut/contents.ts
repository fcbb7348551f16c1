import { bytesIn, descriptorOf } from './arguments.ts';
import type { Call } from './calls.ts';
import { File, type Node } from './disk.ts';
import { spanOf } from './names.ts';
import type { Opened } from './processes.ts';
import type { Context, Handle } from './replay.ts';

/** What a descriptor stands for, where it is below the root. */
function nodeOf(descriptor: string, { disk, process, below }: Context): Node | undefined {
  const { number, path, isGone } = descriptorOf(descriptor);
  const names = below(path);
  if (!names) return undefined;
  // A file without a name is known to those who have it open.
  return isGone ? process.opened.get(number)?.file : disk.find(names);
}

/** A file and where this process is in it: unknown where it did not open it itself. */
function openedOf({ begun }: Call, descriptor: string, context: Context): Opened | undefined {
  const { number } = descriptorOf(descriptor);
  const file = nodeOf(descriptor, context);
  if (!(file instanceof File)) return undefined;
  const known = context.process.opened.get(number);
  if (known?.file === file) return known;
  const opened = { file, offset: Number.NaN, appends: false, since: begun };
  context.process.opened.set(number, opened);
  return opened;
}

/** Writes where the process is, or at an offset that it gives. */
function write(call: Call, descriptor: string, data: string, context: Context, offset?: string): boolean {
  const opened = openedOf(call, descriptor, context);
  if (!opened) return false;
  const { file, appends } = opened;
  const at = appends ? file.length : offset === undefined ? opened.offset : Number(offset);
  if (!Number.isInteger(at)) throw new Error(`where is written is unknown: ${descriptor}`);
  const span = spanOf(call);
  const bytes = bytesIn(data).subarray(0, Number(call.result));
  file.write(span, at, bytes);
  if (offset === undefined) opened.offset = at + bytes.length;
  return true;
}

const resize: Handle = (call, [descriptor, length], context) => {
  const opened = openedOf(call, descriptor!, context);
  opened?.file.resize(spanOf(call), Number(length));
  return opened !== undefined;
};

/** Room for a file: it reads as zeros, unless it is beyond the end and keeps the size. */
const allocate: Handle = (call, [descriptor, mode, offset, length], context) => {
  const opened = openedOf(call, descriptor!, context);
  if (!opened) return false;
  if (mode !== '0') throw new Error(`the replay does not know fallocate with ${mode}`);
  const end = Number(offset) + Number(length);
  if (end > opened.file.length) opened.file.resize(spanOf(call), end);
  return true;
};

const sync: Handle = ({ begun, done }, [descriptor], context) => {
  const node = nodeOf(descriptor!, context);
  node?.syncs.push({ begun, done });
  return node !== undefined;
};

const seek: Handle = (call, [descriptor], context) => {
  const opened = openedOf(call, descriptor!, context);
  if (opened) opened.offset = Number(call.result);
  return opened !== undefined;
};

const close: Handle = ({ begun }, [descriptor], { process }) => {
  const { number } = descriptorOf(descriptor!);
  // Its number may be given to another file before the caller learns that it is closed.
  if ((process.opened.get(number)?.since ?? 0) < begun) process.opened.delete(number);
  return false;
};

/** Writing by memory is seen by nobody: only what need not survive may be written so. */
const map: Handle = (_call, [, , protection, flags, descriptor], context) => {
  if (!protection?.includes('PROT_WRITE') || !flags?.includes('MAP_SHARED')) return false;
  const node = nodeOf(descriptor!, context);
  if (node && !isVolatile(node.path)) throw new Error(`${node.path} is written by memory`);
  return node !== undefined;
};

/** Whether a file is of no use to the next start: memory that processes share, and the number of one. */
export const isVolatile = (path: string): boolean => /-shm$|\/pg_dynshmem\/|\/postmaster\.pid$/.test(path);

/** Calls that change what is in files, or sync it, by their names. */
export const contentCalls: Record<string, Handle> = {
  write: (call, [descriptor, data], context) => write(call, descriptor!, data!, context),
  writev: (call, [descriptor, data], context) => write(call, descriptor!, data!, context),
  pwrite64: (call, [descriptor, data, , at], context) => write(call, descriptor!, data!, context, at),
  pwritev: (call, [descriptor, data, , at], context) => write(call, descriptor!, data!, context, at),
  ftruncate: resize,
  fallocate: allocate,
  fsync: sync,
  fdatasync: sync,
  lseek: seek,
  close,
  mmap: map,
};
