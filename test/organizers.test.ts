import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { call, editor, subscriber } from './shared.ts';

const create = async (name: string) =>
  (await call('POST /organizers', { as: editor, json: { organizer: name, phone: '+34 600 000 000' } })).body;

describe('organizers', () => {
  it('POST /organizers creates an organizer', async () => {
    const json = { organizer: 'Jazz club', phone: '+34 600 000 000' };
    const { status, body } = await call('POST /organizers', { as: editor, json });
    assert.deepEqual([status, body.organizer, body.phone], [201, 'Jazz club', '+34 600 000 000']);
  });

  it('GET /organizers/{id} shows an organizer to everybody', async () => {
    const { id } = await create('Seen by all');
    const { status, body } = await call(`GET /organizers/${id}`);
    assert.deepEqual([status, body.id, body.organizer], [200, id, 'Seen by all']);
  });

  it('GET /organizers?search= finds organizers by their name', async () => {
    const { id } = await create('Needle');
    const { body } = await call('GET /organizers?search=needle');
    assert.deepEqual([body.total, body.organizers.map(organizer => organizer.id)], [1, [id]]);
  });

  it('PATCH /organizers/{id} changes the fields that it names and keeps the others', async () => {
    const { id } = await create('Before');
    const { body } = await call(`PATCH /organizers/${id}`, { as: editor, json: { organizer: 'After' } });
    assert.deepEqual([body.organizer, body.phone], ['After', '+34 600 000 000']);
  });

  it('DELETE /organizers/{id} moves the organizer to the trash', async () => {
    const { id } = await create('Gone');
    assert.equal((await call(`DELETE /organizers/${id}`, { as: editor })).status, 200);
    assert.equal((await call(`GET /organizers/${id}`)).status, 403);
  });

  it('POST /organizers refuses a subscriber, and an organizer without a name', async () => {
    const refused = await call('POST /organizers', { as: subscriber, json: { organizer: 'Refused' } });
    assert.deepEqual([refused.status, refused.body.code], [403, 'rest_forbidden']);
    const { status, body } = await call('POST /organizers', {
      as: editor,
      json: { phone: '+34 600 000 000' },
    });
    assert.deepEqual([status, body.data.params], [400, ['organizer']]);
  });
});
