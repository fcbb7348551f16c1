import { bytesIn, descriptorOf } from './arguments.ts';
import type { Call } from './calls.ts';
import { File, type Node } from './disk.ts';
import { spanOf } from './names.ts';
import type { Opened } from './processes.ts';
import type { Context, Handle } from './replay.ts';

/** The file or folder of a descriptor, if it is below the root. */
function nodeOf(descriptor: string, { disk, process, below }: Context): Node | undefined {
  const { number, path, isGone } = descriptorOf(descriptor);
  const names = below(path);
  if (!names) return undefined;
  // A deleted file is known to the processes that have it open.
  return isGone ? process.opened.get(number)?.file : disk.find(names);
}

/** A file and this process's position in it, which is unknown if the process did not open it itself. */
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

/** Writes at the process's position, or at a given offset. */
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

/** Allocates room for a file. It reads as zeros, unless it is beyond the end and the size is kept. */
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
  // Another file may get the number before the caller learns that the old one is closed.
  if ((process.opened.get(number)?.since ?? 0) < begun) process.opened.delete(number);
  return false;
};

/**
 * A trace does not show writes through mapped memory, so only files that need not survive may be mapped for writing.
 */
const map: Handle = (_call, [, , protection, flags, descriptor], context) => {
  if (!protection?.includes('PROT_WRITE') || !flags?.includes('MAP_SHARED')) return false;
  const node = nodeOf(descriptor!, context);
  if (node && !isVolatile(node.path)) throw new Error(`${node.path} is written by memory`);
  return node !== undefined;
};

/** Whether the next start has no use for a file: shared memory, and process numbers. */
export const isVolatile = (path: string): boolean => /-shm$|\/pg_dynshmem\/|\/postmaster\.pid$/.test(path);

/** Calls that change or sync the content of files, by name. */
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
