import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sampleOf } from '../sample.ts';
import { assertAnswered, ids, json, site, V1, wire } from './site.ts';
import { answersIn, say } from './wire.ts';

/** Of the values of a parameter, on each path. */
const SHARE = 0.4;

describe('Parameters of the response shape', () => {
  it('_envelope and _jsonp are read from the query, and _fields from anywhere', async () => {
    const asked = { _envelope: true, _jsonp: 'show', _fields: 'total' };
    const { status, text } = await wire.send(json('GET', '/tags?page=1', asked));
    assert.deepEqual([status, Object.keys(JSON.parse(text))], [200, ['total']]);
    const query = await wire.send(json('GET', '/tags?_envelope&_jsonp=show', { page: 0 }));
    assert.match(query.text, /^\/\*\*\/show\(\{"body":\{"code":"rest_invalid_param"/);
  });

  it('Malformed response parameters are answered', async () => {
    const values = [
      '',
      '0',
      '1',
      'a',
      '%ff',
      '%00',
      '<script>',
      'a b',
      'constructor',
      '__proto__',
      'x'.repeat(5000),
      'alert(1)',
      '../..',
      'a.b.c',
      '..',
      ',,,',
      '.',
    ];
    const paths = [
      `${V1}/events`,
      `${V1}/events/${ids('events')}`,
      `${V1}/tags`,
      V1,
      `${V1}/nothing`,
      `${V1}/events/by-slug/%ff`,
    ];
    await assertAnswered(
      [
        '_envelope',
        '_fields',
        '_jsonp',
        '_method',
        '_locale',
        'context',
        'rest_route',
        'i18n_language',
      ].flatMap(name =>
        paths.flatMap(path => [
          ...sampleOf(`${name} ${path}`, values, SHARE).map(value => ({
            path: `${path}?${name}=${value.replaceAll(' ', '%20')}`,
          })),
          { path: `${path}?${name}` },
          { path: `${path}?${name}[]=1&${name}[]=2` },
          { path: `${path}?${name}[a][b]=1` },
          { path: `${path}?${name}=1&${name}=2` },
        ]),
      ),
    );
    await assertAnswered(
      ['_envelope', '_fields', '_jsonp', '_method', 'i18n_language', 'context'].flatMap(name =>
        ['null', '[]', '{}', '[[]]', '{"toString":1}', '1e400', 'true', '["a",null,{}]', '"\\ud800"'].map(
          value => json('GET', '/events', `{"${name}":${value}}`),
        ),
      ),
    );
  });

  it('_envelope wraps an unknown route like any answer', async () => {
    for (const path of [`${V1}/tags`, `${V1}/nothing`])
      for (const [query, wrapped] of [
        ['_envelope', true],
        ['_envelope=yes', true],
        ['_envelope=0', false],
        ['_envelope=false', false],
      ]) {
        const { text } = await wire.send({ path: `${path}?${query}` });
        assert.equal('body' in JSON.parse(text), wrapped, `${path}?${query}`);
      }
  });

  it('Method overrides of any kind are answered completely', async () => {
    const methods = [
      'GET',
      'POST',
      'PUT',
      'PATCH',
      'DELETE',
      'HEAD',
      'OPTIONS',
      'TRACE',
      'CONNECT',
      'get',
      ' GET',
      'constructor',
      '💥',
    ];
    const problems: string[] = [];
    for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS']) {
      for (const wanted of methods) {
        for (const path of [`${V1}/events`, `${V1}/events/999999`, `${V1}/nothing`]) {
          const close = `Host: a.test\r\nConnection: close\r\n`;
          const encoded = encodeURIComponent(wanted);
          const heads = [
            `${method} ${path}?_method=${encoded} HTTP/1.1\r\n${close}\r\n`,
            `${method} ${path} HTTP/1.1\r\n${close}X-HTTP-Method-Override: ${encoded}\r\n\r\n`,
          ];
          for (const head of sampleOf(`${method} ${path} ${wanted}`, heads, 0.5)) {
            const { said, closed } = await say(site, [head], { silence: 500 });
            const [answer] = answersIn(said);
            const length = Number(/content-length: (\d+)/i.exec(said)?.[1] ?? Number.NaN);
            const whole = answer !== undefined && Buffer.byteLength(answer.text) === length;
            if (!closed || !answer || answer.status >= 500 || !whole)
              problems.push(
                `${head.split('\r\n', 1)} ${wanted}: ${said.slice(0, 15)}, ${length} bytes, ${answer?.text.length} came`,
              );
          }
        }
      }
    }
    assert.deepEqual(problems, []);
  });
});
