import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { processorTime } from '../../test/processor-time.ts';
import { parseForm } from '../background/form-body.ts';
import { InvalidValue } from '../errors.ts';
import { fragment, Json } from '../lib/json.ts';
import { RestError } from './errors.ts';
import { callbackOf, keepFields, readFields, shape, wantsEnvelope } from './response-shape.ts';

const formOf = (sent: Record<string, unknown>) => ({
  fields: readFields(sent._fields),
  envelope: wantsEnvelope(sent._envelope),
  callback: callbackOf(sent._jsonp),
});

describe('_fields', () => {
  const event = {
    id: 5,
    title: 'Jazz',
    start_date_details: { year: '2031', month: '05' },
    venue: { id: 7, venue: 'Cellar', json_ld: { geo: { latitude: 41 } } },
    organizer: [{ id: 8, email: 'a@b.test' }, { id: 9 }],
    tags: [],
    image: false,
  };
  const kept = (fields: unknown, value: unknown = event) =>
    keepFields(value, formOf({ _fields: fields }).fields ?? new Map());

  it('_fields keeps the named members, in the order of the answer', () => {
    assert.deepEqual(Object.keys(kept('title,id,nothing') as object), ['id', 'title']);
    assert.deepEqual(kept(['title', ' id ']), { id: 5, title: 'Jazz' });
  });

  it('_fields reaches into objects and through lists', () => {
    assert.deepEqual(kept('start_date_details.year'), { start_date_details: { year: '2031' } });
    assert.deepEqual(kept('venue.json_ld.geo.latitude'), { venue: { json_ld: { geo: { latitude: 41 } } } });
    assert.deepEqual(kept('organizer.email,tags.id'), { organizer: [{ email: 'a@b.test' }, {}], tags: [] });
    assert.deepEqual(kept('events.title', { events: [event], total: 1 }), { events: [{ title: 'Jazz' }] });
  });

  it('_fields keeps a named member whole although it also names a part of it', () => {
    assert.deepEqual(kept('venue.id,venue'), { venue: event.venue });
  });

  it('_fields finds nothing in values without members', () => {
    assert.deepEqual(kept('image.url'), { image: false });
    assert.deepEqual(kept('title.length'), { title: 'Jazz' });
    assert.deepEqual(kept('.id'), {});
    assert.deepEqual(kept('__proto__,constructor,toString'), {});
  });

  it('_fields without names is ignored', () => {
    for (const fields of [undefined, '', ' , ', [], [1, null], {}, true, 5])
      assert.equal(formOf({ _fields: fields }).fields, undefined);
  });

  it('_fields takes time in proportion to its length', () => {
    const list = { events: Array.from({ length: 50 }, () => event) };
    const long = `events.${'a.'.repeat(200_000)}b`;
    const took = processorTime(() => kept(long, list));
    assert.ok(took < 1000, `${Math.round(took)} ms`);
  });

  it('_fields names at most 1000 members, and more are refused at once', () => {
    const names = (count: number) => Array.from({ length: count }, (_, at) => `m${at}`).join();
    assert.equal(formOf({ _fields: names(1000) }).fields?.size, 1000);
    for (const many of [names(1001), 'events.id,'.repeat(400_000), names(500_000)]) {
      const took = processorTime(() => assert.throws(() => formOf({ _fields: many }), InvalidValue));
      assert.ok(took < 1000, `${Math.round(took)} ms for ${many.slice(0, 20)}…`);
    }
  });
});

describe('_envelope', () => {
  const cases: [string, boolean][] = [
    ['', false],
    ['_envelope', true],
    ['_envelope=1', true],
    ['_envelope=yes', true],
    ['_envelope=0', false],
    ['_envelope=false', false],
  ];
  for (const [query, expected] of cases)
    it(`The envelope for the query "${query || 'nothing'}" is ${expected}`, () =>
      assert.equal(formOf(parseForm(query) as Record<string, unknown>).envelope, expected));

  it('_envelope never fails, whatever its value', () => {
    for (const query of ['_envelope[a]=b', '_envelope[]=1', '_envelope[0][a]=1', '_envelope=%ff'])
      assert.doesNotThrow(() => formOf(parseForm(query) as Record<string, unknown>), query);
    for (const _envelope of [null, {}, { toString: 1 }, [[]], { valueOf: null, toString: null }])
      assert.doesNotThrow(() => formOf({ _envelope }), JSON.stringify(_envelope));
  });
});

describe('_jsonp', () => {
  it('_jsonp is the name of a function, possibly within objects', () => {
    for (const name of ['cb', 'a.b.c', '$', '_x1', 'jQuery331_1']) assert.equal(callbackOf(name), name);
    for (const nothing of [undefined, '']) assert.equal(callbackOf(nothing), undefined);
  });

  it('_jsonp is refused where it could be a script', () => {
    for (const name of [
      'a b',
      'alert(1)',
      '<',
      'a;b',
      'é',
      'a\n',
      'a\0',
      'x'.repeat(201),
      5,
      [],
      ['a'],
      {},
      null,
    ])
      assert.throws(
        () => callbackOf(name),
        error => error instanceof RestError && error.code === 'rest_callback_invalid' && error.status === 400,
        JSON.stringify(name),
      );
  });
});

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
