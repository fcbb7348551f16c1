import { type Columns, columnsOf, entryAt } from './columns.ts';
import { compare, type IndexEntry } from './entry.ts';

/** Events that have changed, as they are now; undefined for those that are no longer there. */
export type Changed = ReadonlyMap<number, IndexEntry | undefined>;

/** The columns with what has changed in its place. */
export function merged(columns: Columns, changed: Changed): Columns {
  const fresh = [...changed.values()].filter(entry => entry !== undefined).sort(compare);
  return columnsOf(inOrder(columns, changed, fresh));
}

function* inOrder(columns: Columns, changed: Changed, fresh: readonly IndexEntry[]): Generator<IndexEntry> {
  let next = 0;
  for (let position = 0; position < columns.size; position++) {
    if (changed.has(columns.ids[position]!)) continue;
    const entry = entryAt(columns, position);
    while (next < fresh.length && compare(fresh[next]!, entry) < 0) yield fresh[next++]!;
    yield entry;
  }
  yield* fresh.slice(next);
}
