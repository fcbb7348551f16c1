import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { call, editor, subscriber } from './shared.ts';

const concert = {
  title: 'Jazz in the park',
  start_date: '2031-07-05 20:00:00',
  end_date: '2031-07-05 22:00:00',
  timezone: 'Europe/Madrid',
};
const create = async (fields = {}) =>
  (await call('POST /events', { as: editor, json: { ...concert, ...fields } })).body;

describe('events', () => {
  it('POST /events creates an event and answers with its times in UTC', async () => {
    const { status, body } = await call('POST /events', { as: editor, json: concert });
    assert.equal(status, 201);
    assert.deepEqual([body.title, body.utc_start_date], ['Jazz in the park', '2031-07-05 18:00:00']);
  });

  it('GET /events/{id} shows a published event to everybody', async () => {
    const { id } = await create();
    const { status, body } = await call(`GET /events/${id}`);
    assert.deepEqual([status, body.id, body.status], [200, id, 'publish']);
  });

  it('GET /events lists the events that take place between two dates', async () => {
    const { id } = await create({ start_date: '2033-03-01 10:00:00', end_date: '2033-03-01 12:00:00' });
    const { body } = await call('GET /events?start_date=2033-03-01&end_date=2033-03-02');
    assert.deepEqual([body.total, body.events.map(event => event.id)], [1, [id]]);
  });

  it('PATCH /events/{id} changes the fields that it names and keeps the others', async () => {
    const { id } = await create();
    const { body } = await call(`PATCH /events/${id}`, { as: editor, json: { cost: '12€' } });
    assert.deepEqual([body.cost, body.title], ['12€', 'Jazz in the park']);
  });

  it('DELETE /events/{id} moves the event to the trash', async () => {
    const { id } = await create();
    assert.equal((await call(`DELETE /events/${id}`, { as: editor })).status, 200);
    assert.equal((await call(`GET /events/${id}`)).status, 403);
  });

  it('POST /events refuses a subscriber, and an event without a title', async () => {
    const refused = await call('POST /events', { as: subscriber, json: concert });
    assert.deepEqual([refused.status, refused.body.code], [403, 'rest_forbidden']);
    const { title, ...untitled } = concert;
    const { status, body } = await call('POST /events', { as: editor, json: untitled });
    assert.deepEqual([status, body.data.params], [400, ['title']]);
  });
});
