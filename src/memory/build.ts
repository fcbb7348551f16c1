import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Mark } from '../db/changes.ts';
import type { Reads } from '../db/prepared.ts';
import { type Changed, merged } from './event-index.ts';
import { countEvents, readColumns } from './read.ts';
import { type SegmentData, segmentData } from './segment.ts';
import { loadSegment } from './segment-file.ts';

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
const FEW = 10_000;

/** The segment of all events in the store, as they are or later. */
export async function readSegment(reads: Reads, task: Omit<Task, 'changed'>): Promise<SegmentData> {
  if ((await countEvents(reads, FEW + 1)) > FEW) return built({ ...task, changed: undefined });
  return segmentData(await readColumns(reads));
}

/** The segment with what has changed. */
export async function mergeSegment(
  { columns }: SegmentData,
  changed: Changed,
  task: Omit<Task, 'changed'>,
): Promise<SegmentData> {
  if (columns.size > FEW) return built({ ...task, changed: [...changed.keys()] });
  return segmentData(merged(columns, changed));
}

async function built(task: Task): Promise<SegmentData> {
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
  const saved = code === 0 ? loadSegment(task.out) : undefined;
  if (!saved) throw new Error(`the index of events could not be built: ${said.slice(0, 1000)}`);
  return saved.data;
}
