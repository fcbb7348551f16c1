import { resolve } from 'node:path';
import { AT_FDCWD, descriptorOf, pathOf } from './arguments.ts';
import type { Call } from './calls.ts';
import type { File } from './disk.ts';

/** A file that a process has open. */
export interface Opened {
  file: File;
  /** Where it is read or written next. */
  offset: number;
  appends: boolean;
  /** The line of the trace at which it was known to be open. */
  since: number;
}

/** Threads share its folder and what it has open. */
export interface Process {
  folder: string;
  readonly opened: Map<number, Opened>;
}

/** What began a thread. */
interface Parent {
  thread: number;
  isThread: boolean;
}

/** The threads that calls began: a thread may be heard of before its parent learns that it has begun. */
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

/** The processes in a trace, by their threads. */
export class Processes {
  readonly #parents: ReadonlyMap<number, Parent>;
  readonly #known = new Map<number, Process>();
  readonly #first: string;

  /** @param folder in which the first one began */
  constructor(parents: ReadonlyMap<number, Parent>, folder: string) {
    this.#parents = parents;
    this.#first = folder;
  }

  of(thread: number): Process {
    const known = this.#known.get(thread);
    if (known) return known;
    const parent = this.#parents.get(thread);
    const above = parent && this.of(parent.thread);
    // What a child inherits is found by its path.
    const process = parent?.isThread ? above! : { folder: above?.folder ?? this.#first, opened: new Map() };
    this.#known.set(thread, process);
    return process;
  }
}

/** The path that an argument gives, from the folder of the process or of a descriptor before it. */
export function locate({ folder }: Process, argument: string, beside?: string): string {
  const at = beside === undefined ? undefined : descriptorOf(beside);
  const from = at === undefined || (at.number === AT_FDCWD && at.path === '') ? folder : at.path;
  return resolve(from, pathOf(argument));
}
