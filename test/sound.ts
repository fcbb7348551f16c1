import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Db } from '../src/db/tables.ts';
import { assertSeriesSound } from './sound-series.ts';
import { assertSlugsSound } from './sound-slugs.ts';
import { assertTranslationsSound } from './sound-translations.ts';

/**
 * Checks that stored counts are right, that no link or parent leads to a missing record, into the trash or in a circle,
 * that occurrences are what their series say, and that translations agree with what follows from them.
 */
export async function assertSound(db: Db): Promise<void> {
  const query = async (text: string) => (await sql.raw(text).execute(db)).rows;
  const wrong = await query(`
    select * from (
      select id, name, count, (
        select count(*) from event_terms join events on events.id = event_id
        where term_id = terms.id and status = 'publish' and recurrence = ''
      ) as exact from terms
    ) as counted where count <> exact`);
  assert.deepEqual(wrong, [], 'counts');
  const lost = await query(`
    select term_id from event_terms where term_id not in (select id from terms)
    union all select parent from terms where parent != 0 and parent not in (select id from terms)
    union all select venue_id from event_venues where venue_id in (select id from venues where status = 'trash')
    union all select organizer_id from event_organizers
      where organizer_id in (select id from organizers where status = 'trash')`);
  assert.deepEqual(lost, [], 'links that lead to nothing');
  const circles = await query(`
    with recursive above(id, parent, steps) as (
      select id, parent, 0 from terms
      union all select above.id, terms.parent, steps + 1 from above
        join terms on terms.id = above.parent where steps < 100
    ) select id from above where steps >= 100`);
  assert.deepEqual(circles, [], 'circles');
  await assertSeriesSound(db);
  await assertSlugsSound(db);
  await assertTranslationsSound(db);
}
