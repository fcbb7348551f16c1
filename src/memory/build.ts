import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Mark } from '../db/changes.ts';
import type { Reads } from '../db/prepared.ts';
import { openWords, type Words } from '../words/words.ts';
import { type Changed, merged } from './event-index.ts';
import { countEvents, readColumns } from './read.ts';
import { type SegmentData, segmentData } from './segment.ts';
import { loadSegment, type SavedSegment } from './segment-file.ts';

/** Where another process finds the store: the embedded file, or the address of a server. */
export type StoreAddress = { readonly file: string } | { readonly url: string };

/** What a process is to build: the segment of all events, or the one in the file with these events read again. */
export interface Task {
  readonly store: StoreAddress;
  readonly out: string;
  readonly mark: Mark | undefined;
  readonly changed: readonly number[] | undefined;
}

/** More events than this are read and merged by a process of their own: requests are answered meanwhile. */
const FEW = 2000;

/** A segment with the index of its words; where there are few events, the store itself finds words quickly. */
export interface Built {
  readonly data: SegmentData;
  readonly words: Words | undefined;
}

/** The segment of all events in the store, as they are or later. */
export async function readSegment(reads: Reads, task: Omit<Task, 'changed'>): Promise<Built> {
  if ((await countEvents(reads, FEW + 1)) > FEW) return built({ ...task, changed: undefined });
  return { data: segmentData(await readColumns(reads)), words: undefined };
}

/** The segment with what has changed. */
export async function mergeSegment(
  { columns }: SegmentData,
  changed: Changed,
  task: Omit<Task, 'changed'>,
): Promise<Built> {
  if (columns.size > FEW) return built({ ...task, changed: [...changed.keys()] });
  return { data: segmentData(merged(columns, changed)), words: undefined };
}

async function built(task: Task): Promise<Built> {
  const program = fileURLToPath(new URL('./build-process.ts', import.meta.url));
  // What it needs of memory goes with it; what it is told holds a password.
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'ignore', 'pipe'] });
  child.unref();
  child.stdin.end(JSON.stringify(task));
  let said = '';
  child.stderr.on('data', data => {
    said += data;
  });
  const [code] = await once(child, 'close');
  const loaded = code === 0 ? loadBuilt(task.out) : undefined;
  if (!loaded) throw new Error(`the index of events could not be built: ${said.slice(0, 1000)}`);
  return loaded;
}

/** What was left in a file, with its words; indexes of words that went with earlier ones are removed. */
export function loadBuilt(file: string): (Built & Pick<SavedSegment, 'mark'>) | undefined {
  const saved = loadSegment(file);
  if (!saved) return undefined;
  const folder = dirname(file);
  for (const name of readdirSync(folder))
    if (name.startsWith('words-') && name.endsWith('.index') && name !== saved.words)
      rmSync(join(folder, name), { force: true });
  return { ...saved, words: wordsIn(join(folder, saved.words)) };
}

function wordsIn(file: string): Words | undefined {
  try {
    return openWords(file);
  } catch {
    return undefined;
  }
}
