import { asDraftChanges } from '../../db/changes.ts';
import type { Db } from '../../db/tables.ts';
import type { PublishedType } from '../table.ts';
import { countAsEdited, type WriteContext } from '../versions/record-change.ts';
import { isOwnText, withoutDrafts } from './stored.ts';

// The public sees no draft of a translation. So a write that changes nothing else leaves the time of the last change and
// the revision of a record as they are, and its changes are logged as such.

/** Columns that tell of a write, and a record that is read with the row. */
const BESIDE: ReadonlySet<string> = new Set(['modified_at', 'sequence', 'image']);

type Columns = Readonly<Record<string, unknown>>;

/** Whether these columns differ from those of the present row in drafts of translations, and in nothing else. */
export function changesOnlyDrafts(current: object, next: object): boolean {
  const [before, after] = [current as Columns, next as Columns];
  const differing = Object.keys(after).filter(name => !BESIDE.has(name) && before[name] !== after[name]);
  return (
    differing.includes('translations') &&
    differing.every(name => name in SHOWN && SHOWN[name]!(before[name]) === SHOWN[name]!(after[name]))
  );
}

/** What the public sees of columns that also hold drafts. */
const SHOWN: Readonly<Record<string, (column: unknown) => string>> = {
  translations: column => withoutDrafts(String(column)),
  // The names of the texts that an occurrence has of its own follow from its translations and those of its series.
  own_members: column =>
    String(column)
      .split(',')
      .filter(name => !isOwnText(name))
      .join(),
};

/** The columns that tell of a write, as they are before it. */
export const untouched = <Row extends { readonly modified_at: number; readonly sequence?: number }>({
  modified_at,
  sequence,
}: Row) => ({ modified_at, ...(sequence !== undefined && { sequence }) });

/**
 * Writes what changes drafts of these records alone. An import that comes later finds them edited, although the time of
 * their last change stays.
 */
export async function writeDrafts(
  db: Db,
  context: Pick<WriteContext, 'via'>,
  type: PublishedType,
  ids: readonly number[],
  write: () => Promise<unknown>,
): Promise<void> {
  await asDraftChanges(db, write);
  await countAsEdited(db, context, type, ids);
}
