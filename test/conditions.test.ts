import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Account } from './account.ts';
import { caller, eventOf, type Reply } from './client.ts';
import { type Beside, SETTINGS, startBeside } from './memory/beside.ts';
import { type Service, startService } from './service.ts';

// Two editors of one record: an update based on an old state changes nothing.

let service: Service;
let beside: Beside;
let editor: Account;

before(async () => {
  service = await startService({ ...SETTINGS, CORS_ORIGINS: 'https://trusted.example.test' });
  beside = await startBeside(service);
  editor = service.accounts.editor;
});

after(async () => {
  await beside[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

/** The kinds of records: how to create one, and a field to change. */
const KINDS = {
  events: { make: (name: string) => eventOf(name), field: 'title', slugs: true },
  venues: { make: (venue: string) => ({ venue }), field: 'venue', slugs: true },
  organizers: { make: (organizer: string) => ({ organizer }), field: 'organizer', slugs: true },
  categories: { make: (name: string) => ({ name }), field: 'name', slugs: false },
  tags: { make: (name: string) => ({ name }), field: 'name', slugs: false },
};
type Kind = keyof typeof KINDS;
const kinds = Object.keys(KINDS) as Kind[];

const send = (line: string, headers: Record<string, string> = {}, json?: object, base = service.base) =>
  caller(base)(line, { as: editor, headers, json });
const anybody = (line: string, headers: Record<string, string> = {}) =>
  caller(service.base)(line, { headers });
const tagOf = ({ headers }: Reply) => String(headers.get('etag'));

const pad = (number: number) => String(number).padStart(2, '0');

let made = 0;
async function create(kind: Kind, fields: object = {}): Promise<Reply> {
  const reply = await send(`POST /${kind}`, {}, { ...KINDS[kind].make(`Record ${++made}`), ...fields });
  assert.equal(reply.status, 201, reply.text);
  return reply;
}

const nameIn = (kind: Kind, { body }: Reply) =>
  (body as unknown as Record<string, string>)[KINDS[kind].field];

for (const kind of kinds)
  describe(`Conditional requests to ${kind}`, () => {
    const { field, slugs } = KINDS[kind];
    const path = ({ body }: Reply) => `/${kind}/${body.id}`;
    const patch = (made: Reply, headers: Record<string, string>, name: string) =>
      send(`PATCH ${path(made)}`, headers, { [field]: name });

    it(`An ETag of ${kind} is strong and the same from a read and an echo, on every process`, async () => {
      const made = await create(kind);
      const read = await send(`GET ${path(made)}`);
      assert.match(tagOf(read), /^"[\w-]+"$/);
      assert.equal(tagOf(made), tagOf(read));
      assert.equal(tagOf(await send(`GET ${path(made)}`, {}, undefined, beside.base)), tagOf(read));
      const echo = await patch(made, {}, `Changed ${kind}`);
      assert.notEqual(tagOf(echo), tagOf(read));
      assert.equal(tagOf(await send(`GET ${path(made)}`)), tagOf(echo));
    });

    it(`Of two concurrent updates of ${kind} with the same ETag, only one succeeds`, async () => {
      const made = await create(kind);
      for (const method of ['PATCH', 'PUT', 'POST']) {
        const tag = tagOf(await send(`GET ${path(made)}`));
        const both = await Promise.all(
          ['One', 'Two'].map((name, at) =>
            send(
              `${method} ${path(made)}`,
              { 'if-match': tag },
              { [field]: `${name} ${method} ${kind}` },
              [service, beside][at]!.base,
            ),
          ),
        );
        assert.deepEqual(both.map(({ status }) => status).sort(), [200, 412]);
        const [done, refused] = both.sort((a, b) => a.status - b.status) as [Reply, Reply];
        assert.equal(refused.body.code, 'rest_precondition_failed');
        assert.equal(nameIn(kind, await send(`GET ${path(made)}`)), nameIn(kind, done));
        assert.equal((await patch(made, { 'if-match': tagOf(done) }, `Next ${method} ${kind}`)).status, 200);
      }
    });

    it(`A deletion of ${kind} with an old ETag is refused`, async () => {
      const made = await create(kind);
      await patch(made, {}, `Newer ${kind}`);
      assert.equal((await send(`DELETE ${path(made)}`, { 'if-match': tagOf(made) })).status, 412);
      const read = await send(`GET ${path(made)}`);
      assert.equal(read.status, 200);
      assert.equal((await send(`DELETE ${path(made)}`, { 'if-match': tagOf(read) })).status, 200);
    });

    it(`An update of ${kind} accepts the ETag of any read, whatever its address, language, shape, coding and reader`, async () => {
      const links = {
        venue: ['Linked hall', 'Other'],
        organizer: 'Linked club',
        categories: ['B', 'a'],
        tags: 'T',
      };
      const made = await create(kind, {
        description: 'Text '.repeat(400),
        ...(kind === 'events' && links),
      });
      const slug = `a-slug-of-${kind}`;
      if (slugs)
        await service.db
          .updateTable(kind as 'events')
          .set({ slug })
          .where('id', '=', made.body.id)
          .execute();
      const addresses = [
        path(made),
        `${path(made)}?_fields=id`,
        `${path(made)}?_envelope=1`,
        `${path(made)}?i18n_language=ca`,
        `${service.site}/fr/cal/events/v1${path(made)}`,
        `${service.site}/wp-json/tribe/events/v1${path(made)}`,
        ...(slugs ? [`/${kind}/by-slug/${slug}`] : []),
      ];
      const codings = ['identity', 'br', 'zstd', 'gzip'];
      for (const read of [anybody, send])
        for (const [at, address] of addresses.entries()) {
          const tag = tagOf(await read(`GET ${address}`, { 'accept-encoding': codings[at % 4]! }));
          const tags = [tag, `"other", W/"x" ,,${tag}`, `${tag},"a,b"`][at % 3]!;
          const statuses = [];
          for (const turn of [1, 2])
            statuses.push((await patch(made, { 'if-match': tags }, `${turn} of ${++named}`)).status);
          assert.deepEqual(statuses, [200, 412], `${address} ${tags}`);
        }
    });

    it(`A write to ${kind} whose condition does not hold is refused`, async () => {
      const made = await create(kind);
      const tag = tagOf(await send(`GET ${path(made)}`));
      const never: Record<string, string>[] = [
        { 'if-match': '"other"' },
        { 'if-match': `W/${tag}` },
        { 'if-match': tag.replace(/-[^-]*"$/, '"') },
        { 'if-none-match': '*' },
        { 'if-none-match': tag },
        { 'if-none-match': `W/${tag}` },
        { 'if-match': '*', 'if-none-match': tag },
      ];
      for (const method of ['PATCH', 'DELETE'])
        for (const headers of never)
          assert.equal(
            (await send(`${method} ${path(made)}`, headers, { [field]: 'Never' })).status,
            412,
            `${method} ${JSON.stringify(headers)}`,
          );
      for (const bad of ['other', '"open', '', '"a" "b"', '*, "a"']) {
        const { status, body } = await patch(made, { 'if-match': bad }, 'Never');
        assert.deepEqual([status, Object.keys(body.data.params)], [400, ['If-Match']], bad);
      }
      assert.equal(tagOf(await send(`GET ${path(made)}`)), tag);
      const always: Record<string, string>[] = [
        { 'if-match': '*' },
        { 'if-match': ' * ' },
        { 'if-none-match': '"other", W/"another"' },
        { 'if-none-match': 'nonsense' },
      ];
      for (const headers of always)
        assert.equal((await patch(made, headers, `Always ${++named}`)).status, 200, JSON.stringify(headers));
    });

    it(`A read of ${kind} gets 304 for a known ETag and 412 for one that does not match`, async () => {
      const made = await create(kind);
      const other = await create(kind);
      for (const read of [send, anybody]) {
        const tag = tagOf(await read(`GET ${path(made)}`, { 'accept-encoding': 'identity' }));
        for (const [headers, status] of [
          [{ 'if-none-match': tag }, 304],
          [{ 'if-none-match': `W/${tag}` }, 304],
          [{ 'if-none-match': tag.replace(/"$/, '-br"') }, 304],
          [{ 'if-none-match': '"other"' }, 200],
          [{ 'if-match': tag }, 200],
          [{ 'if-match': tag.replace(/"$/, '-gzip"') }, 200],
          [{ 'if-match': '*' }, 200],
          [{ 'if-match': '*', 'if-none-match': tag }, 304],
          [{ 'if-match': `W/${tag}` }, 412],
          [{ 'if-match': tagOf(other) }, 412],
          [{ 'if-match': '"other"', 'if-none-match': tag }, 412],
          [{ 'if-match': 'nonsense' }, 400],
        ] as const) {
          const reply = await read(`GET ${path(made)}`, headers as Record<string, string>);
          assert.equal(reply.status, status, JSON.stringify(headers));
          if (status === 304) assert.equal(reply.text + tagOf(reply).replace(/-gzip"$/, '"'), tag);
        }
      }
    });

    it(`Conditions on ${kind} are checked after rights, existence and parameters`, async () => {
      const made = await create(kind);
      for (const [as, status] of [
        [undefined, 401],
        [service.accounts.subscriber, 403],
      ] as const) {
        const reply = await caller(service.base)(`PATCH ${path(made)}`, {
          as,
          headers: { 'if-match': '"other"' },
        });
        assert.equal(reply.status, status);
      }
      const missing = await send(`PATCH /${kind}/999999`, { 'if-match': '*' }, { [field]: 'Never' });
      assert.ok([400, 404].includes(missing.status));
      const invalid = await send(`PATCH ${path(made)}`, { 'if-match': '"other"' }, { i18n_language: 'de' });
      assert.equal(invalid.status, 400);
    });
  });

let named = 0;

describe('Conditional requests to events', () => {
  const patch = (id: number, headers: Record<string, string>, json: object) =>
    send(`PATCH /events/${id}`, headers, json);

  it('The ETag of an event changes with everything that the event shows', async () => {
    const made = await create('events', {
      ...{ venue: { venue: 'Hall' }, organizer: 'Club', categories: ['Music'], tags: ['Free'] },
    });
    const { id, venue, organizer, categories, tags } = made.body;
    const changes: [line: string, json?: object][] = [
      [`PATCH /events/${id}`, { title: 'New title' }],
      [`PATCH /events/${id}`, { featured: true }],
      [`PATCH /events/${id}`, { password: 'sesame' }],
      [`PATCH /events/${id}`, { password: '' }],
      [`PATCH /events/${id}`, { status: 'draft' }],
      [`PATCH /events/${id}`, { organizer: [organizer[0]!.id, 'Another club'] }],
      [`PATCH /venues/${venue.id}`, { city: 'Vic' }],
      [`PATCH /organizers/${organizer[0]!.id}`, { phone: '1' }],
      [`PATCH /categories/${categories[0]!.id}`, { description: 'Loud' }],
      [`DELETE /tags/${tags[0]!.id}`],
      [`DELETE /venues/${venue.id}`],
    ];
    for (const [line, json] of changes) {
      const tag = tagOf(await send(`GET /events/${id}`));
      assert.equal((await send(line, {}, json)).status, 200);
      assert.notEqual(tagOf(await send(`GET /events/${id}`)), tag, line);
      assert.equal((await patch(id, { 'if-match': tag }, { excerpt: 'Lost' })).status, 412, line);
    }
  });

  it('A write of an event answers as a list shows it, and its ETag is that of a read', async () => {
    const linked = {
      ...{ venue: { venue: 'Hall', geo_lat: 41.9, geo_lng: 2.2 }, organizer: ['Club', 'Band'] },
      ...{ categories: ['Music'], tags: ['Free'], cost: 5, virtual_url: 'https://live.example.test/' },
    };
    // So many dates that an occurrence in a list leaves them out.
    const dates = Array.from(
      { length: 200 },
      (_, day) => `RDATE:2031${pad(1 + Math.floor(day / 28))}${pad(1 + (day % 28))}`,
    );
    const { body: one } = await create('events', linked);
    const { body: series } = await create('events', { ...linked, recurrence: dates });
    const { body: second } = await send(`GET /events/${series.id}/occurrences?per_page=2`);
    const ids = [one.id, ...second.events.map(({ id }) => id)];
    assert.equal(new Set(ids).size, 3);
    for (const id of ids) {
      const written = await send(`PATCH /events/${id}`, {}, { excerpt: `Of ${id}` });
      const all = 'start_date=2030-01-01&end_date=2032-12-31&per_page=50';
      const { body } = await send(`GET /events?${all}&include=${id}`);
      assert.deepEqual(written.body, body.events[0]);
      const read = await send(`GET /events/${id}`);
      assert.equal(tagOf(written), tagOf(read));
      assert.notDeepEqual(read.body, written.body);
    }
  });

  it('An event in another language is sent in full although its ETag is known', async () => {
    const { id } = (await create('events', { cost: 0 })).body;
    for (const read of [send, anybody]) {
      const known = { 'if-none-match': tagOf(await read(`GET /events/${id}`)) };
      const french = await read(`GET /events/${id}?i18n_language=fr`, known);
      assert.deepEqual([french.status, french.body.cost], [200, 'Gratuit']);
    }
  });

  it('The public ETag of an event reveals nothing of what is hidden in it', async () => {
    const venue = { venue: 'Hidden hall', status: 'private' };
    const hall = (await send('POST /venues', {}, venue)).body;
    const { id } = (await create('events', { venue: hall.id })).body;
    const [public_, own] = [
      tagOf(await anybody(`GET /events/${id}`)),
      tagOf(await send(`GET /events/${id}`)),
    ];
    await send(`PATCH /venues/${hall.id}`, {}, { city: 'Vic' });
    assert.equal(tagOf(await anybody(`GET /events/${id}`)), public_);
    assert.equal((await patch(id, { 'if-match': own }, { title: 'Never' })).status, 412);
    assert.equal((await patch(id, { 'if-match': public_ }, { title: 'As everybody sees it' })).status, 200);
  });

  it('The ETag of a deletion restores the event from the trash', async () => {
    const { id } = (await create('events')).body;
    const gone = await send(`DELETE /events/${id}`);
    assert.equal((await send(`DELETE /events/${id}`, { 'if-match': '"other"' })).status, 410);
    assert.equal((await patch(id, { 'if-match': tagOf(gone) }, { status: 'publish' })).status, 200);
    assert.equal((await patch(id, { 'if-match': tagOf(gone) }, { status: 'draft' })).status, 412);
  });

  it('Of twenty concurrent updates with the same ETag, only one is kept', async () => {
    const { id } = (await create('events')).body;
    const tag = tagOf(await send(`GET /events/${id}`));
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        send(
          `PATCH /events/${id}`,
          { 'if-match': tag },
          { title: `Editor ${at}` },
          [service, beside][at % 2]!.base,
        ),
      ),
    );
    const done = replies.filter(({ status }) => status === 200);
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, ...Array(19).fill(412)]);
    assert.equal((await anybody(`GET /events/${id}`)).body.title, done[0]!.body.title);
  });

  it('A script of a trusted origin may read the ETag and send conditions', async () => {
    const { id } = (await create('events')).body;
    const headers = { origin: 'https://trusted.example.test' };
    const { headers: found } = await send(`GET /events/${id}`, headers);
    assert.match(found.get('access-control-expose-headers')!, /\bETag\b/);
    for (const name of ['If-Match', 'If-None-Match', 'If-Unmodified-Since', 'Idempotency-Key'])
      assert.ok(found.get('access-control-allow-headers')!.split(', ').includes(name), name);
  });
});

describe('If-Unmodified-Since', () => {
  const at = (seconds: number) => new Date(seconds * 1000).toUTCString();
  const then = 1_900_000_000;
  for (const kind of ['events', 'venues', 'organizers'] as const)
    it(`If-Unmodified-Since guards ${kind}, by the second after their last change`, async () => {
      const { id } = (await create(kind)).body;
      const field = KINDS[kind].field;
      const patch = (headers: Record<string, string>) =>
        send(`PATCH /${kind}/${id}`, headers, { [field]: `Dated ${++named}` });
      const reset = () =>
        service.db.updateTable(kind).set({ modified_at: then }).where('id', '=', id).execute();
      for (const [headers, status] of [
        [{ 'if-unmodified-since': at(then - 1) }, 412],
        [{ 'if-unmodified-since': at(then) }, 412],
        [{ 'if-unmodified-since': at(then + 1) }, 200],
        [{ 'if-unmodified-since': 'Sunday, 17-Mar-30 17:46:41 GMT' }, 200],
        [{ 'if-unmodified-since': 'Sun Mar 17 17:46:41 2030' }, 200],
        [{ 'if-unmodified-since': 'Sun Mar 17 17:46:40 2030' }, 412],
        // An invalid HTTP date is ignored, and so is a date beside an etag.
        [{ 'if-unmodified-since': '1990-01-01' }, 200],
        [{ 'if-unmodified-since': at(1), 'if-match': '*' }, 200],
      ] as const) {
        await reset();
        assert.equal((await patch(headers)).status, status, JSON.stringify(headers));
      }
      await reset();
      assert.equal((await send(`DELETE /${kind}/${id}`, { 'if-unmodified-since': at(then) })).status, 412);
      assert.equal(
        (await send(`DELETE /${kind}/${id}`, { 'if-unmodified-since': at(then + 1) })).status,
        200,
      );
    });

  it('If-Unmodified-Since considers the venue of an event and is ignored for terms', async () => {
    const { id, venue } = (await create('events', { venue: { venue: 'Dated hall' } })).body;
    await service.db
      .updateTable('events')
      .set({ modified_at: then - 10 })
      .where('id', '=', id)
      .execute();
    await service.db.updateTable('venues').set({ modified_at: then }).where('id', '=', venue.id).execute();
    const since = { 'if-unmodified-since': at(then) };
    assert.equal((await send(`PATCH /events/${id}`, since, { title: 'Never' })).status, 412);
    const term = (await create('tags')).body;
    assert.equal(
      (await send(`PATCH /tags/${term.id}`, { 'if-unmodified-since': at(1) }, { description: 'x' })).status,
      200,
    );
  });
});
