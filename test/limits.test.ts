import assert from 'node:assert/strict';
import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import {
  MAX_ITEMS,
  MAX_JSON_DEPTH,
  MAX_LINE,
  MAX_LINKED,
  MAX_LONG_READS,
  MAX_SEARCH_TERMS,
  MAX_TITLE,
  MAX_VALUES,
} from '../src/limits.ts';
import { caller, eventOf, eventually, seconds } from './client.ts';
import { answersIn, say } from './malformed/wire.ts';
import { startBeside } from './memory/beside.ts';
import { plantMany } from './memory/copy-event.ts';
import { picture } from './pictures.ts';
import { startService } from './service.ts';
import { OF_NO_STORE, SERVER } from './store.ts';

const service = await startService({ MAX_BODY_BYTES: '200000', MAX_TRANSIT_BYTES: '1000000' });
after(() => service[Symbol.asyncDispose]());
const { accounts } = service;
const { editor } = accounts;
const call = caller(service.base);

/** Requests that do not reach a store run on the embedded one. */

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

describe('Lists of values', () => {
  const lines = ['venue', 'organizer', 'categories', 'tags', 'include'].map(name => `GET /events ${name}`);
  for (const line of [...lines, 'GET /tags include', 'GET /categories exclude', 'GET /events _fields']) {
    const [method, path, name = ''] = line.split(' ');
    test(`At most ${MAX_ITEMS} values are accepted by ${line}`, async () => {
      const asked = async (count: number) =>
        call(`${method} ${path}?${name}=${numbers(count).join()}&i18n_language=fr`);
      const refused = await asked(MAX_ITEMS + 1);
      assert.deepEqual([refused.status, refused.body.code], [400, 'rest_invalid_param']);
      assert.equal(
        refused.body.data.params[name],
        `${name} ne doit pas contenir plus de ${MAX_ITEMS} éléments.`,
      );
      const taken = await asked(MAX_ITEMS);
      assert.ok(!JSON.stringify(taken.body).includes('éléments'), taken.text);
    });
  }

  test(`At most ${MAX_LINKED} linked records are accepted when an event is written`, async () => {
    for (const name of ['venue', 'organizer', 'categories', 'tags']) {
      const names = numbers(MAX_LINKED + 1).map(at => `${name} ${at}`);
      const write = (some: string[]) =>
        call('POST /events', { as: editor, json: eventOf('Many', { [name]: some }) });
      const refused = await write(names);
      assert.equal(refused.status, 400);
      assert.equal(refused.body.data.params[name], `${name} must not have more than ${MAX_LINKED} elements.`);
      assert.equal((await write(names.slice(1))).status, 201);
    }
  });
});

describe('Lists from the store', () => {
  const HERE = '/proc/self/fd';
  const skip = SERVER !== undefined || !existsSync(HERE);
  test('The number of concurrent lists from the store is limited, and further ones wait', {
    skip,
  }, async () => {
    await using service = await startService();
    const { DATA_DIR } = service.config;
    await plantMany(service, 'One', 2100);
    // A calendar of this size needs an index in a folder, whose place a file takes.
    const blocked = join(DATA_DIR, 'blocked');
    await mkdir(blocked);
    await writeFile(join(blocked, 'memory'), '');
    await using beside = await startBeside(service, { DATA_DIR: blocked });
    const isOurs = (file: string) => {
      try {
        return readlinkSync(join(HERE, file)).startsWith(DATA_DIR);
      } catch {
        return false;
      }
    };
    const open = () => readdirSync(HERE).filter(isOurs).length;
    const before = open();
    let most = 0;
    const watching = setInterval(() => {
      most = Math.max(most, open());
    }, 5);
    const ask = caller(beside.base);
    const answers = await Promise.all(
      numbers(5 * MAX_LONG_READS).map(at => ask(`GET /events?search=word${at}`)),
    );
    clearInterval(watching);
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    assert.ok(most > before, 'each has the store open for itself');
    // The store and its log.
    assert.ok(most <= before + 2 * (MAX_LONG_READS + 1), `${most} files, ${before} before`);
  });
});

describe('a title or a name', () => {
  // The most bytes that the characters can have, incompressible for any index.
  const longest = (seed: number) => {
    const codes = Array.from({ length: MAX_TITLE }, (_, at) => 0x4e00 + (((at + seed) * 7919) % 20_000));
    return String.fromCharCode(...codes);
  };
  const records = [
    ['events', 'title'],
    ['venues', 'venue'],
    ['organizers', 'organizer'],
    ['categories', 'name'],
    ['tags', 'name'],
  ] as const;
  for (const [at, [path, member]] of records.entries())
    test(`has no more than ${MAX_TITLE} characters and is kept whole: ${path}`, async () => {
      const write = (name: string) =>
        call(`POST /${path}`, { as: editor, json: { ...eventOf('x'), [member]: name } });
      const name = longest(at);
      const { status, body, text } = await write(name);
      assert.equal(status, 201, text);
      assert.equal((await call(`GET /${path}/${body.id}`)).body[member], name);
      assert.ok(body.slug.length <= 200);
      const refused = await write(`${name}x`);
      assert.equal(refused.status, 400);
      assert.match(refused.body.data.params[member]!, /longer than 5000 characters/);
    });

  test('is found again by an event that names it', async () => {
    const links = { venue: longest(100), organizer: longest(101), tags: longest(102) };
    const create = async (title: string) => {
      const { body } = await call('POST /events', { as: editor, json: eventOf(title, links) });
      return [body.venue, ...body.organizer, ...body.tags].map(({ id }) => id);
    };
    const linked = await create('One');
    assert.equal(linked.length, 3);
    assert.deepEqual(await create('Other'), linked);
  });
});

describe('Searches', () => {
  const words = (count: number) => numbers(count).map(at => `w${at}`);
  for (const path of ['/events', '/venues', '/organizers'])
    test(`At most ${MAX_SEARCH_TERMS} search terms are accepted by ${path}`, async () => {
      const search = (some: string[]) => call(`GET ${path}?search=${encodeURIComponent(some.join(' '))}`);
      assert.equal((await search(words(MAX_SEARCH_TERMS))).status, 200);
      const { status, body } = await search(words(MAX_SEARCH_TERMS + 1));
      assert.equal(status, 400);
      assert.equal(body.data.params.search, 'search must not have more than 50 words and phrases.');
    });

  test('Search terms count once each, and phrases and excluded terms count as well', async () => {
    const search = async (text: string) =>
      (await call(`GET /events?search=${encodeURIComponent(text)}`)).status;
    assert.equal(await search('again '.repeat(150)), 200);
    const all = words(MAX_SEARCH_TERMS - 2).join(' ');
    assert.equal(await search(`${all} "one phrase" -"another one"`), 200);
    assert.equal(await search(`${all} "one phrase" -"another one" -more`), 400);
  });

  test(`A search has at most ${MAX_LINE} characters`, async () => {
    for (const path of ['/events', '/venues', '/organizers', '/tags', '/categories']) {
      assert.equal((await call(`GET ${path}?search=${'x'.repeat(MAX_LINE)}`)).status, 200);
      const { status, body } = await call(`GET ${path}?search=${'x'.repeat(MAX_LINE + 1)}`);
      assert.equal(status, 400);
      assert.match(body.data.params.search!, /longer than 1000 characters/);
    }
  });
});

describe('Request bodies', OF_NO_STORE, () => {
  test(`A JSON body is nested at most ${MAX_JSON_DEPTH} levels deep`, async () => {
    const nested = (depth: number) => ({
      as: editor,
      headers: { 'content-type': 'application/json' },
      body: `{"name":"Deep ${depth}","x":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`,
    });
    assert.equal((await call('POST /tags', nested(MAX_JSON_DEPTH))).status, 201);
    const { status, body, text } = await call('POST /tags', nested(MAX_JSON_DEPTH + 1));
    assert.deepEqual([status, body.code], [400, 'rest_invalid_json']);
    assert.ok(text.includes('Maximum stack depth exceeded'), text);
  });

  test(`A form has at most ${MAX_VALUES} values`, async () => {
    const form = (count: number) => ({
      as: editor,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `name=Form${'&a=1'.repeat(count - 1)}`,
    });
    assert.equal((await call('POST /tags', form(MAX_VALUES))).status, 201);
    const { status, body } = await call('POST /tags', form(MAX_VALUES + 1));
    assert.deepEqual([status, body.message], [400, 'The request has more than 20000 values.']);
  });

  test('A body is at most MAX_BODY_BYTES long, announced or chunked', async () => {
    const sized = (length: number) => `{"name":"${'x'.repeat(length - 11)}"}`;
    const send = (length: number, chunked: boolean) => {
      const text = sized(length);
      const body = chunked ? new Blob([text]).stream() : text;
      return fetch(`${service.base}/tags`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${editor.app_password}` },
        body,
        ...(chunked && { duplex: 'half' }),
      } as RequestInit);
    };
    for (const chunked of [false, true]) {
      assert.equal(
        ((await (await send(200_000, chunked)).json()) as { code: string }).code,
        'rest_invalid_param',
      );
      const refused = await send(200_001, chunked);
      assert.equal(refused.status, 413);
      assert.deepEqual(((await refused.json()) as { code: string }).code, 'rest_payload_too_large');
    }
  });
});

describe('Bodies of all requests', OF_NO_STORE, () => {
  const { hostname, port } = new URL(service.site);
  const head = (path: string, length: number) =>
    `POST ${path} HTTP/1.1\r\nHost: a.test\r\nAuthorization: Bearer ${editor.app_password}\r\nContent-Length: ${length}\r\n`;
  /** A client that sends all but the end of a body. */
  const unfinished = (path: string, length: number) => {
    const socket = connect(Number(port), hostname).on('error', () => {});
    socket.write(`${head(path, length)}Content-Type: application/octet-stream\r\n\r\n`);
    socket.write(Buffer.alloc(length - 1, 'x'));
    return socket;
  };
  const large = 'x'.repeat(150_000);
  const create = () => call('POST /tags', { as: editor, json: { name: `Tag ${Math.random()}`, large } });

  test('Bodies hold at most MAX_TRANSIT_BYTES together, and further requests get 503', async () => {
    const held: Socket[] = [];
    const another = async () => {
      // One after the other: concurrent bodies would take room from each other.
      held.push(unfinished('/cal/events/v1/tags', 190_000));
      await seconds(0.05);
      return create();
    };
    try {
      const refused = await eventually(another, ({ status }) => status !== 201);
      assert.deepEqual([refused.status, refused.body.code], [503, 'service_unavailable']);
      assert.equal(refused.headers.get('retry-after'), '5');
      assert.equal((await call('GET /tags')).status, 200);
    } finally {
      for (const socket of held) socket.destroy();
    }
    assert.equal((await eventually(create, ({ status }) => status === 201)).status, 201);
  });

  test('Bodies no longer count once they are answered, whatever the answer is', async () => {
    const bytes = await picture(600, 600);
    for (let round = 0; round < 12; round++) {
      const body = large;
      assert.equal((await call('POST /tags', { as: editor, body })).status, 400);
      assert.equal((await call('POST /tags', { as: editor, body: body.repeat(2) })).status, 413);
      await call(`POST ${service.site}/images`, { as: editor, body: new Uint8Array(bytes) });
    }
    assert.equal((await create()).status, 201);
  });

  test('A single body may exceed MAX_TRANSIT_BYTES', async () => {
    const sent = [`${head('/images', 3_000_000)}Content-Type: image/png\r\n\r\n`, Buffer.alloc(3_000_000)];
    const { said } = await say(service.site, sent);
    assert.match(answersIn(said)[0]!.text, /image/);
    assert.equal(answersIn(said)[0]!.status, 400);
  });
});
