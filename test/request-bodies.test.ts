import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { MAX_SMALL_BODY, MAX_TEXT, MAX_VALUES } from '../src/limits.ts';
import { basic, caller, eventOf } from './client.ts';
import { answersIn, say } from './malformed/wire.ts';
import { startService } from './service.ts';

const service = await startService();
after(() => service[Symbol.asyncDispose]());
const { accounts, site } = service;
const call = caller(service.base);
const { editor, subscriber, contributor } = accounts;
const JSON_TYPE = { 'content-type': 'application/json' };

/** A JSON object of this many bytes. */
const sized = (bytes: number, members: object = {}) => {
  const empty = JSON.stringify({ ...members, x: '' });
  return `${empty.slice(0, -2)}${'x'.repeat(bytes - empty.length)}"}`;
};

describe('Clients without the right to write', () => {
  const signed = `Authorization: ${basic(subscriber.user, subscriber.app_password)}\r\n`;
  for (const [who, header, status] of [
    ['nobody in particular', '', 401],
    ['a subscriber', signed, 403],
  ] as const)
    for (const path of ['/events', '/venues', '/tags', '/events/by-slug/any', '/categories/1'])
      it(`A large POST to ${path} by ${who} is refused before it has been sent`, async () => {
        const head = `POST /cal/events/v1${path} HTTP/1.1\r\nHost: ${new URL(site).host}\r\n${header}`;
        const { said, closed } = await say(site, [
          `${head}Content-Type: application/json\r\nContent-Length: 4000000\r\n\r\n{`,
        ]);
        const [answer] = answersIn(said);
        assert.equal(answer!.status, status);
        assert.match(said, /"code":"rest_forbidden"/);
        assert.ok(closed);
      });

  it('A large chunked body of an anonymous client is refused', async () => {
    const body = new Blob([sized(MAX_SMALL_BODY + 1)]).stream();
    const sending = { method: 'POST', headers: JSON_TYPE, body, duplex: 'half' };
    const { status } = await fetch(`${service.base}/events`, sending as RequestInit);
    assert.equal(status, 401);
  });

  it('A small body of an anonymous client is refused with its error', async () => {
    const body = sized(MAX_SMALL_BODY, { title: 'x' });
    const { status, body: echo } = await call('POST /events', { headers: JSON_TYPE, body });
    assert.deepEqual([status, echo.code], [400, 'rest_missing_callback_param']);
  });
});

describe('Files in a form of the interface', () => {
  const formOf = (name: string, file: Blob, filename: string) => {
    const form = new FormData();
    for (const [member, value] of Object.entries(eventOf('With a file'))) form.set(member, String(value));
    form.set(name, file, filename);
    return form;
  };
  const picture = new Blob(['abc'], { type: 'image/png' });

  for (const size of [3, MAX_SMALL_BODY])
    it(`A file of ${size} bytes as a member is refused by its name, and nothing is written`, async () => {
      const body = formOf('image', new Blob(['x'.repeat(size)], { type: 'image/png' }), 'p.png');
      const answer = await call('POST /events', { as: editor, body });
      assert.deepEqual([answer.status, answer.body.code], [400, 'rest_invalid_param'], answer.text);
      assert.deepEqual(Object.keys(answer.body.data.params), ['image']);
      const { body: list } = await call('GET /events?search=With+a+file', { as: editor });
      assert.equal(list.total ?? 0, 0);
    });

  it('A file that no member takes is named, and a field in which none was chosen is none', async () => {
    const other = await call('POST /events', { as: editor, body: formOf('poster', picture, 'p.png') });
    assert.deepEqual([other.status, other.headers.get('almanac-ignored')], [201, '"poster"'], other.text);
    const none = await call('POST /events', { as: editor, body: formOf('image', new Blob([]), '') });
    assert.deepEqual([none.status, none.headers.get('almanac-ignored')], [201, null], none.text);
  });
});

describe('Bodies of reads and deletions', () => {
  for (const method of ['GET', 'DELETE'])
    it(`A ${method} accepts a small body and refuses a large one`, async () => {
      const { body: event } = await call('POST /events', { as: editor, json: eventOf(method) });
      const send = (bytes: number) => {
        const content = sized(bytes);
        const head = `${method} /cal/events/v1/events/${event.id} HTTP/1.1\r\nHost: ${new URL(site).host}\r\n`;
        const typed = `Content-Type: application/json\r\nContent-Length: ${content.length}\r\n`;
        const signed = `Authorization: ${basic(editor.user, editor.app_password)}\r\n\r\n`;
        return say(site, [head + typed + signed + content], { hangUp: true });
      };
      const large = answersIn((await send(MAX_SMALL_BODY + 1)).said);
      assert.equal(large[0]!.status, 413);
      const small = answersIn((await send(MAX_SMALL_BODY)).said);
      assert.equal(small[0]!.status, 200);
    });
});

describe('Large bodies', () => {
  const text = `<p>${'Música & més '.repeat(9000)}</p>`;
  const venues = ['Sala Gran', 'Sala Petita'];
  const fields = eventOf('Large', { description: text, venue: venues });

  const multipart = () => {
    const form = new FormData();
    for (const [name, value] of formOf(fields)) form.append(name, value);
    return form;
  };
  const bodies = {
    JSON: { json: fields },
    'a form': { form: Object.fromEntries(formOf(fields)) },
    'a multipart form': { body: multipart() },
  };
  for (const [name, sending] of Object.entries(bodies))
    it(`A large body as ${name} is read completely`, async () => {
      const { status, body } = await call('POST /events', { as: editor, ...sending });
      assert.equal(status, 201);
      assert.equal(body.description, text.replaceAll('&', '&amp;'));
      assert.deepEqual(
        (body.venue as unknown as { venue: string }[]).map(({ venue }) => venue),
        venues,
      );
    });

  const hostile = { headers: { 'content-type': 'application/x-www-form-urlencoded' } };
  it('A large form cannot set prototype members', async () => {
    const padding = 'x'.repeat(MAX_SMALL_BODY);
    const body = `name=Proto&__proto__[slug]=evil&constructor=1&toString=2&x=${padding}`;
    const { status, body: tag } = await call('POST /tags', { as: editor, ...hostile, body });
    assert.deepEqual([status, tag.slug], [201, 'proto']);
  });

  const wrong: [why: string, body: string, message: RegExp][] = [
    ['syntax', `{"x":"${'x'.repeat(MAX_SMALL_BODY)}"`, /Syntax error/],
    ['depth', `{"x":${'['.repeat(MAX_SMALL_BODY)}`, /Maximum stack depth/],
    ['brackets', `{"x":[${'1,'.repeat(9000)}1}`, /State mismatch/],
    ['control characters', `{"x":"${'x'.repeat(MAX_SMALL_BODY)}\n"}`, /Control character/],
  ];
  for (const [why, body, message] of wrong)
    it(`A large JSON body is refused for its ${why}`, async () => {
      const { status, text } = await call('POST /tags', { as: editor, headers: JSON_TYPE, body });
      assert.equal(status, 400);
      assert.match(text, message);
    });

  it(`A large form has at most ${MAX_VALUES} lists and objects`, async () => {
    const write = (count: number) => ({
      as: editor,
      ...hostile,
      body: `name=Nested ${count}${Array.from({ length: count / 4 }, (_, at) => `&x${at}[a][b][c][d]=1`).join('')}`,
    });
    assert.equal((await call('POST /tags', write(MAX_VALUES))).status, 201);
    const { status, body } = await call('POST /tags', write(MAX_VALUES + 4));
    assert.deepEqual([status, body.message], [400, `The request has more than ${MAX_VALUES} values.`]);
  });

  it(`A large JSON body has at most ${MAX_VALUES} values at any depth`, async () => {
    const write = (name: string, count: number) => ({
      as: editor,
      json: { name, x: [[Array(count - 4).fill(0)]] },
    });
    assert.equal((await call('POST /tags', write('As many', MAX_VALUES))).status, 201);
    const { status, body } = await call('POST /tags', write('Too many', MAX_VALUES + 1));
    assert.deepEqual([status, body.message], [400, `The request has more than ${MAX_VALUES} values.`]);
  });
});

describe('Long texts', () => {
  it('The length limit of a text counts what was sent, however long it becomes when it is cleaned', async () => {
    const write = (description: string) =>
      call('POST /events', { as: contributor, json: eventOf('Clean', { description }) });
    const { status, body } = await write('&'.repeat(MAX_TEXT + 1));
    assert.equal(status, 400);
    assert.match(body.data.params.description!, /longer than 200000 characters/);
    assert.equal((await write('&'.repeat(MAX_TEXT))).status, 201);
  });

  for (const text of ['</p>', '<p>', '<', '&', '<a ', '<li>x', '<b><i>', '<div></div>', 'a\n\n'])
    it(`A long text of ${JSON.stringify(text)} is cleaned, and is stable when it is cleaned again`, async () => {
      const write = async (times: number) => {
        const description = text.repeat(times);
        const { body } = await call('POST /events', {
          as: editor,
          json: eventOf('Alike', { description: `<p>before</p>${description}` }),
        });
        return body.description;
      };
      const [short, long] = [await write(3), await write(3000)];
      assert.ok(long.startsWith('<p>before</p>'), long.slice(0, 100));
      assert.equal(short.length < 500, true);
      // Sanitised text stays unchanged.
      const { body } = await call('POST /events', {
        as: editor,
        json: eventOf('Again', { description: long }),
      });
      assert.equal(body.description, long);
    });
});

/** The pairs of a form with the same content. */
function formOf(fields: object): [string, string][] {
  return Object.entries(fields).flatMap(([name, value]) =>
    Array.isArray(value)
      ? value.map((item, at): [string, string] => [`${name}[${at}]`, String(item)])
      : [[name, String(value)] as [string, string]],
  );
}
