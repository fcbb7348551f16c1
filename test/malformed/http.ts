import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ids, site, V1 } from './site.ts';
import { answersIn, problemOf, say } from './wire.ts';

describe('Malformed HTTP requests', () => {
  const HOST = 'Host: a.test\r\n';
  const CLOSE = `${HOST}Connection: close\r\n`;
  const POST = `POST ${V1}/tags HTTP/1.1\r\n${CLOSE}Content-Type: application/json\r\n`;

  async function assertSaid(requests: Record<string, (string | Buffer)[]>, hangUp = false): Promise<void> {
    const problems: string[] = [];
    for (const [name, bytes] of Object.entries(requests)) {
      const { said } = await say(site, bytes, { hangUp, silence: 1500 });
      const [answer] = answersIn(said);
      const problem = answer ? problemOf(answer) : `nothing: ${said.slice(0, 60)}`;
      if (problem) problems.push(`${name}: ${problem}`);
    }
    assert.deepEqual(problems, []);
  }

  it('Unusual but valid HTTP requests are answered', async () => {
    await assertSaid({
      'an absolute target': [`GET http://a.test${V1}/tags HTTP/1.1\r\n${CLOSE}\r\n`],
      'an absolute target of another host': [`GET https://u:p@b.test:1${V1}/tags HTTP/1.1\r\n${CLOSE}\r\n`],
      'a target that is a star': [`OPTIONS * HTTP/1.1\r\n${CLOSE}\r\n`],
      'HTTP/1.0': [`GET ${V1}/tags HTTP/1.0\r\n\r\n`],
      'HTTP/1.0 with a body': [
        `POST ${V1}/tags HTTP/1.0\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`,
      ],
      'a promise to wait': [`${POST}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n`, '{}'],
      'a wish to change the protocol': [
        `GET ${V1}/tags HTTP/1.1\r\n${HOST}Connection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n`,
      ],
      ...Object.fromEntries(
        ['PROPFIND', 'TRACE', 'QUERY', 'PURGE', 'LINK', 'SEARCH', 'M-SEARCH', 'REPORT', 'LOCK'].map(
          method => [method, [`${method} ${V1}/events HTTP/1.1\r\n${CLOSE}\r\n`]],
        ),
      ),
      ...Object.fromEntries(
        [
          'Authorization',
          'Content-Type',
          'Origin',
          'Accept',
          'X-HTTP-Method-Override',
          'If-None-Match',
          'Range',
          'Cookie',
          'X-Forwarded-For',
        ].map(name => [
          `a strange ${name}`,
          [
            `GET ${V1}/events?include=${ids('events')} HTTP/1.1\r\n${CLOSE}${name}: \xff\xfe{}"';<>%00, , ${'x'.repeat(4000)}\r\n\r\n`,
          ],
        ]),
      ),
    });
  });

  it('Requests with any Host header are answered', async () => {
    const hosts = [
      '',
      'a:b',
      '[',
      ']',
      '[::1',
      ':::',
      ':',
      '..',
      '.',
      '-',
      '%',
      '127.0.0.1:99999',
      '1.2.3.4.5',
      '0x',
      'xn--',
      'a b',
      'a/b',
      'a?b',
      '<script>',
      '"',
      "'",
      'a@b',
      'a\\b',
      'é',
      '\xff',
      'x'.repeat(300),
      'a.test:',
      'a.test:80:80',
      '[::1]x',
      'A'.repeat(64),
    ];
    await assertSaid(
      Object.fromEntries(
        hosts.map(host => [
          `host ${host.slice(0, 20)}`,
          [
            `GET ${V1}/events?include=${ids('events')} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
          ],
        ]),
      ),
    );
  });

  it('Invalid HTTP requests are refused in JSON', async () => {
    await assertSaid({
      'NUL in the path': [`GET ${V1}/ev\0ents HTTP/1.1\r\n${CLOSE}\r\n`],
      'NUL in a header': [`GET ${V1}/events HTTP/1.1\r\n${CLOSE}X-A: a\0b\r\n\r\n`],
      'a method that is none': [`FOO ${V1}/events HTTP/1.1\r\n${CLOSE}\r\n`],
      'a header without a colon': [`GET ${V1}/events HTTP/1.1\r\n${CLOSE}nonsense\r\n\r\n`],
      'headers without end': [`GET ${V1}/events HTTP/1.1\r\n${CLOSE}X-A: ${'a'.repeat(50_000)}`],
      'a path without end': [`GET ${V1}/events?${'a'.repeat(50_000)} HTTP/1.1\r\n${CLOSE}\r\n`],
      'two lengths': [`${POST}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`],
      'a length and chunks': [`${POST}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
      'a negative length': [`${POST}Content-Length: -1\r\n\r\n`],
      'a length that is none': [`${POST}Content-Length: abc\r\n\r\n`],
      'a transfer coding that is not supported': [`${POST}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`],
      'a chunk that is none': [`${POST}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}`],
      'another version': [`GET ${V1}/events HTTP/9.9\r\n${CLOSE}\r\n`],
      'no HTTP at all': [Buffer.from([0x16, 3, 1, 0, 5, 1, 2, 3, 4, 5])],
      'HTTP/2 out of the blue': ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    });
  });

  it('Invalid HEAD requests are refused without a body', async () => {
    for (const line of [`HEAD ${V1}/\xff HTTP/1.1`, `HEAD ${V1}/events HTTP/1.1\r\nX-A: a\0b`]) {
      const { said, closed } = await say(site, [Buffer.from(`${line}\r\n${HOST}\r\n`, 'latin1')]);
      assert.match(said, /^HTTP\/1\.1 400 .*\r\n\r\n$/s);
      assert.ok(closed);
    }
  });

  it('Requests without a host or with an unknown expectation are refused in JSON', async () => {
    await assertSaid({
      'no host': [`GET ${V1}/tags HTTP/1.1\r\nConnection: close\r\n\r\n`],
      'an expectation that nobody knows': [`${POST}Expect: 200-ok\r\nContent-Length: 2\r\n\r\n`, '{}'],
    });
  });

  it('Requests that break off are refused in JSON', async () => {
    await assertSaid(
      {
        'chunks that break off': [`${POST}Transfer-Encoding: chunked\r\n\r\n`, '5\r\n{"a"'],
        'a body that breaks off': [`${POST}Content-Length: 100\r\n\r\n`, '{}'],
        'a body of a GET that breaks off': [
          `GET ${V1}/tags HTTP/1.1\r\n${CLOSE}Content-Type: application/json\r\nContent-Length: 9\r\n\r\n`,
          '{',
        ],
        'a head that breaks off': [`GET ${V1}/tags HTTP/1.1\r\nHost`],
      },
      true,
    );
  });
});
