import { describe, it } from 'node:test';
import { sampleOf } from '../sample.ts';
import { assertAnswered, ids, V1 } from './site.ts';

/** Each body is sent in some of the ways. */
const SHARE = 0.5;

describe('Malformed bodies', () => {
  const ways = [
    'POST /events',
    `PATCH /events/${ids('events')}`,
    'GET /events',
    'DELETE /tags/999999',
    'POST /images',
  ];
  const post = (type: string, body: string | Buffer) =>
    ways.map(line => {
      const [method = '', path = ''] = line.split(' ');
      const headers: Record<string, string> = type === '' ? {} : { 'content-type': type };
      return { method, path: path === '/images' ? path : V1 + path, headers, body };
    });

  it('Bodies of an unknown type, or of none, are answered', async () => {
    const types = [
      '',
      ' ',
      ';',
      ';;;',
      '/',
      'a',
      'a/b',
      'text/plain',
      'application/json;',
      'application/json; charset=foo',
      'application/json;charset',
      'application/+json',
      'application/x+json',
      'APPLICATION/JSON',
      'application/json, text/plain',
      '*/*',
      'application/octet-stream',
      'image/png',
      'multipart/form-data',
      'multipart/form-data; boundary=',
      'multipart/mixed; boundary=x',
      `a/${'b'.repeat(5000)}`,
      'é/ü',
    ];
    await assertAnswered(
      sampleOf(
        'types of bodies',
        types.flatMap(type => post(type, '{"title":"x"}')),
        SHARE,
      ),
    );
  });

  it('Bodies of invalid JSON are answered', async () => {
    const bodies: (string | Buffer)[] = [
      '{',
      '}',
      '{"a":',
      '{"a":1,}',
      "{'a':1}",
      '{"a":01}',
      '[',
      'nul',
      'NaN',
      'undefined',
      '"',
      '\u0000',
      '\ufeff',
      '{"a":"\u0001"}',
      '{"\\ud800":1}',
      '//',
      '',
      ...[
        [0xff, 0xfe],
        [0xc0, 0xaf],
        [0xed, 0xa0, 0x80],
        [0xf5, 0x80, 0x80, 0x80],
        [0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xe2, 0x82, 0x22, 0x7d],
      ].map(bytes => Buffer.from(bytes)),
      Buffer.from('{"title":"x"}', 'utf16le'),
    ];
    await assertAnswered(
      sampleOf(
        'JSON',
        bodies.flatMap(body => post('application/json', body)),
        SHARE,
      ),
    );
  });

  it('Malformed forms are answered', async () => {
    const bodies: (string | Buffer)[] = [
      '%',
      '%ff',
      '=',
      '&',
      'a[',
      'a]',
      'a[[',
      'a]]=1',
      '[]=1',
      '[a]=1',
      'a[b=1',
      'a%5B%5D%5B=1',
      'title=%ff&title[a]=1',
      'title[a]=1&title=%ff',
      'venue[]=%ff&venue[]=1',
      ...['__proto__[a]=%ff&__proto__=1', 'title=%00', 'title=%ED%A0%80', 'title=%C0%AF'],
      Buffer.from([0x61, 0x3d, 0xff, 0xfe, 0x26, 0x00]),
    ];
    await assertAnswered(
      sampleOf(
        'forms',
        bodies.flatMap(body => post('application/x-www-form-urlencoded', body)),
        SHARE,
      ),
    );
  });

  it('Malformed multipart bodies are answered', async () => {
    const part = (head: string, value: string) => `--edge\r\n${head}\r\n\r\n${value}\r\n`;
    const named = (name: string) => `Content-Disposition: form-data; name="${name}"`;
    const bodies = [
      '--edge',
      '--edge--',
      '--edge\r\n',
      'edge',
      '\r\n',
      '--edge\r\n\r\n--edge--',
      part('', 'x'),
      part('Content-Disposition: x', 'x'),
      ...['', '__proto__', 'title[', 'a"b', '\0', 'x'.repeat(100_000), '%ff'].map(
        name => `${part(named(name), 'x')}--edge--`,
      ),
      part(named('title'), 'x'),
      part(`${named('file')}; filename="\0/../../x.png"`, '\x89PNG'),
      `${Array.from({ length: 5000 }, (_, i) => part(named(`p${i}`), 'x')).join('')}--edge--`,
      `${'a'.repeat(1_000_000)}--edge--`,
      `${'--edge'.repeat(100_000)}--`,
      `${'\r\n'.repeat(400_000)}--edge--`,
    ];
    await assertAnswered(
      sampleOf(
        'multiparts',
        bodies.flatMap(body => post('multipart/form-data; boundary=edge', body)),
        SHARE,
      ),
    );
  });
});
