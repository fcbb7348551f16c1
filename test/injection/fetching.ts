import assert from 'node:assert/strict';
import dns from 'node:dns';
import type { RequestListener } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { after, describe, it, type TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import { fetchImage } from '../../src/images/store.ts';
import { ImageRefused, type RefusalCode } from '../../src/pictures/refused.ts';
import { Visitor } from '../../src/transfer/sites/visitor.ts';
import { eventOf } from '../client.ts';
import { openWeb, type Web } from '../web.ts';
import { author, call, gallery, site } from './site.ts';

/** A server that must not be reached from outside. The test fails if anything connects to it. */
const inside = await listen((_request, response) => response.end('secret'));
after(() => assert.equal(inside.connections(), 0));

/** Ways to write addresses that lead inside. Invalid addresses are refused, too. */
const HOSTS = `
  127.0.0.1 127.1 127.0.1 127.0.0.1. 2130706433 0x7f000001 0x7f.0.0.1 0x7f.1 0177.0.0.1 017700000001 127%2e0.0.1
  0 0.0.0.0 0x0 00 127.255.255.254 １２７.０.０.１ 127。0。0。1 ①②⑦.0.0.1 %31%32%37.0.0.1
  10.0.0.1 10.1.2.3 172.16.0.1 192.168.0.1 100.64.0.1 169.254.169.254 2852039166 0xA9FEA9FE 198.18.0.1
  [::1] [::] [0:0:0:0:0:0:0:1] [::ffff:127.0.0.1] [::ffff:7f00:1] [::ffff:0:127.0.0.1] [::127.0.0.1]
  [64:ff9b::127.0.0.1] [64:ff9b::a9fe:a9fe] [64:ff9b:1::7f00:1] [2002:7f00:1::] [2002:a9fe:a9fe::1]
  [2001:0:7f00:1::1] [fe80::1] [fec0::1] [fc00::1] [fd00:ec2::254] [ff02::1] [2001:db8::1] [100::1]
  localhost LOCALHOST localhost. LocalHost%2e ⓛⓞⓒⓐⓛⓗⓞⓢⓣ`
  .trim()
  .split(/\s+/);

/** Addresses in which a reader and a client may see different hosts. */
const ADDRESSES = [
  'http://public.test@127.0.0.1/',
  'http://127.0.0.1@public.test/',
  'http://u:p@127.0.0.1/',
  'http://%40127.0.0.1/',
  'http://127.0.0.1:80\\@public.test/',
  'http://127.0.0.1#@public.test/',
  'http:\\\\127.0.0.1\\',
  'http:127.0.0.1/',
  'http:///127.0.0.1/',
  'http://127.0.0.1?@public.test/',
  'ht\ntp://127.0.0.1/',
  '\u0001http://127.0.0.1/',
  'file:///etc/passwd',
  'gopher://127.0.0.1/_',
  'dict://127.0.0.1/',
  'ftp://127.0.0.1/',
  'data:image/png,x',
  'blob:x',
  'http://127.0.0.1:99999/',
  'http://[fe80::1%25lo]/',
  'http://[::1/',
  'http://',
  'unix:/var/run/docker.sock:/',
  '//127.0.0.1/',
];

/** The reasons of a refusal; `unreachable` if this machine cannot resolve the name. */
const NEVER = ['address', 'scheme', 'port', 'unreachable'];

async function refusalOf(address: string, options: Partial<Parameters<typeof fetchImage>[1]> = {}) {
  const ports = ['80', '443', String(inside.port)];
  const asked = fetchImage(address, { allow: [], maxBytes: 1000, timeoutMs: 3000, ports, ...options });
  const error: unknown = await asked.then(
    () => undefined,
    error => error,
  );
  assert.ok(error instanceof ImageRefused, `${address} is fetched`);
  return error.code;
}

describe('Server-side requests for pictures', () => {
  it('Pictures are not fetched from internal addresses, however they are written', async () => {
    for (const host of HOSTS)
      for (const scheme of ['http', 'https'])
        assert.ok(NEVER.includes(await refusalOf(`${scheme}://${host}:${inside.port}/`)), host);
    for (const address of ADDRESSES) assert.ok(NEVER.includes(await refusalOf(address)), address);
  });

  it('Pictures are not fetched from internal addresses after a redirect', async t => {
    let target = '';
    const leading = await listen(
      (_request, response) => response.writeHead(302, { location: target }).end(),
      t,
    );
    // A header holds ASCII.
    for (const host of HOSTS.filter(host => /^[!-~]+$/.test(host))) {
      target = `http://${host}:${inside.port}/`;
      assert.ok(NEVER.includes(await refusalOf(leading.origin, { allow: [leading.host] })), target);
    }
    for (target of ADDRESSES.filter(address => /^[!-~]+$/.test(address)))
      assert.ok(
        [...NEVER, 'status', 'redirects'].includes(
          await refusalOf(leading.origin, { allow: [leading.host] }),
        ),
        target,
      );
  });

  it('Pictures are not fetched from a name with an internal address, and each name is resolved once', async t => {
    const resolved: string[] = [];
    const answers = [
      [{ address: '127.0.0.1', family: 4 }],
      [
        { address: '9.9.9.9', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ],
      [{ address: '::ffff:169.254.169.254', family: 6 }],
      [],
    ];
    t.mock.method(dns, 'lookup', ((
      host: string,
      _options: unknown,
      callback: (...found: unknown[]) => void,
    ) => {
      callback(null, answers[resolved.push(host) - 1]);
    }) as typeof dns.lookup);
    syncBuiltinESMExports();
    t.after(() => {
      t.mock.restoreAll();
      syncBuiltinESMExports();
    });
    const codes: RefusalCode[] = [];
    for (const _ of answers) codes.push(await refusalOf(`http://rebinding.test:${inside.port}/`));
    assert.deepEqual(codes, ['address', 'address', 'address', 'unreachable']);
    assert.equal(resolved.length, answers.length);
  });

  it('Pictures are not fetched from ports other than those of the web', async () => {
    for (const port of [0, 1, 22, 25, 110, 2375, 3306, 5432, 6379, 8443, 9200, 11211, 27017, 65535])
      assert.equal(await refusalOf(`http://9.9.9.9:${port}/`, { ports: undefined }), 'port');
  });

  it('Compressed pictures are refused, whatever their coding', async t => {
    const bomb = gzipSync(Buffer.alloc(5_000_000));
    const server = await listen((request, response) => {
      const coding = request.url?.slice(1) ?? '';
      response.writeHead(200, { 'content-type': 'image/png', 'content-encoding': coding }).end(bomb);
    }, t);
    for (const coding of ['gzip', 'x-gzip', 'deflate', 'br', 'zstd', 'identity,gzip', 'gzip,gzip'])
      assert.equal(
        await refusalOf(`${server.origin}/${coding}`, { allow: [server.host], maxBytes: 1e6 }),
        'status',
      );
  });
});

describe('Imported calendars', () => {
  it('Imported calendars are not decompressed beyond their size limit', async t => {
    const bomb = gzipSync(Buffer.alloc(60_000_000));
    assert.ok(bomb.length < 100_000);
    const server = await listen((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
    }, t);
    const named = new URL(server.origin);
    await using guest = new Visitor({ named, allow: [], pauseMs: 0, signal: undefined });
    await assert.rejects(guest.get(named), /its answer is too large/);
  });
});

describe('Server-side requests of imports', () => {
  it('An import reaches the private host that its operator names, and no other one', async t => {
    const server = await listen((_request, response) => response.end('there'), t);
    const named = new URL(server.origin);
    await using guest = new Visitor({ named, allow: [], pauseMs: 0, signal: undefined });
    assert.equal((await guest.get(named)).body, 'there');
    await using stranger = new Visitor({
      ...{ named: new URL(`http://9.9.9.9:${inside.port}/`), allow: [], pauseMs: 0, signal: undefined },
    });
    for (const host of HOSTS)
      await assert.rejects(async () => stranger.get(new URL(`http://${host}:${inside.port}/`)), host);
    const other = `http://127.0.0.1:${inside.port}/`;
    await assert.rejects(guest.get(new URL(other)), {
      message: `its address or its port is not one of the web: ${other}`,
    });
    await assert.rejects(stranger.get(new URL(other)), {
      message: `${other} lies at an address that is not public`,
    });
  });
});

describe('Errors of fetched pictures', () => {
  it('The error of a refused picture address reveals nothing about the internal network', async () => {
    const told = new Set<string>();
    const asking = gallery.asked.length;
    for (const image of [
      'http://127.0.0.1/a.png',
      'http://10.0.0.1/',
      'http://[::1]/',
      'http://localhost/',
      'http://nothing.invalid/',
    ]) {
      const { status, body } = await call('POST /events', { as: author, json: eventOf('x', { image }) });
      assert.equal(status, 400);
      told.add(body.data.params.image ?? '');
    }
    assert.equal(told.size, 1, [...told].join());
    for (const image of [
      `${site}/healthz`,
      `http://localhost:${inside.port}/`,
      `http://u:p@${gallery.host}/a.png`,
    ])
      assert.equal(
        (await call('POST /events', { as: author, json: eventOf('x', { image }) })).status,
        400,
        image,
      );
    assert.equal(gallery.asked.length, asking);
  });
});

async function listen(answer: RequestListener, t?: TestContext): Promise<Web> {
  const web = await openWeb(answer);
  const close = () => web[Symbol.asyncDispose]();
  if (t) t.after(close);
  else after(close);
  return web;
}
