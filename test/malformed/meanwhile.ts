import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { asAdministrator, created, db, ids, json, V1 } from './site.ts';
import { problemOf } from './wire.ts';

describe('Records deleted during a request', () => {
  it('A category and a venue may be deleted while a request that names them waits', async () => {
    const problems: (string | undefined)[] = [];
    for (let round = 0; round < 3; round++) {
      const [category, venue] = [
        await created('/categories', { name: `Short ${round}` }),
        await created('/venues', { venue: `Short ${round}` }),
      ];
      // Deriving the hash of a password takes a while. Other requests must be served meanwhile.
      const change = asAdministrator(
        json('PATCH', `/events/${ids('events')}`, {
          password: 'x',
          categories: [category.id],
          venue: venue.id,
        }),
      );
      const waiting = new Promise(resolve => setTimeout(resolve, 5 * (round + 1)));
      await waiting;
      await asAdministrator({ method: 'DELETE', path: `${V1}/categories/${category.id}` });
      await asAdministrator({ method: 'DELETE', path: `${V1}/venues/${venue.id}` });
      problems.push(problemOf(await change));
    }
    assert.deepEqual(problems, [undefined, undefined, undefined]);
    const links = await db
      .selectFrom('event_venues')
      .innerJoin('venues', 'venues.id', 'venue_id')
      .where('venues.status', '=', 'trash')
      .select('venue_id')
      .execute();
    assert.deepEqual(links, [], 'whatever is in the trash is linked to no event');
  });
});
