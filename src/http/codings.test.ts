import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { unsupportedCoding } from './codings.ts';

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
