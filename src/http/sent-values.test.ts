import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { anyText } from '../../test/any-text.ts';
import { processorTime } from '../../test/processor-time.ts';
import { NOT_TEXT, parseForm } from '../background/form-body.ts';
import { RestError } from './errors.ts';
import { multipartForm, readParams } from './sent-values.ts';

const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';

/** The parameters of a request, as a plain object. */
async function sent(body: string | Buffer, contentType: string, query = ''): Promise<unknown> {
  return plain(Object.fromEntries(await readParams(contentType, Buffer.from(body), query)));
}

/** Copies null-prototype objects, since the equality check compares prototypes. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const refused = (code: number) => (error: unknown) =>
  error instanceof RestError &&
  error.status === 400 &&
  error.code === 'rest_invalid_json' &&
  (error.body('en') as { data: { json_error_code: number } }).data.json_error_code === code;

describe('Sources of parameters', () => {
  it('The body wins over the query', async () => {
    assert.deepEqual(await sent('{"a":1}', JSON_TYPE, 'a=2&b=3'), { a: 1, b: '3' });
    assert.deepEqual(await sent('a=1', FORM, 'a=2&b=3'), { a: '1', b: '3' });
  });

  it('Null in the body gives way to the query, and stays null where the query has no value', async () => {
    assert.deepEqual(await sent('{"a":null,"b":null}', JSON_TYPE, 'a=2'), { a: '2', b: null });
  });

  it('A body of an unknown media type is ignored', async () => {
    for (const type of [
      '',
      'text/plain',
      'application/jsonp',
      'application/xml',
      ';',
      'application/json-seq',
    ])
      assert.deepEqual(await sent('{"a":1}', type, 'b=2'), { b: '2' }, type);
  });

  it('A body is read as JSON under any JSON media type', async () => {
    for (const type of [
      'Application/JSON',
      'application/json; charset=utf-8',
      'application/vnd.api+json',
      ' application/json ;',
    ])
      assert.deepEqual(await sent('{"a":1}', type), { a: 1 }, type);
  });
});

describe('JSON bodies', () => {
  it('A JSON body that is no object has no parameters', async () => {
    for (const body of ['[1]', '5', 'null', '"a"', 'true', '', '  \n '])
      assert.deepEqual(await sent(body, JSON_TYPE), {}, body);
  });

  const cases: [string, string | Buffer, number][] = [
    ['nested deeper than 512', `${'['.repeat(513)}${']'.repeat(513)}`, 1],
    ['nested without end', '[{"a":'.repeat(100_000), 1],
    ['whose brackets do not match', '{"a":[1}}', 2],
    ['closed before it opens', ']', 2],
    ['with a control character in a text', '{"a":"x\u0001y"}', 3],
    ['with a line end in a text', '{"a":"x\ny"}', 3],
    ['cut off', '{"a":', 4],
    ['cut off within a text', '{"a":"b\\', 4],
    ['with single quotes', "{'a':1}", 4],
    ['with a comma too many', '{"a":1,}', 4],
    ['with words that are no numbers', '{"a":NaN}', 4],
    ['in UTF-16', Buffer.from('{"a":1}', 'utf16le'), 3],
    ['that is no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 5],
    ['with half a surrogate in bytes', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), 5],
    ['with an overlong slash', Buffer.from([0x22, 0xc0, 0xaf, 0x22]), 5],
  ];
  for (const [name, body, code] of cases)
    it(`JSON ${name} is refused with code ${code}`, async () => {
      await assert.rejects(sent(body, JSON_TYPE), refused(code));
    });

  it('JSON may begin with a byte order mark', async () => {
    assert.deepEqual(await sent('\ufeff{"a":1}', JSON_TYPE), { a: 1 });
  });

  it('JSON may be nested 512 levels deep', async () => {
    assert.deepEqual(
      Object.keys((await sent(`{"a":${'['.repeat(511)}${']'.repeat(511)}}`, JSON_TYPE)) as object),
      ['a'],
    );
  });

  it('JSON is read as JSON.parse reads it, or refused', async () => {
    const scraps = fc.array(fc.constantFrom(...'{}[]",:\\x0 ')).map(pieces => pieces.join(''));
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.json(), anyText, scraps), async body => {
        const expected = parsed(body);
        if (expected === undefined) await assert.rejects(sent(body, JSON_TYPE), RestError);
        else assert.deepEqual(await sent(body, JSON_TYPE), expected);
      }),
    );
  });
});

/** The members of a JSON body: none if it is not an object, undefined if it is not JSON. */
function parsed(body: string): object | undefined {
  if (
    body
      .toWellFormed()
      .replace(/^\ufeff/, '')
      .trim() === ''
  )
    return {};
  try {
    const value: unknown = JSON.parse(body.toWellFormed().replace(/^\ufeff/, ''));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
  } catch {
    return undefined;
  }
}

describe('Form bodies', () => {
  const cases: [string, unknown][] = [
    ['a=1&b=two+words', { a: '1', b: 'two words' }],
    ['a=1&a=2', { a: '2' }],
    ['a[]=1&a[]=2', { a: ['1', '2'] }],
    ['a%5B%5D=1', { a: ['1'] }],
    ['a[1]=x&a[0]=y', { a: ['y', 'x'] }],
    ['a[10]=z&a[3]=y&a[]=last', { a: ['y', 'z', 'last'] }],
    ['a[0]=x&a[01]=y', { a: { 0: 'x', '01': 'y' } }],
    ['a[b]=1&a[c][d]=2', { a: { b: '1', c: { d: '2' } } }],
    [
      'organizer[][organizer]=A&organizer[][organizer]=B',
      { organizer: [{ organizer: 'A' }, { organizer: 'B' }] },
    ],
    ['a=', { a: '' }],
    ['a', { a: '' }],
    ['=x&&', {}],
    ['title=M%C3%BAsica%20%F0%9F%8E%89', { title: 'Música 🎉' }],
    ['a=1%2B1%3D2%26', { a: '1+1=2&' }],
  ];
  for (const [form, expected] of cases)
    it(`The form ${form} is parsed`, () => assert.deepEqual(plain(parseForm(form)), expected));

  it('A form may contain unencoded UTF-8', async () => {
    assert.deepEqual(await sent('title=Música 🎉&b=1', FORM), { title: 'Música 🎉', b: '1' });
  });

  it('A form value that is no UTF-8 is not read as text, and the other values are', async () => {
    for (const bad of ['%ff', '%ED%A0%80', '%C0%AF', 'a%E2%82']) {
      const { a, b } = (await sent(`a=${bad}&b=1`, FORM)) as { a: unknown; b: unknown };
      assert.equal(typeof a, 'object', bad);
      assert.equal(b, '1');
    }
    const raw = Buffer.concat([Buffer.from('a='), Buffer.from([0xff, 0xfe]), Buffer.from('&b=1')]);
    const { a, b } = (await sent(raw, FORM)) as { a: unknown; b: unknown };
    assert.notEqual(typeof a, 'string');
    assert.equal(b, '1');
  });

  it('A form may contain a percent sign that encodes nothing', async () => {
    assert.deepEqual(await sent('a=100%&b=%zz', FORM), { a: '100%', b: '%zz' });
  });

  it('Parsing a form that extends an invalid value by members or items does not throw', () => {
    for (const form of [
      'a=%ff&a[b]=c',
      'a[b]=c&a=%ff',
      'a[b]=%ff&a[b][c]=d',
      'a[]=%ff&a[]=b',
      'a[0]=%ff&a[0][b]=c',
      'a=%ff&a=%ff',
    ])
      assert.doesNotThrow(() => parseForm(form), form);
  });

  it('A form cannot change a prototype', () => {
    const hostile = [
      '__proto__[x]=1',
      'constructor[prototype][x]=1',
      'a[__proto__][x]=1',
      '__proto__=1',
      'a[constructor]=1',
      'a[]=1&a[__proto__][x]=2',
      'a=1&a[__proto__][x]=2',
      '__proto__[]=1',
      'prototype[x]=1',
      'toString=1&toString[x]=1',
    ];
    for (const form of hostile) {
      parseForm(form);
      assert.equal(({} as { x?: unknown }).x, undefined, form);
      assert.equal(([] as { x?: unknown }).x, undefined, form);
    }
  });

  it('Parsing a form never throws', () => {
    const piece = fc.constantFrom(
      'a',
      'b',
      '[',
      ']',
      '[]',
      '[0]',
      '[9]',
      '[b]',
      '=',
      '&',
      '%',
      '%ff',
      '%5B',
      '+',
      '.',
      '__proto__',
      '1',
    );
    const form = fc.oneof(
      fc.array(piece).map(pieces => pieces.join('')),
      anyText,
    );
    fc.assert(
      fc.property(form, text => assert.doesNotThrow(() => parseForm(text))),
      { numRuns: 2000 },
    );
  });

  const many = (count: number, write: (i: number) => string) =>
    Array.from({ length: count }, (_, i) => write(i)).join('&');
  const long: [string, string][] = [
    ['items', many(20_000, () => 'a[]=1')],
    ['objects in a list', many(10_000, () => 'a[][b]=1')],
    ['numbered objects', many(10_000, i => `a[${i}][b]=1`)],
    ['numbered items from the last on', many(10_000, i => `a[${10_000 - i}]=1`)],
    ['equal names', many(20_000, () => 'a=1')],
    ['members', many(10_000, i => `a[m${i}]=1`)],
    ['brackets', `a${'[]'.repeat(20_000)}=1`],
    ['open brackets', `a${'['.repeat(200_000)}=1`],
  ];
  for (const [name, form] of long)
    it(`A form of many ${name} is parsed in linear time`, () => {
      const took = processorTime(() => parseForm(form));
      assert.ok(took < 1000, `${Math.round(took)} ms`);
    });
});

describe('Multipart bodies', () => {
  const BOUNDARY = 'multipart/form-data; boundary=edge';
  const part = (name: string, value: string, more = '') =>
    `--edge\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;

  it('A multipart body gives its fields, with brackets, and files as what is no text', async () => {
    const files = `${part('f', 'x', '; filename="f.txt"')}${part('none', '', '; filename=""')}`;
    const body = `${part('title', 'Música & more')}${part('a[]', '1')}${part('a[]', '2')}${files}--edge--\r\n`;
    assert.deepEqual(await sent(body, BOUNDARY), { title: 'Música & more', a: ['1', '2'], f: NOT_TEXT });
  });

  it('A malformed multipart body is refused', async () => {
    const garbage = [
      '',
      '--edge',
      'nonsense',
      part('a', '1'),
      `--edge\r\n\r\n--edge--`,
      `${part('a', '1')}--other--`,
      '\0'.repeat(100),
    ];
    for (const body of garbage.slice(1))
      await assert.rejects(
        sent(body, BOUNDARY),
        error => error instanceof RestError && error.status === 400,
        JSON.stringify(body),
      );
    for (const type of [
      'multipart/form-data',
      'multipart/form-data; boundary=',
      'multipart/form-data; boundary="',
    ])
      await assert.rejects(multipartForm(type, Buffer.from(part('a', '1'))), RestError, type);
  });
});
