import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { call, editor, subscriber } from './shared.ts';

const create = async (name: string) => (await call('POST /tags', { as: editor, json: { name } })).body;

describe('tags', () => {
  it('POST /tags creates a tag with a slug made of its name', async () => {
    const { status, body } = await call('POST /tags', { as: editor, json: { name: 'Música viva' } });
    assert.deepEqual([status, body.name, body.slug], [201, 'Música viva', 'musica-viva']);
  });

  it('GET /tags/{id} shows a tag to everybody', async () => {
    const { id } = await create('Theatre');
    const { status, body } = await call(`GET /tags/${id}`);
    assert.deepEqual([status, body.id, body.name], [200, id, 'Theatre']);
  });

  it('GET /tags?search= finds tags by their name', async () => {
    const { id } = await create('Needle');
    const { body } = await call('GET /tags?search=needle&hide_empty=false');
    assert.deepEqual([body.total, body.tags.map(tag => tag.id)], [1, [id]]);
  });

  it('GET /tags names its parameters in the order of the interface, the defaults among them', async () => {
    const { body } = await call('GET /tags?slug=none&order=desc&search=needle');
    assert.match(
      body.rest_url,
      /\/tags\/\?page=1&per_page=10&search=needle&order=desc&hide_empty=1&slug=none$/,
    );
  });

  it('PATCH /tags/{id} changes the fields that it names and keeps the others', async () => {
    const { id } = await create('Dance');
    const { body } = await call(`PATCH /tags/${id}`, { as: editor, json: { description: 'All steps' } });
    assert.deepEqual([body.description, body.name], ['All steps', 'Dance']);
  });

  it('DELETE /tags/{id} deletes the tag for good', async () => {
    const { id } = await create('Gone');
    assert.equal((await call(`DELETE /tags/${id}`, { as: editor })).status, 200);
    assert.equal((await call(`GET /tags/${id}`)).status, 400);
  });

  it('POST /tags refuses a subscriber, and a name that is taken', async () => {
    const refused = await call('POST /tags', { as: subscriber, json: { name: 'Refused' } });
    assert.deepEqual([refused.status, refused.body.code], [403, 'rest_forbidden']);
    await create('Taken');
    const { status, body } = await call('POST /tags', { as: editor, json: { name: 'Taken' } });
    assert.deepEqual([status, body.code], [400, 'term_exists']);
  });
});
