import { descriptorOf, splitArguments } from './arguments.ts';
import { type Call, readCalls } from './calls.ts';
import { contentCalls } from './contents.ts';
import type { Disk } from './disk.ts';
import { nameCalls } from './names.ts';
import { locate, type Process, Processes, parentsIn } from './processes.ts';

/** What a trace has told. */
export interface Replayed {
  disk: Disk;
  /** Where the answer to each request began to be sent, by its X-Request-Id. */
  answered: Map<string, number>;
  /** Where each of the texts that were looked for was first written. */
  written: Map<string, number>;
  /** The last line. */
  end: number;
}

/** What a call is carried out on. */
export interface Context {
  disk: Disk;
  process: Process;
  /** The names from the root down to a path; undefined where it is not below the root. */
  below(path: string): string[] | undefined;
}

/** Carries out a call; false where it is about nothing below the root. */
export type Handle = (call: Call, args: readonly string[], context: Context) => boolean;

export interface Traced {
  /** What strace has written. */
  file: string;
  /** The folder in which the program began. */
  folder: string;
  /** The folder that is replayed. */
  root: string;
}

/**
 * Carries out on a disk what a trace tells.
 * @param disk as it was at the beginning
 * @param texts those whose first appearance is looked for
 */
export async function replay(
  disk: Disk,
  { file, folder, root }: Traced,
  texts: readonly string[],
): Promise<Replayed> {
  const processes = new Processes(await parentsIn(readCalls(file)), folder);
  const replayed: Replayed = { disk, answered: new Map(), written: new Map(), end: 0 };
  const below = (path: string) =>
    path === root ? [] : path.startsWith(`${root}/`) ? path.slice(root.length + 1).split('/') : undefined;
  for await (const call of readCalls(file)) {
    const context = { disk, below, process: processes.of(call.thread) };
    replayed.end = Math.max(replayed.end, call.begun);
    if (call.result.startsWith('-1 ')) continue;
    const handle = HANDLES.get(call.name);
    if (handle?.(call, splitArguments(call.args), context) === true) continue;
    if (REFUSED.has(call.name) && call.args.includes(root))
      throw new Error(`the replay does not know what this does: ${call.name}(${call.args.slice(0, 200)})`);
    if (SENDS.has(call.name)) note(call, texts, replayed);
  }
  return replayed;
}

const chdir: Handle = (_, [path], { process }) => {
  process.folder = locate(process, path!);
  return false;
};

const fchdir: Handle = (_, [descriptor], { process }) => {
  process.folder = descriptorOf(descriptor!).path;
  return false;
};

const HANDLES = new Map<string, Handle>(Object.entries({ ...nameCalls, ...contentCalls, chdir, fchdir }));

const REFUSED = new Set([
  ...['link', 'linkat', 'symlink', 'symlinkat', 'truncate', 'sendfile', 'copy_file_range', 'splice'],
  ...['sync_file_range2', 'syncfs', 'openat2', 'pwritev2', 'mknod', 'mknodat'],
]);

const SENDS = new Set(['write', 'writev', 'sendto', 'sendmsg']);

/** Notes the answer to a request, and the first appearance of a text. */
function note({ args, begun }: Call, texts: readonly string[], { answered, written }: Replayed): void {
  if (/^\d+<socket:/.test(args) && args.includes('"HTTP/1.1 ')) {
    const [, request] = /\\nx-request-id: ([\w-]+)/i.exec(args) ?? [];
    if (request !== undefined && !answered.has(request)) answered.set(request, begun);
  } else {
    for (const text of texts) if (!written.has(text) && args.includes(text)) written.set(text, begun);
  }
}

/** The calls that are traced; those that a machine does not have are left out. */
export const TRACED = [...[...HANDLES.keys(), ...REFUSED, ...SENDS], ...['clone', 'clone3', 'fork', 'vfork']];
