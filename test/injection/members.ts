import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventOf } from '../client.ts';
import { call, editor } from './site.ts';

const JSON_BODY = { 'content-type': 'application/json' };
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** A JSON object with a member of this name, even `__proto__`. */
const withMember = (fields: object, name: string, value: unknown) =>
  `${JSON.stringify(fields).slice(0, -1)},${JSON.stringify(name)}:${JSON.stringify(value)}}`;

describe('Names of the object prototype', () => {
  const members = Object.getOwnPropertyNames(Object.prototype).sort();

  it('Prototype names in a JSON body set no parameters', async () => {
    const draft = { status: 'draft', sticky: true, cost: '9 €', polluted: 1 };
    const venue = withMember({ venue: 'Hall' }, '__proto__', { city: 'Vic' });
    for (const body of [
      withMember(eventOf('Named'), '__proto__', draft),
      withMember(eventOf('Named'), 'constructor', { prototype: draft }),
      withMember(eventOf('Named'), 'prototype', draft),
      `${JSON.stringify(eventOf('Named')).slice(0, -1)},"venue":${venue}}`,
    ]) {
      const made = await call('POST /events', { as: editor, body, headers: JSON_BODY });
      assert.equal(made.status, 201, made.text);
      const { status, sticky, cost, venue } = made.body;
      assert.deepEqual([status, sticky, cost, venue.city], ['publish', false, '', undefined], body);
    }
    for (const path of ['venues', 'organizers', 'categories', 'tags']) {
      const named = { venue: path, organizer: path, name: path };
      const body = withMember(named, '__proto__', { description: 'polluted', city: 'Vic' });
      const made = await call(`POST /${path}`, { as: editor, body, headers: JSON_BODY });
      assert.equal(made.status, 201, made.text);
      assert.ok(!made.text.includes('polluted') && !made.text.includes('Vic'));
    }
  });

  it('Prototype names in forms, queries and multipart bodies set no parameters', async () => {
    const wanted = new URLSearchParams(eventOf('Formed')).toString();
    for (const name of ['__proto__', 'constructor[prototype]', 'venue[__proto__]', '__proto__[__proto__]']) {
      const body = `${wanted}&venue[venue]=Hall&${name}[status]=draft&${name}[sticky]=1&${name}[city]=Vic`;
      const parts = new FormData();
      for (const [key, value] of new URLSearchParams(body)) parts.append(key, value);
      for (const sending of [{ body, headers: FORM }, { body: parts }]) {
        const made = await call('POST /events', { as: editor, ...sending });
        assert.equal(made.status, 201, made.text);
        const { status, sticky, venue } = made.body;
        assert.deepEqual([status, sticky, venue.city], ['publish', false, undefined], name);
      }
    }
    const list = 'GET /events?start_date=2031-01-01&end_date=2032-01-01';
    const { total } = (await call(list)).body;
    assert.ok(total > 0);
    for (const name of ['__proto__', 'constructor[prototype]', '__proto__[__proto__]', 'toString'])
      assert.equal((await call(`${list}&${name}[search]=nothing&${name}[page]=9`)).body.total, total, name);
  });

  it('Prototype names in _fields select no members', async () => {
    for (const name of [
      '__proto__',
      'constructor',
      'toString',
      'events.__proto__',
      'events.constructor.name',
    ])
      assert.match((await call(`GET /events?_fields=${name}`)).text, /^\{("events":\[(\{\},?)*\])?\}$/, name);
  });

  it('The object prototype is unchanged', () => {
    assert.deepEqual(Object.getOwnPropertyNames(Object.prototype).sort(), members);
    assert.equal(({} as { polluted?: unknown }).polluted, undefined);
    assert.equal(([] as { status?: unknown }).status, undefined);
  });
});
