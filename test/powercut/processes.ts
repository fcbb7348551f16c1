import { resolve } from 'node:path';
import { AT_FDCWD, descriptorOf, pathOf } from './arguments.ts';
import type { Call } from './calls.ts';
import type { File } from './disk.ts';

/** A file that a process has open. */
export interface Opened {
  file: File;
  /** The position of the next read or write. */
  offset: number;
  appends: boolean;
  /** The line of the trace at which it was known to be open. */
  since: number;
}

/** A process. Its threads share its folder and open files. */
export interface Process {
  folder: string;
  readonly opened: Map<number, Opened>;
}

/** The parent of a thread. */
interface Parent {
  thread: number;
  isThread: boolean;
}

/** The threads created by calls. A thread may appear in the trace before the call that created it returns. */
export async function parentsIn(calls: AsyncIterable<Call>): Promise<Map<number, Parent>> {
  const parents = new Map<number, Parent>();
  for await (const { name, thread, args, result } of calls) {
    const child = Number(result);
    if (BEGINS.has(name) && child > 0)
      parents.set(child, { thread, isThread: args.includes('CLONE_THREAD') });
  }
  return parents;
}

const BEGINS = new Set(['clone', 'clone3', 'fork', 'vfork']);

/** The processes of a trace, by thread. */
export class Processes {
  readonly #parents: ReadonlyMap<number, Parent>;
  readonly #known = new Map<number, Process>();
  readonly #first: string;

  /** @param folder the working directory of the first process */
  constructor(parents: ReadonlyMap<number, Parent>, folder: string) {
    this.#parents = parents;
    this.#first = folder;
  }

  of(thread: number): Process {
    const known = this.#known.get(thread);
    if (known) return known;
    const parent = this.#parents.get(thread);
    const above = parent && this.of(parent.thread);
    // Files that a child inherits are found by their paths.
    const process = parent?.isThread ? above! : { folder: above?.folder ?? this.#first, opened: new Map() };
    this.#known.set(thread, process);
    return process;
  }
}

/** The path in an argument, relative to the folder of the process or of the descriptor before it. */
export function locate({ folder }: Process, argument: string, beside?: string): string {
  const at = beside === undefined ? undefined : descriptorOf(beside);
  const from = at === undefined || (at.number === AT_FDCWD && at.path === '') ? folder : at.path;
  return resolve(from, pathOf(argument));
}
