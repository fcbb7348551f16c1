import { columnsOf, entryAt, type IndexColumns } from './columns.ts';
import { compare, type IndexEntry } from './entry.ts';

/** Changed events by id; undefined for those that no longer exist. */
export type Changed = ReadonlyMap<number, IndexEntry | undefined>;

/** Merges changed events into columns. */
export function merged(columns: IndexColumns, changed: Changed): IndexColumns {
  const fresh = [...changed.values()].filter(entry => entry !== undefined).sort(compare);
  return columnsOf(inOrder(columns, changed, fresh));
}

function* inOrder(
  columns: IndexColumns,
  changed: Changed,
  fresh: readonly IndexEntry[],
): Generator<IndexEntry> {
  let next = 0;
  for (let position = 0; position < columns.size; position++) {
    if (changed.has(columns.ids[position]!)) continue;
    const entry = entryAt(columns, position);
    while (next < fresh.length && compare(fresh[next]!, entry) < 0) yield fresh[next++]!;
    yield entry;
  }
  yield* fresh.slice(next);
}
