import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { renameSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Mark } from '../../db/marks.ts';
import type { Reads } from '../../db/prepared.ts';
import { type FullText, openFullText } from '../../fulltext/full-text.ts';
import { type Changed, merged } from './merge.ts';
import { countEvents, readColumns } from './read.ts';
import { segmentData } from './segment.ts';
import { freshFile, loadSegment, removeUnfinished, type SavedSegment, wordsFile } from './segment-file.ts';

/** Where another process finds the store: the embedded file, or the address of a server. */
export type StoreAddress = { readonly file: string } | { readonly url: string };

/** What a process is to build: the segment of all events, or another one with some events read again. */
export interface BuildTask {
  readonly store: StoreAddress;
  readonly out: string;
  readonly mark: Mark | undefined;
  /** What the result is called. */
  readonly id: string;
  /** The segment to begin with, and the events that have changed since. */
  readonly base?: { readonly id: string; readonly changed: readonly number[] };
}

/** What a process that builds says: the segment is in its file; so are its words. */
export type Stage = 'segment' | 'words';

/**
 * More events than this are read and merged by a process of their own: requests are answered meanwhile. Of no more than
 * this no words are indexed.
 */
export const FEW = 2000;

/** Milliseconds before such a process begins to read: a start and its first answers have the machine to themselves. */
const LATER = 1500;

/** A segment with the index of its words; where there are few events, the store itself finds words quickly. */
export interface Built extends SavedSegment {
  readonly words: FullText | undefined;
  /** The same where it takes longer than the segment. */
  readonly later?: Promise<FullText>;
}

type SegmentRequest = Pick<BuildTask, 'store' | 'out' | 'mark'> & {
  /** Ends the building. */
  readonly signal: AbortSignal;
};

/** The segment of all events in the store, as they are or later. */
export async function readSegment(reads: Reads, wish: SegmentRequest): Promise<Built> {
  const id = randomUUID();
  if ((await countEvents(reads, FEW + 1)) <= FEW)
    return { id, data: segmentData(await readColumns(reads)), words: undefined };
  await setTimeout(LATER, undefined, { signal: wish.signal, ref: false });
  const first = Promise.withResolvers<Built>();
  const later = build({ ...wish, id }, () => first.resolve({ ...taken(wish.out, id), later })).then(() =>
    openFullText(wordsFile(wish.out, id)),
  );
  later.catch(first.reject);
  return first.promise;
}

/** The segment with what has changed. */
export async function mergeSegment(
  base: Pick<Built, 'id' | 'data'>,
  changed: Changed,
  wish: SegmentRequest,
): Promise<Built> {
  const id = randomUUID();
  const { columns } = base.data;
  if (columns.size <= FEW) return { id, data: segmentData(merged(columns, changed)), words: undefined };
  await build({ ...wish, id, base: { id: base.id, changed: [...changed.keys()] } });
  return taken(wish.out, id);
}

/** Has a process build it; what that needs of memory goes with it. */
async function build({ signal, ...task }: BuildTask & SegmentRequest, onSegment?: () => void): Promise<void> {
  const program = fileURLToPath(new URL('./build-process.ts', import.meta.url));
  // Options of this process, as of a debugger, are not for that one.
  const execArgv: string[] = [];
  const stdio = ['ignore', 'ignore', 'pipe', 'ipc'] as const;
  const child = fork(program, { execArgv, stdio: [...stdio], signal, killSignal: 'SIGKILL' });
  // One that could not be started tells so twice: once to whoever waits for its end, once for what it was sent.
  child.on('error', () => {});
  const ended = once(child, 'exit');
  let said = '';
  child.stderr!.on('data', data => {
    said += data;
  });
  child.on('message', (stage: Stage) => {
    if (stage !== 'segment') return;
    try {
      onSegment?.();
    } catch (error) {
      said += error;
      child.kill('SIGKILL');
    }
  });
  try {
    // Not on the command line, which other accounts can see: the server's address may hold a password.
    child.send(task);
    const [code, killed] = await ended;
    if (code !== 0)
      throw new Error(`the index of events could not be built (${killed ?? code}): ${said.slice(0, 1000)}`);
  } catch (error) {
    removeUnfinished(task.out, task.id);
    throw error;
  }
}

/** What was just built; from now on it is what the next start takes up. */
function taken(file: string, id: string): Built {
  const fresh = freshFile(file, id);
  const saved = loadSegment(fresh);
  if (!saved) throw new Error('the index of events cannot be read');
  renameSync(fresh, file);
  return { ...saved, words: wordsIn(wordsFile(file, id)) };
}

/** What was left in a file, with its words. */
export function loadBuilt(file: string): Built | undefined {
  const saved = loadSegment(file);
  return saved && { ...saved, words: wordsIn(wordsFile(file, saved.id)) };
}

function wordsIn(file: string): FullText | undefined {
  try {
    return openFullText(file);
  } catch {
    return undefined;
  }
}
