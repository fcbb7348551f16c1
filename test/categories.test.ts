import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { categoryColors } from '../src/db/tables.ts';
import { eventOf } from './client.ts';
import { call, editor, subscriber } from './shared.ts';

const colorOf = (term: object) => (term as { color?: string }).color;

const create = async (name: string) => (await call('POST /categories', { as: editor, json: { name } })).body;

describe('categories', () => {
  it('POST /categories creates a category with a slug made of its name', async () => {
    const { status, body } = await call('POST /categories', { as: editor, json: { name: 'Música viva' } });
    assert.deepEqual([status, body.name, body.slug], [201, 'Música viva', 'musica-viva']);
  });

  it('GET /categories/{id} shows a category to everybody', async () => {
    const { id } = await create('Theatre');
    const { status, body } = await call(`GET /categories/${id}`);
    assert.deepEqual([status, body.id, body.name], [200, id, 'Theatre']);
  });

  it('GET /categories?search= finds categories by their name', async () => {
    const { id } = await create('Needle');
    const { body } = await call('GET /categories?search=needle&hide_empty=false');
    assert.deepEqual([body.total, body.categories.map(category => category.id)], [1, [id]]);
  });

  it('PATCH /categories/{id} changes the fields that it names and keeps the others', async () => {
    const { id } = await create('Dance');
    const { body } = await call(`PATCH /categories/${id}`, {
      as: editor,
      json: { description: 'All steps' },
    });
    assert.deepEqual([body.description, body.name], ['All steps', 'Dance']);
  });

  it('A category has a colour, also in its events: that of the one above unless another is chosen', async () => {
    const above = await create('Colours');
    const json = { name: 'Shades', parent: above.id };
    const below = (await call('POST /categories', { as: editor, json })).body;
    assert.ok((categoryColors as readonly string[]).includes(String(colorOf(above))));
    assert.equal(colorOf(below), colorOf(above));
    const change = (color: unknown) => call(`PATCH /categories/${below.id}`, { as: editor, json: { color } });
    assert.equal(colorOf((await change('violet')).body), 'violet');
    for (const wrong of ['pink', '#fff', '', 7, null]) {
      const { status, body } = await change(wrong);
      assert.equal(status, 400);
      assert.match(body.data.params.color!, /^color .*rose, orange, /);
    }
    const members = eventOf('Coloured', { categories: [below.id], tags: ['Plain'] });
    const event = (await call('POST /events', { as: editor, json: members })).body;
    assert.deepEqual([...event.categories, ...event.tags].map(colorOf), ['violet', undefined]);
    await change('teal');
    assert.equal(colorOf((await call(`GET /events/${event.id}`)).body.categories[0]!), 'teal');
  });

  it('DELETE /categories/{id} deletes the category for good', async () => {
    const { id } = await create('Gone');
    assert.equal((await call(`DELETE /categories/${id}`, { as: editor })).status, 200);
    assert.equal((await call(`GET /categories/${id}`)).status, 400);
  });

  it('POST /categories refuses a subscriber, and a name that is taken', async () => {
    const refused = await call('POST /categories', { as: subscriber, json: { name: 'Refused' } });
    assert.deepEqual([refused.status, refused.body.code], [403, 'rest_forbidden']);
    await create('Taken');
    const { status, body } = await call('POST /categories', { as: editor, json: { name: 'Taken' } });
    assert.deepEqual([status, body.code], [400, 'term_exists']);
  });
});
