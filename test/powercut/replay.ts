import { descriptorOf, splitArguments } from './arguments.ts';
import { type Call, readCalls } from './calls.ts';
import { contentCalls } from './contents.ts';
import type { Disk } from './disk.ts';
import { nameCalls } from './names.ts';
import { locate, type Process, Processes, parentsIn } from './processes.ts';

/** The result of replaying a trace. */
export interface Replayed {
  disk: Disk;
  /** The positions at which responses began, by X-Request-Id. */
  answered: Map<string, number>;
  /** The positions at which these texts were first written. */
  written: Map<string, number>;
  /** The last line. */
  end: number;
}

/** The state that a call changes. */
export interface Context {
  disk: Disk;
  process: Process;
  /** The names from the root to a path; undefined if it is not below the root. */
  below(path: string): string[] | undefined;
}

/** Replays a call; false if it concerns nothing below the root. */
export type Handle = (call: Call, args: readonly string[], context: Context) => boolean;

export interface Traced {
  /** strace's output. */
  file: string;
  /** The working directory of the program. */
  folder: string;
  /** The folder that is replayed. */
  root: string;
}

/**
 * Replays a trace on a disk.
 * @param disk its state at the beginning
 * @param texts the texts whose first appearance is noted
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

/** Notes the response to a request, and the first appearance of a text. */
function note({ args, begun }: Call, texts: readonly string[], { answered, written }: Replayed): void {
  if (/^\d+<socket:/.test(args) && args.includes('"HTTP/1.1 ')) {
    const [, request] = /\\nx-request-id: ([\w-]+)/i.exec(args) ?? [];
    if (request !== undefined && !answered.has(request)) answered.set(request, begun);
  } else {
    for (const text of texts) if (!written.has(text) && args.includes(text)) written.set(text, begun);
  }
}

/** The traced calls. Those that a machine does not have are left out. */
export const TRACED = [...[...HANDLES.keys(), ...REFUSED, ...SENDS], ...['clone', 'clone3', 'fork', 'vfork']];
