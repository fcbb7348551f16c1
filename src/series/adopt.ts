import { sql } from 'kysely';
import { inSlices } from '../db/slices.ts';
import type { Db, EventRow } from '../db/tables.ts';
import { keepFormerSlugs } from '../records/former-addresses.ts';
import type { WriteContext } from '../records/versions/record-change.ts';
import { areThese, type Occurrence } from './occurrences.ts';
import { type SeriesText, textSizeOf } from './size.ts';

/** Gives occurrences another series; each keeps the date and number in its address. */
export async function adopt(
  db: Db,
  from: Pick<EventRow, 'slug' | SeriesText>,
  to: Pick<EventRow, 'id' | 'slug' | 'uid'>,
  occurrences: readonly Occurrence[],
  { now }: Pick<WriteContext, 'now'>,
): Promise<void> {
  const slugOf = ({ slug }: Occurrence): string | null =>
    slug === null || from.slug === null || to.slug === null ? null : to.slug + slug.slice(from.slug.length);
  const tail = sql<string | null>`${to.slug} || substr(slug, ${(from.slug?.length ?? 0) + 1})`;
  const write = (some: readonly Occurrence[]) =>
    db
      .updateTable('events')
      .set({
        ...{ series_id: to.id, uid: to.uid, modified_at: now, sequence: sql<number>`sequence + 1` },
        slug: from.slug === null || to.slug === null ? null : tail,
      })
      .where(areThese(db, some))
      .execute();
  await inSlices(db, occurrences, write, textSizeOf(from));
  await keepFormerSlugs(
    db,
    'event',
    occurrences.map(record => ({ record, next: slugOf(record) })),
  );
}
