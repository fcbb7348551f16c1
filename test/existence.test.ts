import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { caller, eventOf } from './client.ts';
import { startService } from './service.ts';

// As docs/security.md says: anonymous readers may learn that a hidden record exists, and nothing about it.

const service = await startService();
after(() => service[Symbol.asyncDispose]());
const as = service.accounts.editor;
const call = caller(service.base);
const TEXT = 'Zufallswort';
/** Addresses of hidden records and of missing ones, with the statuses of both. */
let pairs: [hidden: string, missing: string, statuses: [hidden: number, missing: number]][];

before(async () => {
  const make = async (path: string, fields: object) =>
    (await call(`POST ${path}`, { as, json: { description: TEXT, ...fields } })).body;
  const status = 'private';
  const venue = await make('/venues', { venue: 'Hidden', status });
  const organizer = await make('/organizers', { organizer: 'Hidden', status });
  const event = await make('/events', eventOf('Hidden', { status, venue: venue.id }));
  const gone = await make('/events', eventOf('Gone'));
  await call(`DELETE /events/${gone.id}`, { as });
  const locked = await make('/events', eventOf('Locked'));
  await call(`PATCH /events/${locked.id}`, { as, json: { password: 'sesame' } });
  pairs = [
    [`/events/${event.id}`, '/events/999', [403, 404]],
    [`/events/${gone.id}`, '/events/999', [403, 404]],
    [`/events/${locked.id}`, '/events/999', [403, 404]],
    [`/events/by-slug/${event.slug}`, '/events/by-slug/nothing', [403, 400]],
    [`/events/by-slug/${gone.slug}__trashed`, '/events/by-slug/nothing', [403, 400]],
    [`/venues/${venue.id}`, '/venues/999', [403, 400]],
    [`/venues/by-slug/${venue.slug}`, '/venues/by-slug/nothing', [403, 400]],
    [`/organizers/${organizer.id}`, '/organizers/999', [403, 400]],
    [`/organizers/by-slug/${organizer.slug}`, '/organizers/by-slug/nothing', [403, 400]],
    [`/events?venue=${venue.id}`, '/events?venue=999', [200, 400]],
    [`/events?organizer=${organizer.id}`, '/events?organizer=999', [200, 400]],
    [`/venues?event=${event.id}`, '/venues?event=999', [200, 400]],
    [`/tags?post=${event.id}`, '/tags?post=999', [200, 400]],
    [`/events?include=${event.id}`, '/events?include=999', [200, 200]],
    [`/events?search=${TEXT}`, '/events?search=nothing', [200, 200]],
  ];
});

describe('Records that are not public', () => {
  it('A venue that comes and goes does not tell its author which events with a password are there', async () => {
    const { author } = service.accounts;
    const { body: venue } = await call('POST /venues', { as: author, json: { venue: 'Own' } });
    const json = eventOf('Secret place', { venue: venue.id, password: 'sesame' });
    const { body: event } = await call('POST /events', { as, json });
    const { body: open } = await call('POST /events', { as, json: { ...json, password: '' } });
    const long = { modified_at: 1 };
    await service.db.updateTable('events').set(long).where('id', 'in', [event.id, open.id]).execute();
    for (const write of [`DELETE /venues/${venue.id}`, `PUT /venues/${venue.id}`]) {
      const { status } = await call(write, { as: author, json: { status: 'publish' } });
      assert.equal(status, 200, write);
      const modified = async (id: number) =>
        (await call(`GET /events?include=${id}`, { as: author })).body.events[0]!.modified;
      assert.match(await modified(event.id), /^1970-/, write);
      assert.doesNotMatch(await modified(open.id), /^1970-/, write);
    }
  });

  it('A hidden record differs from a missing one in its status by id and slug, as in the reference', async () => {
    for (const [hidden, missing, statuses] of pairs) {
      const found = [await call(`GET ${hidden}`), await call(`GET ${missing}`)];
      assert.deepEqual(
        found.map(({ status }) => status),
        statuses,
        hidden,
      );
    }
  });

  it('A hidden record is found by no filter and reveals none of its text', async () => {
    for (const [hidden] of pairs) {
      const { status, text, body } = await call(`GET ${hidden}`);
      assert.ok(!text.replace(/"rest_url":"[^"]*"/, '').includes(TEXT), hidden);
      if (status === 200) assert.equal(body.total, 0, hidden);
    }
  });
});

describe('Categories and tags', () => {
  it('A category or tag of a private event is public', async () => {
    const fields = { status: 'private', categories: ['Secret category'], tags: ['Secret tag'] };
    await call('POST /events', { as, json: eventOf('Draft', fields) });
    for (const taxonomy of ['categories', 'tags'] as const) {
      const { body } = await call(`GET /${taxonomy}?hide_empty=0`);
      const term = body[taxonomy].find(({ name }) => name.startsWith('Secret'));
      assert.equal(term?.count, 0, taxonomy);
    }
  });
});
