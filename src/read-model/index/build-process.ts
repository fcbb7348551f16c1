import { once } from 'node:events';
import { withLaterChanges } from '../../db/marks.ts';
import { readsOfFile, readsThrough } from '../../db/prepared.ts';
import { buildFullText } from '../../fulltext/build.ts';
import { markedTitle } from '../../fulltext/tokens.ts';
import type { BuildTask, Stage, StoreAddress } from './build.ts';
import type { Columns } from './columns.ts';
import { type Changed, merged } from './merge.ts';
import { readColumns, readEntries, readTexts, readTitles } from './read.ts';
import { segmentData } from './segment-data.ts';
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
const [{ store, out, id, mark, base }] = (await once(process, 'message')) as [BuildTask];
const { reads, close } = await open(store);
try {
  const before = base && loadSegment(out);
  const columns =
    before?.id === base?.id && before
      ? await rebuilt(before.data.columns, base!.changed)
      : await readColumns(reads);
  const data = segmentData(columns, await readTitles(reads, columns));
  saveSegment(freshFile(out, id), { id, data, mark: mark && (await withLaterChanges(reads, mark)) });
  report('segment');
  removeOld(out, base ? [id, base.id] : [id]);
  await buildFullText(wordsFile(out, id), withMarkedTitles(readTexts(reads, columns.ids)));
  const complete = mark && (await withLaterChanges(reads, mark));
  if (complete) saveMark(markFile(out, id), complete);
  report('words');
} finally {
  await close();
}
process.off('disconnect', abandon);
process.disconnect?.();

/** Adds the words of titles, the first line of each text, once more as such. */
async function* withMarkedTitles(texts: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const text of texts) yield `${text}\n${markedTitle(text.slice(0, text.indexOf('\n')))}`;
}

function report(stage: Stage): void {
  process.send!(stage);
}

async function rebuilt(columns: Columns, ids: readonly number[]): Promise<Columns> {
  const entries = await readEntries(reads, ids);
  const fresh: Changed = new Map(ids.map(id => [id, entries.get(id)]));
  return merged(columns, fresh);
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
