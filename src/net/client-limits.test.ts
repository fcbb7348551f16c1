import assert from 'node:assert/strict';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { processorTime } from '../../test/processor-time.ts';
import { readConfig } from '../config.ts';
import { RateLimits } from './client-limits.ts';

const clientsOf = (settings: Record<string, string>) => new RateLimits(readConfig(settings));

const from = (remoteAddress: string | undefined, headers: IncomingHttpHeaders = {}) =>
  // The parts of a request that are read.
  ({ socket: { remoteAddress }, headers }) as unknown as IncomingMessage;

describe('The client of a direct request', () => {
  const direct = clientsOf({});
  const cases: [string, string, string][] = [
    ['203.0.113.9', '203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:0001:0002::', '2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['::1', '::1', '::/64'],
    ['fe80::1%eth0', 'fe80::1', 'fe80::/64'],
  ];
  for (const [peer, address, network] of cases)
    it(`The client of a direct request is its peer: ${peer}`, () => {
      assert.deepEqual(direct.of(from(peer)), { address, network });
    });

  it('The client of a closed connection has no address', () => {
    assert.deepEqual(direct.of(from(undefined)), { address: '', network: '' });
  });

  it('The client is never read from a header where no proxy is trusted', () => {
    const headers = { 'x-forwarded-for': '198.51.100.1', forwarded: 'for=198.51.100.1' };
    assert.equal(direct.of(from('127.0.0.1', headers)).address, '127.0.0.1');
  });
});

describe('The client behind trusted proxies', () => {
  const clients = clientsOf({ TRUSTED_PROXIES: '10.0.0.0/8, 192.0.2.7,2001:db8:ffff::/48 , ::1' });
  const cases: [peer: string, headers: IncomingHttpHeaders, address: string][] = [
    ['10.1.2.3', {}, '10.1.2.3'],
    ['10.1.2.3', { 'x-forwarded-for': '198.51.100.1' }, '198.51.100.1'],
    ['::ffff:10.1.2.3', { 'x-forwarded-for': '::ffff:198.51.100.1' }, '198.51.100.1'],
    ['::1', { 'x-forwarded-for': '198.51.100.1' }, '198.51.100.1'],
    ['192.0.2.7', { 'x-forwarded-for': ' 198.51.100.1\t' }, '198.51.100.1'],
    // Headers from untrusted peers are ignored.
    ['192.0.2.8', { 'x-forwarded-for': '198.51.100.1' }, '192.0.2.8'],
    ['11.0.0.1', { forwarded: 'for=198.51.100.1' }, '11.0.0.1'],
    // Addresses are read from right to left, as long as they are trusted proxies.
    ['10.1.2.3', { 'x-forwarded-for': '1.1.1.1, 198.51.100.1' }, '198.51.100.1'],
    ['10.1.2.3', { 'x-forwarded-for': '1.1.1.1, 198.51.100.1, 10.9.9.9,2001:db8:ffff::5' }, '198.51.100.1'],
    ['10.1.2.3', { 'x-forwarded-for': '10.0.0.1, 10.0.0.2' }, '10.0.0.1'],
    // Text that is not an address is ignored, and so is everything to the left of it.
    ['10.1.2.3', { 'x-forwarded-for': '' }, '10.1.2.3'],
    ['10.1.2.3', { 'x-forwarded-for': '198.51.100.1, unknown' }, '10.1.2.3'],
    ['10.1.2.3', { 'x-forwarded-for': '198.51.100.1, unknown, 10.0.0.8' }, '10.0.0.8'],
    ['10.1.2.3', { 'x-forwarded-for': '198.51.100.1, 010.0.0.1' }, '10.1.2.3'],
    // With ports.
    ['10.1.2.3', { 'x-forwarded-for': '198.51.100.1:4711' }, '198.51.100.1'],
    ['10.1.2.3', { 'x-forwarded-for': '[2001:db8::9]:4711' }, '2001:db8::9'],
    ['10.1.2.3', { 'x-forwarded-for': '2001:db8::9' }, '2001:db8::9'],
    // RFC 7239.
    ['10.1.2.3', { forwarded: 'for=198.51.100.1' }, '198.51.100.1'],
    ['10.1.2.3', { forwarded: 'For="[2001:db8:cafe::17]:4711"' }, '2001:db8:cafe::17'],
    ['10.1.2.3', { forwarded: 'for=192.0.2.60;proto=http;by=203.0.113.43' }, '192.0.2.60'],
    ['10.1.2.3', { forwarded: 'proto=https ; by="x;for=1.1.1.1,y" ;for=192.0.2.60' }, '192.0.2.60'],
    [
      '10.1.2.3',
      { forwarded: 'for=1.1.1.1, for=192.0.2.43,for="198.51.100.17", For=10.2.2.2' },
      '198.51.100.17',
    ],
    ['10.1.2.3', { forwarded: 'for="198.51.100.17:47\\11"' }, '198.51.100.17'],
    ['10.1.2.3', { forwarded: 'for=unknown' }, '10.1.2.3'],
    ['10.1.2.3', { forwarded: 'for=1.1.1.1, for=_hidden, for=10.0.0.8' }, '10.0.0.8'],
    ['10.1.2.3', { forwarded: 'proto=https' }, '10.1.2.3'],
    // Nothing that a client sends hides what its proxy appends.
    ['10.1.2.3', { forwarded: 'for=", for=198.51.100.1' }, '198.51.100.1'],
    ['10.1.2.3', { forwarded: 'for=", for="[2001:db8::9]";by="x"' }, '2001:db8::9'],
    ['10.1.2.3', { forwarded: 'x", for="y, for=198.51.100.1' }, '198.51.100.1'],
    ['10.1.2.3', { forwarded: 'for="\\, for="198.51.100.1"' }, '198.51.100.1'],
    // With both headers, they must agree; otherwise the client is unknown.
    ['10.1.2.3', { forwarded: 'for=198.51.100.1', 'x-forwarded-for': '198.51.100.1' }, '198.51.100.1'],
    ['10.1.2.3', { forwarded: 'for=1.1.1.1', 'x-forwarded-for': '198.51.100.1' }, '10.1.2.3'],
    ['10.1.2.3', { forwarded: 'for=unknown', 'x-forwarded-for': '198.51.100.1' }, '10.1.2.3'],
  ];
  for (const [peer, headers, address] of cases)
    it(`The client behind ${peer} with ${JSON.stringify(headers)} is ${address}`, () => {
      assert.equal(clients.of(from(peer, headers)).address, address);
      assert.equal(clients.of(from(peer, headers)).address, address, 'the second time');
    });

  it('The client is what the last proxy adds, whatever the client sent before', () => {
    const sent = fc.string({
      unit: fc.constantFrom('"', '\\', ',', ';', '=', 'for', 'x', ' ', '1.1.1.1'),
      maxLength: 40,
    });
    fc.assert(
      fc.property(
        sent,
        fc.constantFrom('for=198.51.100.1', 'for="198.51.100.1";proto=http'),
        (text, added) => {
          const { address } = clients.of(from('10.1.2.3', { forwarded: `${text},${added}` }));
          assert.equal(address, '198.51.100.1');
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('The client is found quickly, however long the headers are', () => {
    const long = ['",'.repeat(15_000), ','.repeat(30_000), '10.0.0.1,'.repeat(3000), 'for=",'.repeat(5000)];
    const took = processorTime(() => {
      for (const text of long)
        for (const name of ['forwarded', 'x-forwarded-for'])
          for (let round = 0; round < 20; round++) clients.of(from('10.1.2.3', { [name]: text + round }));
    });
    assert.ok(took < 1000, `${took} ms`);
  });
});

describe('the scheme by which a client reaches the site', () => {
  const clients = clientsOf({ TRUSTED_PROXIES: '10.0.0.0/8' });
  const cases: [string, IncomingHttpHeaders, 'http' | 'https'][] = [
    ['10.1.2.3', {}, 'http'],
    ['10.1.2.3', { 'x-forwarded-proto': 'https' }, 'https'],
    ['10.1.2.3', { 'x-forwarded-proto': 'HTTPS' }, 'https'],
    ['10.1.2.3', { 'x-forwarded-proto': 'http' }, 'http'],
    ['10.1.2.3', { 'x-forwarded-proto': 'gopher' }, 'http'],
    ['198.51.100.1', { 'x-forwarded-proto': 'https', forwarded: 'proto=https' }, 'http'],
    // The last value comes from the nearest proxy; an inner proxy appends its own, or passes the header on.
    ['10.1.2.3', { 'x-forwarded-proto': 'https, http' }, 'http'],
    [
      '10.1.2.3',
      { 'x-forwarded-for': '198.51.100.1, 10.9.9.9', 'x-forwarded-proto': 'https, http' },
      'https',
    ],
    ['10.1.2.3', { 'x-forwarded-for': '198.51.100.1, 10.9.9.9', 'x-forwarded-proto': 'https' }, 'https'],
    ['10.1.2.3', { 'x-forwarded-for': '1.1.1.1, 198.51.100.1', 'x-forwarded-proto': 'https, http' }, 'http'],
    ['10.1.2.3', { forwarded: 'proto=https' }, 'https'],
    ['10.1.2.3', { forwarded: 'for=198.51.100.1;Proto="https"' }, 'https'],
    ['10.1.2.3', { forwarded: 'for=198.51.100.1;proto=https, for=10.9.9.9;proto=http' }, 'https'],
    ['10.1.2.3', { forwarded: 'for=1.1.1.1;proto=https, for=198.51.100.1;proto=http' }, 'http'],
    ['10.1.2.3', { forwarded: 'for=198.51.100.1' }, 'http'],
    // With both headers, the scheme is `https` only if both agree.
    ['10.1.2.3', { forwarded: 'for=198.51.100.1', 'x-forwarded-proto': 'https' }, 'https'],
    ['10.1.2.3', { forwarded: 'proto=https', 'x-forwarded-proto': 'http' }, 'http'],
    ['10.1.2.3', { forwarded: 'proto=http', 'x-forwarded-proto': 'https' }, 'http'],
  ];
  for (const [peer, headers, scheme] of cases)
    it(`is ${scheme} for ${peer} with ${JSON.stringify(headers)}`, () => {
      assert.equal(clients.schemeOf(from(peer, headers)), scheme);
    });

  it('is http where no proxy is trusted', () => {
    assert.equal(clientsOf({}).schemeOf(from('127.0.0.1', { 'x-forwarded-proto': 'https' })), 'http');
  });

  it('is found in no time, however long the headers are', () => {
    const long = ['",'.repeat(15_000), 'https,'.repeat(10_000), 'proto=",'.repeat(5000)];
    const took = processorTime(() => {
      for (const text of long)
        for (const name of ['forwarded', 'x-forwarded-proto', 'x-forwarded-for'])
          for (let round = 0; round < 20; round++)
            clients.schemeOf(from('10.1.2.3', { 'x-forwarded-proto': 'https', [name]: text + round }));
    });
    assert.ok(took < 1000, `${took} ms`);
  });
});

describe('Rate limits', () => {
  it('Requests are not counted without a rate limit', () => {
    assert.equal(clientsOf({}).quotaOf(from('198.51.100.1')), undefined);
  });

  it('are as many as it may send', () => {
    const clients = clientsOf({ RATE_LIMIT: '2', RATE_LIMIT_WINDOW: '10' });
    const policy = '"default";q=2;w=10';
    assert.deepEqual(clients.quotaOf(from('198.51.100.1')), {
      policy,
      state: '"default";r=1;t=10',
      wait: undefined,
    });
    assert.deepEqual(clients.quotaOf(from('198.51.100.1'))?.state, '"default";r=0;t=10');
    for (let round = 0; round < 3; round++)
      assert.deepEqual(clients.quotaOf(from('198.51.100.1')), {
        policy,
        state: '"default";r=0;t=10',
        wait: 10,
      });
    assert.equal(clients.quotaOf(from('198.51.100.2'))?.wait, undefined);
  });

  it('The window is reported in whole seconds, at whatever fraction of a millisecond it begins', context => {
    const clients = clientsOf({ RATE_LIMIT: '2', RATE_LIMIT_WINDOW: '10' });
    for (let at = 0; at < 100; at++) {
      const clock = context.mock.method(performance, 'now', () => 8191.9 + at / 7);
      assert.equal(clients.quotaOf(from(`198.51.100.${at}`))?.state, '"default";r=1;t=10', `${at}`);
      clock.mock.restore();
    }
  });

  it('The clients of one IPv6 /64 share a limit', () => {
    const clients = clientsOf({ RATE_LIMIT: '1' });
    assert.equal(clients.quotaOf(from('2001:db8:1:2::1'))?.wait, undefined);
    assert.equal(clients.quotaOf(from('2001:db8:1:2:ffff:ffff:ffff:ffff'))?.wait, 60);
    assert.equal(clients.quotaOf(from('2001:db8:1:3::1'))?.wait, undefined);
  });

  it('Requests behind a trusted proxy are counted for the client that it names', () => {
    const clients = clientsOf({ RATE_LIMIT: '1', TRUSTED_PROXIES: '10.0.0.1' });
    const by = (name: string) => clients.quotaOf(from('10.0.0.1', { 'x-forwarded-for': name }))?.wait;
    assert.deepEqual(
      [by('198.51.100.1'), by('198.51.100.2'), by('198.51.100.1')],
      [undefined, undefined, 60],
    );
  });
});
