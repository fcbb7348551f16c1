import { Worker } from 'node:worker_threads';
import { type Reads, readsOfFile } from '../db/prepared.ts';
import type { Columns } from './columns.ts';
import { type Changed, merged } from './event-index.ts';
import { countEvents, readColumns } from './read.ts';
import { type SegmentData, segmentData } from './segment.ts';

/** Where a thread finds the store: the embedded file or the address of a server. */
export type StoreAddress = { readonly file: string } | { readonly url: string };

/** What a segment is made of: all that is in the store, or another segment with what has changed since. */
export type Material = StoreAddress | { readonly columns: Columns; readonly changed: Changed };

/** More events than this are read and merged by a thread of their own: requests are answered meanwhile. */
const FEW = 20_000;

/** The segment of all events in the store. */
export async function readSegment(reads: Reads, store: StoreAddress): Promise<SegmentData> {
  if ((await countEvents(reads, FEW + 1)) > FEW) return inThread(store);
  return segmentData(await readColumns(reads));
}

/** A segment with what has changed. */
export async function mergeSegment(columns: Columns, changed: Changed): Promise<SegmentData> {
  return columns.size > FEW ? inThread({ columns, changed }) : segmentData(merged(columns, changed));
}

function inThread(material: Material): Promise<SegmentData> {
  const { promise, resolve, reject } = Promise.withResolvers<SegmentData>();
  const worker = new Worker(new URL('./thread.ts', import.meta.url), { workerData: material });
  worker.once('message', resolve);
  worker.once('error', reject);
  worker.once('exit', () => reject(new Error('the thread ended early')));
  // A service that stops does not wait for it.
  worker.unref();
  return promise;
}

/** What the thread does. */
export async function segmentFrom(material: Material): Promise<SegmentData> {
  if ('columns' in material) return segmentData(merged(material.columns, material.changed));
  const { reads, close } = await open(material);
  try {
    return segmentData(await readColumns(reads));
  } finally {
    await close();
  }
}

async function open(store: StoreAddress) {
  if ('file' in store) {
    const reads = readsOfFile(store.file);
    return { reads, close: async () => reads.close() };
  }
  const [{ openReplica }, { readsThrough }] = await Promise.all([
    import('../db/postgres.ts'),
    import('../db/prepared.ts'),
  ]);
  const db = openReplica(store.url, { poolSize: 1 });
  return { reads: readsThrough(db), close: () => db.destroy() };
}
