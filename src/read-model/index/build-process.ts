import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { changedSince, type LogMark, withLaterChanges } from '../../db/marks.ts';
import { readsOfFile, readsThrough } from '../../db/prepared.ts';
import { buildFullText, resumeFullText } from '../../fulltext/build.ts';
import type { Resumption } from '../../fulltext/reading.ts';
import { markedTitle } from '../../fulltext/tokens.ts';
import type { BuildTask, StoreAddress } from './build.ts';
import type { IndexColumns } from './columns.ts';
import { readAll, readEntries, readTexts, readTitles } from './read.ts';
import { type Changed, merged, segmentData } from './segment-data.ts';
import {
  freshFile,
  loadSegment,
  markFile,
  removeOld,
  saveMark,
  saveSegment,
  wordsFile,
} from './segment-file.ts';

// Builds a segment and its full-text index, each in a file. Ends with its parent process.
const abandon = () => process.exit(1);
process.once('disconnect', abandon);
const [{ store, out, id, base, ...task }] = (await once(process, 'message')) as [BuildTask];
const { reads, close } = await open(store);
try {
  const { columns, mark } = task.segment === 'saved' ? savedSegment() : await newSegment();
  removeOld(out, base ? [id, base.id] : [id]);
  const textsFrom = (count: number) => withMarkedTitles(readTexts(reads, columns.ids.subarray(count)));
  if (task.isResumed) await resumeFullText(wordsFile(out, id), textsFrom, resumptionAt(mark));
  else await buildFullText(wordsFile(out, id), textsFrom(0));
  const complete = await later(mark);
  if (complete) saveMark(markFile(out, id), complete);
} finally {
  await close();
}
process.off('disconnect', abandon);
process.disconnect?.();

/** Adds the words of titles, the first line of each text, once more as such. */
async function* withMarkedTitles(texts: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const text of texts) yield `${text}\n${markedTitle(text.slice(0, text.indexOf('\n')))}`;
}

function savedSegment() {
  const saved = loadSegment(out);
  if (saved?.id !== id) throw new Error('another process has replaced the segment');
  // Nobody knows up to where an index without a mark includes changes.
  rmSync(wordsFile(out, id), { force: true });
  return { columns: saved.data.columns, mark: saved.mark };
}

async function newSegment() {
  const before = base && loadSegment(out);
  const isKnown = before?.id === base?.id && before !== undefined;
  const { columns, titles } = isKnown
    ? await rebuilt(before.data.columns, base!.changed)
    : await readAll(reads);
  const mark = await later(task.mark);
  saveSegment(freshFile(out, id), { id, data: segmentData(columns, titles), mark });
  process.send!('segment');
  return { columns, mark };
}

async function rebuilt(columns: IndexColumns, ids: readonly number[]) {
  const entries = await readEntries(reads, ids);
  const fresh: Changed = new Map(ids.map(id => [id, entries.get(id)]));
  const all = merged(columns, fresh);
  return { columns: all, titles: await readTitles(reads, all) };
}

/** A mark with the changes since, which what was read may include. */
async function later(mark: LogMark | undefined): Promise<LogMark | undefined> {
  return mark && withLaterChanges(reads, mark);
}

/** What was read is still right if the log has all changes that it may include. */
function resumptionAt(mark: LogMark | undefined): Resumption {
  return {
    mark: () => later(mark),
    isValid: async saved => (await changedSince(reads, saved as LogMark)) !== undefined,
  };
}

async function open(store: StoreAddress) {
  if ('file' in store) {
    const reads = readsOfFile(store.file);
    return { reads, close: async () => reads.close() };
  }
  const { connectPostgres } = await import('../../db/postgres/postgres.ts');
  const db = connectPostgres(store.url, { poolSize: 1, statementTimeout: 60_000 });
  return { reads: readsThrough(db), close: () => db.destroy() };
}
