import { text } from 'node:stream/consumers';
import { readsOfFile, readsThrough } from '../db/prepared.ts';
import type { StoreAddress, Task } from './build.ts';
import type { Columns } from './columns.ts';
import { type Changed, merged } from './event-index.ts';
import { readColumns, readEntries } from './read.ts';
import { segmentData } from './segment.ts';
import { loadSegment, saveSegment } from './segment-file.ts';

// Builds a segment and leaves it in a file.
const { store, out, mark, changed } = JSON.parse(await text(process.stdin)) as Task;
const { reads, close } = await open(store);
try {
  const base = changed && loadSegment(out);
  const columns = base ? await again(base.data.columns, changed) : await readColumns(reads);
  saveSegment(out, { data: segmentData(columns), mark });
} finally {
  await close();
}

async function again(columns: Columns, ids: readonly number[]): Promise<Columns> {
  const entries = await readEntries(reads, ids);
  const fresh: Changed = new Map(ids.map(id => [id, entries.get(id)]));
  return merged(columns, fresh);
}

async function open(store: StoreAddress) {
  if ('file' in store) {
    const reads = readsOfFile(store.file);
    return { reads, close: async () => reads.close() };
  }
  const { openReplica } = await import('../db/postgres.ts');
  const db = openReplica(store.url, { poolSize: 1, statementTimeout: 60_000 });
  return { reads: readsThrough(db), close: () => db.destroy() };
}
