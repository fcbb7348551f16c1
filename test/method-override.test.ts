import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { routesOf } from '../src/app.ts';
import { basic, caller, eventOf } from './client.ts';
import { get } from './get.ts';
import { startService } from './service.ts';

// Only a POST may name another method, so that following a link or repeating a read changes nothing.

const service = await startService();
after(() => service[Symbol.asyncDispose]());
const { site, base, accounts } = service;
const API = '/cal/events/v1';
const editor = accounts.editor;
const call = (line: string, json?: object) => caller(base)(line, { as: editor, ...(json && { json }) });
const signed = { authorization: basic(editor.user, editor.app_password) };
const event = async (title: string) => (await call('POST /events', eventOf(title))).body;

/** Both ways to name a method. */
const naming = (method: string): [query: string, headers: Record<string, string>][] => [
  [`_method=${method}`, {}],
  ['', { 'x-http-method-override': method }],
];

describe('Methods that only read', () => {
  it('OPTIONS describes every path, also those that have no GET', async () => {
    const { all, beside } = routesOf();
    for (const { root = API, path } of [...all, ...beside]) {
      const target = root + path.replace(/:(id|version)/g, '1').replace(':slug', 'x');
      const { status, body } = await get(site, target, signed, 'OPTIONS');
      assert.equal(status, 200, `${target}: ${body}`);
    }
  });

  it('A read changes no record, whatever method it names', async () => {
    const { id, slug } = await event('Not to be touched');
    const { body: tag } = await call('POST /tags', { name: 'Not to be touched' });
    const paths = [`${API}/events/${id}`, `${API}/events/by-slug/${slug}`, `${API}/tags/${tag.id}`];
    paths.push(`/?rest_route=/tribe/events/v1/events/${id}`);
    for (const path of paths) {
      const before = await get(site, path, signed);
      for (const method of ['GET', 'HEAD', 'OPTIONS'])
        for (const named of ['DELETE', 'POST', 'PUT', 'PATCH'])
          for (const [query, headers] of naming(named)) {
            const target = `${path}${path.includes('?') ? '&' : '?'}${query}`;
            const { status } = await get(site, target, { ...signed, ...headers }, method);
            assert.equal(status, 200, `${method} ${target}`);
          }
      const { status, body } = await get(site, path, signed);
      assert.deepEqual([status, body.toString()], [200, before.body.toString()], path);
    }
  });

  it('A read neither empties the trash nor restores from it', async () => {
    const { id } = await event('In the trash');
    await call(`DELETE /events/${id}`);
    const trash = async () => (await get(site, '/cal/trash/v1', signed)).body.toString();
    const before = await trash();
    assert.match(before, /In the trash/);
    for (const method of ['GET', 'HEAD'])
      for (const [query, headers] of [...naming('DELETE'), ...naming('POST')]) {
        const sent = { ...signed, ...headers };
        for (const path of ['/cal/trash/v1', `/cal/trash/v1/${id}`])
          assert.equal((await get(site, `${path}?${query}`, sent, method)).status, 200, path);
        assert.equal((await get(site, `/cal/trash/v1/${id}/restore?${query}`, sent, method)).status, 404);
      }
    assert.equal(await trash(), before);
  });

  it('A read may have a body that names another method, which is ignored', async () => {
    const { id } = await event('Read with a body');
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const path = `${API}/events/${id}`;
    for (const method of ['GET', 'POST'])
      for (const body of ['_method=DELETE', '_method=PUT']) {
        const { status } = await get(site, path, { ...signed, ...type }, method, body);
        assert.equal(status, 200);
      }
    assert.equal((await call(`GET /events/${id}`)).body.status, 'publish');
  });
});

describe('Methods that write', () => {
  it('Only a POST may be overridden by another method', async () => {
    const { id } = await event('Written');
    for (const method of ['PUT', 'PATCH'])
      for (const [query, headers] of naming('DELETE')) {
        const { status, body } = await get(
          ...([site, `${API}/events/${id}?${query}`, { ...signed, ...headers }, method] as const),
        );
        assert.deepEqual([status, JSON.parse(body.toString()).status], [200, 'publish'], method);
      }
    for (const [query, headers] of naming('GET')) {
      const { id } = await event('Deleted');
      const path = `${API}/events/${id}?${query}`;
      assert.equal((await get(site, path, { ...signed, ...headers }, 'DELETE')).status, 200);
      assert.equal((await call(`GET /events/${id}`)).body.code, 'event-no-longer-available');
    }
    for (const [query, headers] of naming('DELETE')) {
      const { id } = await event('Deleted by POST');
      const path = `${API}/events/${id}?${query}`;
      const { body } = await get(site, path, { ...signed, ...headers }, 'POST');
      assert.equal(JSON.parse(body.toString()).status, 'trash');
    }
  });
});
