import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { call, editor, subscriber } from './shared.ts';

const create = async (name: string) =>
  (await call('POST /venues', { as: editor, json: { venue: name, city: 'Vic' } })).body;

describe('venues', () => {
  it('POST /venues creates a venue', async () => {
    const json = { venue: 'Town hall', city: 'Vic' };
    const { status, body } = await call('POST /venues', { as: editor, json });
    assert.deepEqual([status, body.venue, body.city], [201, 'Town hall', 'Vic']);
  });

  it('GET /venues/{id} shows a venue to everybody', async () => {
    const { id } = await create('Seen by all');
    const { status, body } = await call(`GET /venues/${id}`);
    assert.deepEqual([status, body.id, body.venue], [200, id, 'Seen by all']);
  });

  it('GET /venues?search= finds venues by their name', async () => {
    const { id } = await create('Needle');
    const { body } = await call('GET /venues?search=needle');
    assert.deepEqual([body.total, body.venues.map(venue => venue.id)], [1, [id]]);
  });

  it('PATCH /venues/{id} changes the fields that it names and keeps the others', async () => {
    const { id } = await create('Before');
    const { body } = await call(`PATCH /venues/${id}`, { as: editor, json: { venue: 'After' } });
    assert.deepEqual([body.venue, body.city], ['After', 'Vic']);
  });

  it('DELETE /venues/{id} moves the venue to the trash', async () => {
    const { id } = await create('Gone');
    assert.equal((await call(`DELETE /venues/${id}`, { as: editor })).status, 200);
    assert.equal((await call(`GET /venues/${id}`)).status, 403);
  });

  it('POST /venues refuses a subscriber, and a venue without a name', async () => {
    const refused = await call('POST /venues', { as: subscriber, json: { venue: 'Refused' } });
    assert.deepEqual([refused.status, refused.body.code], [403, 'rest_forbidden']);
    const { status, body } = await call('POST /venues', { as: editor, json: { city: 'Vic' } });
    assert.deepEqual([status, body.data.params], [400, ['venue']]);
  });
});
