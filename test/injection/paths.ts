import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { basic, exactly } from '../client.ts';
import { editor, site } from './site.ts';

const UPWARDS = [
  '..',
  '%2e%2e',
  '..%2f',
  '%2e%2e%2f',
  '..%5c',
  '%252e%252e%252f',
  '..%c0%af',
  '..%ef%bc%8f',
  '....//',
  '.%00./',
];
const FILES = ['almanac.sqlite', 'etc/passwd'];

describe('Path traversal', () => {
  it('No path leads to a file outside the images', async () => {
    const headers = { authorization: basic(editor.user, editor.app_password) };
    for (const upwards of UPWARDS)
      for (const file of FILES)
        for (const place of [
          ...['/images/', '/images/0123456789abcdef01234567/', '/cal/events/v1/events/', '/event/', '/'],
          '/cal/events/v1/venues/by-slug/',
          '/cal/history/v1/events/',
          '/cal/trash/v1/',
          '/cal/events/v1/events/1',
        ]) {
          const path = place + `${upwards}/`.repeat(3) + file;
          const { status, text } = await exactly(site, path, headers);
          assert.ok([302, 400, 404].includes(status), `${status} ${path}`);
          assert.doesNotMatch(text, /SQLite|root:|almanac\.sqlite|ENOENT|EISDIR/, path);
        }
  });

  it('An id has digits only', async () => {
    for (const id of ['1%00', '1%2f', '1;', '1.', '0x1', '%31%00', '1%20', '1,2', '١'].map(encodeURI)) {
      const { status, body } = await exactly(site, `/cal/events/v1/events/${id}`);
      assert.deepEqual([status, body.code], [404, 'rest_no_route'], id);
    }
  });
});
