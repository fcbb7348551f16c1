import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { sql } from 'kysely';
import { caller, eventOf } from './client.ts';
import { startService } from './service.ts';
import { SERVER } from './store.ts';

const service = await startService();
after(() => service[Symbol.asyncDispose]());
const call = caller(service.base);
const { editor: as } = service.accounts;

describe('Many links of one event', () => {
  it('An event has at most fifty links of a kind', async () => {
    const names = (count: number) => Array.from({ length: count }, (_, at) => `Name ${at}`);
    for (const name of ['venue', 'organizer', 'categories', 'tags']) {
      assert.equal(
        (await call('POST /events', { as, json: eventOf('Many', { [name]: names(51) }) })).status,
        400,
      );
      const { status, body } = await call('POST /events', {
        as,
        json: eventOf('Many', { [name]: names(50) }),
      });
      assert.equal(status, 201, name);
      assert.equal((await call(`GET /events/${body.id}`)).status, 200);
    }
  });

  // More links than one statement of the embedded store can hold; imports may create them.
  it('A list is answered although one of its events has very many links', {
    skip: SERVER !== undefined,
  }, async () => {
    const { id } = (await call('POST /events', { as, json: eventOf('Imported') })).body;
    const author_id = as.id;
    await sql`with recursive n (i) as (select 5000001 union all select i + 1 from n where i < 5040000)
      insert into records (id, type) select i, 'organizer' from n`.execute(service.db);
    await sql`with recursive n (i) as (select 5000001 union all select i + 1 from n where i < 5040000)
      insert into organizers (id, author_id, status, slug, description, search_text, date_at, date_floats, modified_at,
        name, folded_name, website, phone, email)
      select i, ${author_id}, 'publish', 'o-' || i, '', '[]', 1, 0, 1, 'O', 'o', '', '', '' from n`.execute(
      service.db,
    );
    await call(`GET /events?include=${id}`);
    await service.db.transaction().execute(async db => {
      await sql`insert into event_organizers select ${id}, id, id from organizers where id > 5000000`.execute(
        db,
      );
      // As with every write of links: new links alone are not logged, and the event may have been read without them.
      await db.updateTable('events').set({ modified_at: 1 }).where('id', '=', id).execute();
    });
    const { status, body } = await call(`GET /events?include=${id}&_fields=events.organizer.id`);
    assert.deepEqual([status, body.events[0]!.organizer.length], [200, 40_000]);
    await sql`delete from event_organizers where event_id = ${id}`.execute(service.db);
  });
});

describe('A venue that is named again', () => {
  it('A venue named again is unchanged unless it has new values', async () => {
    const { body } = await call('POST /venues', { as, json: { venue: 'Sala Gran', city: 'Vic' } });
    const modified = async () =>
      (await call(`GET /venues/${body.id}`)).body as typeof body & { modified: string };
    const before = (await modified()).modified;
    await service.db.updateTable('venues').set({ modified_at: 1 }).where('id', '=', body.id).execute();
    const long = (await modified()).modified;
    assert.notEqual(long, before);
    for (const venue of ['sala gran', { venue: 'Sala Gran', city: 'Vic' }, { venue: 'Sala Gran' }]) {
      const made = await call('POST /events', { as, json: eventOf('Again', { venue }) });
      assert.equal(made.body.venue.id, body.id);
      assert.equal((await modified()).modified, long);
    }
    await call('POST /events', {
      as,
      json: eventOf('Again', { venue: { venue: 'Sala Gran', city: 'Olot' } }),
    });
    const changed = await modified();
    assert.notEqual(changed.modified, long);
    assert.equal(changed.city, 'Olot');
  });
});

describe('Links of answers', () => {
  it('The page links of a list of events keep every filter', async () => {
    const [venue, organizer] = [
      (await call('POST /venues', { as, json: { venue: 'Hall', geo_lat: 41.4, geo_lng: 2.2 } })).body.id,
      (await call('POST /organizers', { as, json: { organizer: 'Club' } })).body.id,
    ];
    const made = [1, 2, 3].map(at =>
      call('POST /events', {
        as,
        json: eventOf(`Jazz ${at}`, {
          venue,
          organizer,
          categories: ['Music'],
          tags: ['Free'],
          featured: true,
        }),
      }),
    );
    const ids = (await Promise.all(made)).map(({ body }) => body.id);
    const filters = {
      ...{ end_date: '2032-01-01', search: 'jazz', categories: 'music', tags: 'free', venue, organizer },
      ...{ featured: 'true', status: 'publish', geoloc: 'true', geoloc_lat: 41.4, geoloc_lng: 2.2 },
      ...{ geoloc_radius: 3, ticketed: 'false', strict_dates: 'true', password: 'x', i18n_language: 'ca' },
      ends_after: '2031-05-01',
      starts_before: '2031-06-01',
      starts_after: '2031-05-02',
      ends_before: '2031-06-02',
    };
    const query = new URLSearchParams(Object.entries(filters).map(([name, value]) => [name, String(value)]));
    const seen: number[] = [];
    for (let url: string | undefined = `/events?per_page=1&${query}`; url; ) {
      const { status, body }: Awaited<ReturnType<typeof call>> = await call(`GET ${url}`);
      assert.equal(status, 200);
      const kept = new URL(body.rest_url).searchParams;
      for (const name of Object.keys(filters)) assert.ok(kept.has(name), `${name} in ${body.rest_url}`);
      seen.push(...body.events.map(({ id }) => id));
      url = body.next_rest_url;
    }
    assert.deepEqual(seen.sort(), ids.sort());
  });

  it('A record is found by its slug in any spelling', async () => {
    for (const [path, name] of [
      ['venues', 'venue'],
      ['organizers', 'organizer'],
    ] as const) {
      const { body } = await call(`POST /${path}`, { as, json: { [name]: 'First sketch' } });
      assert.equal(body.slug, 'first-sketch');
      for (const spelling of ['first-sketch', 'First-Sketch', 'first%20sketch', 'f%C3%ADrst-sketch'])
        assert.equal(
          (await call(`GET /${path}/by-slug/${spelling}`)).body.id,
          body.id,
          `${path} ${spelling}`,
        );
    }
  });
});
