import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { renameSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { LogMark } from '../../db/marks.ts';
import type { Reads } from '../../db/prepared.ts';
import { type FullText, openFullText } from '../../fulltext/full-text.ts';
import { countEvents, readAll, readTitles } from './read.ts';
import { type Changed, merged, type SegmentData, segmentData } from './segment-data.ts';
import { freshFile, loadSegment, removeUnfinished, type SavedSegment, wordsFile } from './segment-file.ts';

/** The store's address for another process: the file of the embedded store, or the address of a server. */
export type StoreAddress = { readonly file: string } | { readonly url: string };

/** The task of a build process: to build a segment and its full-text index. */
export interface BuildTask {
  readonly store: StoreAddress;
  readonly out: string;
  readonly mark: LogMark | undefined;
  readonly id: string;
  /** A new segment, or the saved one, if only its full-text index is missing. */
  readonly segment: 'new' | 'saved';
  /** The segment to update, and the events that have changed since; otherwise all events are read. */
  readonly base?: { readonly id: string; readonly changed: readonly number[] };
  /** Whether the next process takes the full-text index up where this one is stopped. */
  readonly isResumed: boolean;
}

/**
 * More events than this are read and merged by a separate process, so that requests are answered meanwhile. With no
 * more than this, there is no full-text index.
 */
export const SMALL_CALENDAR = 2000;

/** A segment with its full-text index. A small calendar has none: SQL finds words quickly. */
export interface Built extends SavedSegment {
  readonly words: FullText | undefined;
  /** The full-text index if it is still being built. */
  readonly later?: Promise<FullText>;
}

export type SegmentRequest = Pick<BuildTask, 'store' | 'out' | 'mark'> & {
  /** Whether no other process builds in the same place. */
  readonly isAlone: boolean;
  readonly signal: AbortSignal;
};

/** The segment of all events of a small calendar, which is in no file; undefined for a larger one. */
export async function readSmall(reads: Reads): Promise<Built | undefined> {
  if ((await countEvents(reads, SMALL_CALENDAR + 1)) > SMALL_CALENDAR) return undefined;
  const { columns, titles } = await readAll(reads);
  return { id: randomUUID(), data: segmentData(columns, titles), words: undefined };
}

/** Builds the segment of all events. Changes during the build may be included or not. */
export async function readSegment(request: SegmentRequest): Promise<Built> {
  const id = randomUUID();
  const first = Promise.withResolvers<Built>();
  const task = { ...request, id, segment: 'new', isResumed: request.isAlone } as const;
  const later = build(task, () => first.resolve({ ...takeOver(request.out, id), later })).then(() =>
    openFullText(wordsFile(request.out, id)),
  );
  later.catch(first.reject);
  return first.promise;
}

/** Merges changed events into the segment of a small calendar; undefined for a larger one. */
export async function mergeSmall(
  reads: Reads,
  { columns }: SegmentData,
  changed: Changed,
): Promise<Built | undefined> {
  if (columns.size > SMALL_CALENDAR) return undefined;
  const fresh = merged(columns, changed);
  return { id: randomUUID(), data: segmentData(fresh, await readTitles(reads, fresh)), words: undefined };
}

export async function mergeSegment(base: string, changed: Changed, request: SegmentRequest): Promise<Built> {
  const id = randomUUID();
  const from = { id: base, changed: [...changed.keys()] };
  await build({ ...request, id, segment: 'new', base: from, isResumed: false });
  return takeOver(request.out, id);
}

/** Builds the full-text index of the saved segment, or the rest of it. */
export async function readWords(id: string, request: SegmentRequest): Promise<FullText> {
  await build({ ...request, id, segment: 'saved', isResumed: request.isAlone });
  return openFullText(wordsFile(request.out, id));
}

/** Runs a build process, so that the memory for the build is freed with it. */
async function build(
  { signal, isAlone: _, ...task }: BuildTask & SegmentRequest,
  onSegment?: () => void,
): Promise<void> {
  const program = fileURLToPath(new URL('./build-process.ts', import.meta.url));
  // Options of this process, such as those of a debugger, are not passed on.
  const execArgv: string[] = [];
  const stdio = ['ignore', 'ignore', 'pipe', 'ipc'] as const;
  const child = fork(program, { execArgv, stdio: [...stdio], signal, killSignal: 'SIGKILL' });
  // A process that cannot start reports the error twice: to `once` below, and as an error of `send`.
  child.on('error', () => {});
  const ended = once(child, 'exit');
  let output = '';
  child.stderr!.on('data', data => {
    output += data;
  });
  // The segment is in its file.
  child.on('message', () => {
    try {
      onSegment?.();
    } catch (error) {
      output += error;
      child.kill('SIGKILL');
    }
  });
  try {
    // Not passed on the command line, which other accounts can see: the server's address may contain a password.
    child.send(task);
    const [code, killed] = await ended;
    if (code !== 0)
      throw new Error(`the index of events could not be built (${killed ?? code}): ${output.slice(0, 1000)}`);
  } catch (error) {
    if (!signal.aborted || !task.isResumed) removeUnfinished(task.out, task.id);
    throw error;
  }
}

/** Takes over a new segment. The next start of the service will load it. */
function takeOver(file: string, id: string): Built {
  const fresh = freshFile(file, id);
  const saved = loadSegment(fresh);
  if (!saved) throw new Error('the index of events cannot be read');
  renameSync(fresh, file);
  return { ...saved, words: openWords(wordsFile(file, id)) };
}

/** Loads a saved segment with its full-text index. */
export function loadBuilt(file: string): Built | undefined {
  const saved = loadSegment(file);
  return saved && { ...saved, words: openWords(wordsFile(file, saved.id)) };
}

/** The full-text index of a segment; undefined if it is missing or damaged. */
export function openWords(file: string): FullText | undefined {
  try {
    return openFullText(file);
  } catch {
    return undefined;
  }
}
