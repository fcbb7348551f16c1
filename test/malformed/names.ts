import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertAnswered, EVENT, FORM, ids, json, site, V1 } from './site.ts';

describe('Parameter names', () => {
  const NAMES = [
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    '',
    '0',
    '%00',
    'a'.repeat(3000),
    '%F0%9F%92%A5',
  ];

  it('Parameter names of the object prototype are answered', async () => {
    await assertAnswered(
      NAMES.flatMap(name => [
        json(
          'POST',
          '/events',
          `{${JSON.stringify(EVENT).slice(1, -1)},${JSON.stringify(name)}:{"polluted":1}}`,
        ),
        json('PATCH', `/venues/${ids('venues')}`, `{${JSON.stringify(name)}:[{"__proto__":{"polluted":1}}]}`),
        {
          method: 'POST',
          path: `${V1}/tags`,
          headers: FORM,
          body: `${name}[polluted]=1&${name}=2&${name}[]=3`,
        },
        { path: `${V1}/events?${name}[polluted]=1&${name}[__proto__][polluted]=1` },
        { path: `${V1}/events?_fields=${name}.polluted,events.${name}&orderby=${name}` },
        ...['orderby', 'order', 'slug', 'search', 'status', 'featured'].map(parameter => ({
          path: `${V1}/categories?${parameter}=${name}`,
        })),
      ]),
    );
  });

  it('Parameter names of the object prototype leave nothing behind', () => {
    assert.equal(({} as { polluted?: unknown }).polluted, undefined);
    assert.equal(([] as { polluted?: unknown }).polluted, undefined);
    assert.equal((Object as { polluted?: unknown }).polluted, undefined);
  });

  it('Unknown post types lead programs to the interface', async () => {
    for (const type of NAMES) {
      const { status, headers } = await fetch(`${site}/?post_type=${type}&p=5`, {
        redirect: 'manual',
        headers: { accept: 'application/json' },
      });
      assert.deepEqual(
        [status, headers.get('location')],
        [302, `${site}/wp-json/tribe/events/v1/events`],
        type,
      );
    }
  });
});
