import { descriptorOf } from './arguments.ts';
import type { Call } from './calls.ts';
import { File, Folder, type Node, type Span } from './disk.ts';
import { locate } from './processes.ts';
import type { Context, Handle } from './replay.ts';

/** A trace that does not show whether a change was made, because the process was killed during it. */
export class Interrupted extends Error {}

/** When a change was made. */
export function spanOf({ name, begun, done }: Call): Span {
  if (done === Infinity) throw new Interrupted(`a process was killed in the midst of ${name}`);
  return { begun, done };
}

/** Opens a file; the argument before the path is the folder that it is relative to. */
function open(call: Call, [beside, path, flags]: readonly (string | undefined)[], context: Context): boolean {
  const { disk, process, below } = context;
  const opened = descriptorOf(call.result);
  const requested = locate(process, path!, beside);
  // The path of an open file as the system reports it.
  const names = below(opened.path || requested);
  if (!names || (call.done === Infinity && !flags!.includes('O_CREAT'))) return false;
  const span = spanOf(call);
  if (/O_D?SYNC|O_DIRECT\b|O_TMPFILE/.test(flags!)) throw new Error(`the replay does not know ${flags}`);
  let node = disk.find(names);
  if (!node) {
    if (!flags!.includes('O_CREAT')) throw new Error(`${requested} is opened, and was never made`);
    node = new File(names.join('/'));
    disk.change(span, [{ ...placeOf(names, context), node }]);
  } else if (flags!.includes('O_TRUNC') && node instanceof File && node.length > 0) node.resize(span, 0);
  if (node instanceof File)
    process.opened.set(opened.number, {
      ...{ file: node, offset: 0, appends: flags!.includes('O_APPEND'), since: span.done },
    });
  return true;
}

/** The folder that contains a name. */
function placeOf(names: readonly string[], { disk }: Context): { folder: Folder; name: string } {
  const folder = disk.find(names.slice(0, -1));
  if (!(folder instanceof Folder)) throw new Error(`the folder of ${names.join('/')} was never made`);
  return { folder, name: names.at(-1)! };
}

function mkdir(call: Call, beside: string | undefined, path: string, context: Context): boolean {
  const names = context.below(locate(context.process, path, beside));
  if (!names) return false;
  context.disk.change(spanOf(call), [{ ...placeOf(names, context), node: new Folder(names.join('/')) }]);
  return true;
}

function remove(call: Call, beside: string | undefined, path: string, context: Context): boolean {
  const names = context.below(locate(context.process, path, beside));
  if (!names) return false;
  context.disk.change(spanOf(call), [{ ...placeOf(names, context), node: undefined }]);
  return true;
}

/** @param flags must be empty: none is supported */
function rename(call: Call, from: string, to: string, context: Context, flags = '0'): boolean {
  const [before, after] = [context.below(from), context.below(to)];
  if (!before && !after) return false;
  if (!before || !after || flags !== '0')
    throw new Error(`the replay does not know how ${from} becomes ${to}`);
  const node: Node | undefined = context.disk.find(before);
  if (!node) throw new Error(`${from} is renamed, and was never made`);
  context.disk.change(spanOf(call), [
    { ...placeOf(before, context), node: undefined },
    { ...placeOf(after, context), node },
  ]);
  return true;
}

/** Calls that change names, by name. */
export const nameCalls: Record<string, Handle> = {
  open: (call, [path, flags], context) => open(call, [undefined, path, flags], context),
  openat: open,
  creat: (call, [path], context) => open(call, [undefined, path, 'O_CREAT|O_TRUNC'], context),
  mkdir: (call, [path], context) => mkdir(call, undefined, path!, context),
  mkdirat: (call, [beside, path], context) => mkdir(call, beside, path!, context),
  rmdir: (call, [path], context) => remove(call, undefined, path!, context),
  unlink: (call, [path], context) => remove(call, undefined, path!, context),
  unlinkat: (call, [beside, path], context) => remove(call, beside, path!, context),
  rename: (call, [from, to], context) =>
    rename(call, locate(context.process, from!), locate(context.process, to!), context),
  renameat: (call, [of, from, beside, to], context) =>
    rename(call, locate(context.process, from!, of), locate(context.process, to!, beside), context),
  renameat2: (call, [of, from, beside, to, flags], context) =>
    rename(call, locate(context.process, from!, of), locate(context.process, to!, beside), context, flags),
};
