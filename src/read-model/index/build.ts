import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { renameSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Mark } from '../../db/marks.ts';
import type { Reads } from '../../db/prepared.ts';
import { type FullText, openFullText } from '../../fulltext/full-text.ts';
import type { Columns } from './columns.ts';
import { type Changed, merged } from './merge.ts';
import { countEvents, readColumns, readTitles } from './read.ts';
import { type SegmentData, segmentData } from './segment-data.ts';
import { freshFile, loadSegment, removeUnfinished, type SavedSegment, wordsFile } from './segment-file.ts';

/** The store's address for another process: the file of the embedded store, or the address of a server. */
export type StoreAddress = { readonly file: string } | { readonly url: string };

/**
 * The task of a build process: build the segment of all events, or update a segment with some events that are read
 * again.
 */
export interface BuildTask {
  readonly store: StoreAddress;
  readonly out: string;
  readonly mark: Mark | undefined;
  readonly id: string;
  /** The segment to update, and the events that have changed since. */
  readonly base?: { readonly id: string; readonly changed: readonly number[] };
}

/** Progress of a build process: the segment, or its full-text index, is in its file. */
export type Stage = 'segment' | 'words';

/**
 * More events than this are read and merged by a separate process, so that requests are answered meanwhile. With no
 * more than this, there is no full-text index.
 */
export const SMALL_CALENDAR = 2000;

/**
 * Milliseconds before a build process starts, so that the start of the service and its first answers get the whole
 * machine.
 */
const START_DELAY = 1500;

/** A segment with its full-text index. A small calendar has none: SQL finds words quickly. */
export interface Built extends SavedSegment {
  readonly words: FullText | undefined;
  /** The full-text index if it is still being built. */
  readonly later?: Promise<FullText>;
}

type SegmentRequest = Pick<BuildTask, 'store' | 'out' | 'mark'> & {
  /** Aborts the build. */
  readonly signal: AbortSignal;
};

/** The segment of all events of a small calendar, which is in no file; undefined for a larger one. */
export async function readSmall(reads: Reads): Promise<Built | undefined> {
  if ((await countEvents(reads, SMALL_CALENDAR + 1)) > SMALL_CALENDAR) return undefined;
  return { id: randomUUID(), data: await dataOf(reads, await readColumns(reads)), words: undefined };
}

/** Builds the segment of all events. Changes during the build may be included or not. */
export async function readSegment(request: SegmentRequest): Promise<Built> {
  const id = randomUUID();
  await setTimeout(START_DELAY, undefined, { signal: request.signal, ref: false });
  const first = Promise.withResolvers<Built>();
  const later = build({ ...request, id }, () => first.resolve({ ...takeOver(request.out, id), later })).then(
    () => openFullText(wordsFile(request.out, id)),
  );
  later.catch(first.reject);
  return first.promise;
}

const dataOf = async (reads: Reads, columns: Columns): Promise<SegmentData> =>
  segmentData(columns, await readTitles(reads, columns));

/** Merges changed events into the segment of a small calendar; undefined for a larger one. */
export async function mergeSmall(
  reads: Reads,
  { columns }: SegmentData,
  changed: Changed,
): Promise<Built | undefined> {
  if (columns.size > SMALL_CALENDAR) return undefined;
  return { id: randomUUID(), data: await dataOf(reads, merged(columns, changed)), words: undefined };
}

/** Merges changed events into a segment. */
export async function mergeSegment(base: string, changed: Changed, request: SegmentRequest): Promise<Built> {
  const id = randomUUID();
  await build({ ...request, id, base: { id: base, changed: [...changed.keys()] } });
  return takeOver(request.out, id);
}

/** Runs a build process, so that the memory for the build is freed with it. */
async function build({ signal, ...task }: BuildTask & SegmentRequest, onSegment?: () => void): Promise<void> {
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
  child.on('message', (stage: Stage) => {
    if (stage !== 'segment') return;
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
    removeUnfinished(task.out, task.id);
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
