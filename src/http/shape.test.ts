import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fragment, Json } from '../lib/json.ts';
import { readFields } from './response-shape.ts';
import { shape } from './shape.ts';

const WANTED = { fields: readFields('title'), envelope: true, callback: 'show' };

it('A text of another media type is sent as it is', async () => {
  const { status, headers, body } = await shape(WANTED, {
    mediaType: 'text/csv',
    body: 'id,title\r\n1,Música',
  });
  assert.equal(status, 200);
  assert.equal(headers['content-type'], 'text/csv; charset=utf-8');
  assert.equal(Buffer.from(body.bytes, 'latin1').toString(), 'id,title\r\n1,Música');
});

it('JSON is sent in the form that the request asked for', async () => {
  const { headers, body } = await shape(WANTED, { status: 201, body: { id: 1, title: 'Jazz' } });
  assert.equal(headers['content-type'], 'application/javascript; charset=utf-8');
  assert.equal(body.bytes, '/**/show({"body":{"title":"Jazz"},"status":201,"headers":{}})');
});

it('JSON that was written for a whole answer is sent as it is, within the callback', async () => {
  const { body } = await shape({ ...WANTED, envelope: false }, { body: new Json([fragment('[1]')]) });
  assert.equal(body.bytes, '/**/show([1])');
});
