import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { compress, preferredCoding, unsupportedCoding } from './encodings.ts';

describe('Negotiation of content codings', () => {
  const cases: [accepted: string | undefined, coding: string | undefined][] = [
    [undefined, undefined],
    ['', undefined],
    ['gzip', 'gzip'],
    ['x-gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['zstd, gzip', 'zstd'],
    ['deflate', undefined],
    ['*', 'br'],
    ['br;q=0, *', 'zstd'],
    ['gzip;q=0.5, br;q=0.4', 'gzip'],
    ['gzip;q=1.0, *;q=0.5', 'gzip'],
    [' gzip ;  q=0.8 ,br ; q=0.9', 'br'],
    ['br;Q=0.1,GZIP;Q=0.2', 'gzip'],
    ['gzip;q=0', undefined],
    ['gzip;q=0.000, br;q=0.001', 'br'],
    ['*;q=0', undefined],
    ['identity', undefined],
    ['identity;q=1, gzip;q=0.5', undefined],
    ['identity;q=0.5, gzip;q=0.5', 'gzip'],
    ['identity;q=0', undefined],
    ['identity;q=0, gzip', 'gzip'],
    ['identity;q=0, *', 'br'],
    ['gzip;q=nonsense', undefined],
    ['gzip;q=', undefined],
    ['gzip;q=-1', undefined],
    [';;;,,,=q', undefined],
    ['gzip;level=9', 'gzip'],
    ['gzip;q=0, gzip;q=1', 'gzip'],
    [`${'a,'.repeat(100)}gzip`, undefined],
  ];
  for (const [accepted, coding] of cases)
    it(`The Accept-Encoding header "${accepted?.slice(0, 50)}" selects ${coding ?? 'none'}`, () => {
      assert.equal(preferredCoding(accepted), coding);
      assert.equal(preferredCoding(accepted), coding, 'when it is asked again');
    });

  it('The coding is found for more header values than the cache holds', () => {
    for (let at = 0; at < 500; at++) assert.equal(preferredCoding(`gzip, x-${at}`), 'gzip');
  });
});

describe('Compression', () => {
  const decode = { br: brotliDecompressSync, zstd: zstdDecompressSync, gzip: gunzipSync };
  for (const coding of ['br', 'zstd', 'gzip'] as const)
    it(`Data compressed with ${coding} is decompressed to the same bytes`, async () => {
      for (const text of ['', 'x', 'àé日本😀'.repeat(5000)]) {
        const body = Buffer.from(text);
        assert.deepEqual(decode[coding](await compress[coding](body)), body);
      }
    });
});

const statusOf = (headers: Record<string, string>) => unsupportedCoding(headers)?.status;
const body = { 'content-length': '2' };

describe('Transfer codings', () => {
  it('The transfer coding chunked is supported, in any case and once', () => {
    for (const coding of ['chunked', 'Chunked', ' CHUNKED ', 'chunked,', ''])
      assert.equal(statusOf({ 'transfer-encoding': coding }), undefined, coding);
  });

  it('Any other transfer coding is refused with 501', () => {
    for (const coding of [
      'gzip, chunked',
      'chunked, chunked',
      'identity',
      'gzip',
      'chunked;q=1',
      'x,chunked',
    ])
      assert.equal(statusOf({ 'transfer-encoding': coding }), 501, coding);
  });
});

describe('Content codings', () => {
  it('A request without a content coding, or with identity, is accepted', () => {
    for (const coding of ['', 'identity', 'Identity, identity', ','])
      assert.equal(statusOf({ ...body, 'content-encoding': coding }), undefined, coding);
  });

  it('Any other content coding is refused with 415', () => {
    for (const coding of ['gzip', 'GZIP', 'br', 'identity, zstd', 'aes128gcm', 'nothing'])
      for (const headers of [body, { 'transfer-encoding': 'chunked' }])
        assert.equal(statusOf({ ...headers, 'content-encoding': coding }), 415, coding);
  });

  it('The content coding of a request without a body is ignored', () => {
    assert.equal(statusOf({ 'content-encoding': 'gzip' }), undefined);
    assert.equal(statusOf({ 'content-encoding': 'gzip', 'content-length': '0' }), undefined);
  });
});
