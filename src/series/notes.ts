import type { Db } from '../db/tables.ts';
import type { FormerValues } from '../records/versions/record-change.ts';

/** Under this name a version of a series remembers the series that was split off. */
const SPLIT = 'split_into';

/**
 * Under this name a version remembers by how many seconds all dates moved with their occurrences: those of the series
 * itself, or of the one that was split off.
 */
const SHIFT = 'shifted_by';

/** What a version of a series remembers beside its columns. */
interface Notes {
  [SPLIT]?: number;
  [SHIFT]?: number;
}

export const noteOfShift = (seconds: number | undefined): FormerValues =>
  seconds ? ({ [SHIFT]: seconds } satisfies Notes) : {};

/** @param shift the seconds by which the dates of the new series moved in the write that made it */
export const noteOfSplit = (later: number, shift: number | undefined): FormerValues => ({
  ...({ [SPLIT]: later } satisfies Notes),
  ...noteOfShift(shift),
});

/**
 * By how many seconds the dates of a series have moved since a version, and those of the series that were split off
 * from it since, from one another too. The series itself is the first.
 * @param before seconds by which its dates had moved before
 */
export async function shiftsSince(
  db: Db,
  series: number,
  version: number,
  before = 0,
): Promise<Map<number, number>> {
  const versions = await db
    .selectFrom('versions')
    .select('former')
    .where('type', '=', 'event')
    .where('record_id', '=', series)
    .where('id', '>=', version)
    .where(eb => eb.or([SPLIT, SHIFT].map(name => eb('changed', 'like', `%"${name}"%`))))
    .orderBy('id')
    .execute();
  let shift = before;
  const later = new Map<number, number>();
  for (const { former } of versions) {
    // This module has made these values.
    const { [SPLIT]: split, [SHIFT]: moved = 0 } = JSON.parse(former ?? '{}') as Notes;
    if (split === undefined) shift += moved;
    else for (const [id, seconds] of await shiftsSince(db, split, 0, shift + moved)) later.set(id, seconds);
  }
  return new Map([[series, shift], ...later]);
}
