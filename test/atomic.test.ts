import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { sql } from 'kysely';
import type { Db } from '../src/db/tables.ts';
import { statementErrors } from '../src/observability/measures.ts';
import { findEvents } from '../src/search/find-events.ts';
import { type Body, caller, eventOf, eventually, type Reply } from './client.ts';
import { openGallery } from './pictures.ts';
import { startService } from './service.ts';
import { assertSound } from './sound.ts';

/** Images at `/slow…` are sent once this promise resolves. */
let gate = Promise.withResolvers<void>();
const gallery = await openGallery(() => gate.promise);
after(() => gallery[Symbol.asyncDispose]());
const at = (path: string) => `http://${gallery.host}${path}`;

/** A service of its own, whose store is checked at the end. */
async function open() {
  const service = await startService();
  const { db, accounts } = service;
  const call = caller(service.base);
  return {
    db,
    call,
    ...accounts,
    post: (path: string, json: object, as = accounts.editor) => call(`POST /${path}`, { as, json }),
    async [Symbol.asyncDispose]() {
      await assertSound(db).finally(() => service[Symbol.asyncDispose]());
    },
  };
}

describe('Concurrent deletions of a category and its parent', () => {
  test('A category and its parent deleted at the same time leave their child at the top', async () => {
    await using service = await open();
    const { post, call, editor: as } = service;
    for (let round = 0; round < 10; round++) {
      const make = async (name: string, parent: number) =>
        (await post('categories', { name: `${name} ${round}`, parent })).body.id;
      const above = await make('Above', 0);
      const between = await make('Between', above);
      const below = await make('Below', between);
      const gone = await Promise.all([above, between].map(id => call(`DELETE /categories/${id}`, { as })));
      assert.deepEqual(
        gone.map(({ status }) => status),
        [200, 200],
      );
      const { text } = await call(`GET /categories/${below}`);
      assert.equal(JSON.parse(text).parent, 0);
    }
  });
});

describe('Requests with one invalid part', async () => {
  const service = await open();
  after(() => service[Symbol.asyncDispose]());
  const { db, call, post, editor, contributor } = service;
  const hall = (await post('venues', { venue: 'Old hall', city: 'Vic' })).body;
  const club = (await post('organizers', { organizer: 'Old club', phone: '1' })).body;
  const old = (await post('categories', { name: 'Old' })).body;
  const event = (
    await post('events', eventOf('Old', { venue: hall.id, organizer: [club.id], categories: [old.id] }))
  ).body;
  const good = {
    title: 'Good',
    description: 'Good',
    image: at('/good.png'),
    categories: ['New category', old.id],
    tags: ['New tag'],
    venue: [
      { venue: 'New hall', image: at('/hall.png') },
      { venue: 'Old hall', city: 'Olot', image: at('/hall.png') },
    ],
    organizer: [
      { organizer: 'New club', image: at('/club.png') },
      { organizer: 'Old club', phone: '2' },
    ],
  };
  const parts: Record<string, object> = {
    'an organizer without a name': { organizer: [...good.organizer, { organizer: ' ' }] },
    'a venue whose name is markup': { venue: [...good.venue, { venue: '<i> </i>' }] },
    'a venue that does not exist': { venue: [{ venue: 'New hall' }, { id: 999_999 }] },
    'an organizer whose picture is no image': {
      organizer: [...good.organizer, { organizer: 'x', image: at('/text') }],
    },
    'a venue whose picture is missing': { venue: [...good.venue, { venue: 'x', image: at('/none') }] },
    'a missing picture': { image: at('/none.png') },
    'an author who does not exist': { author: 999 },
    'a category that is a list': { categories: ['New category', ['nested']] },
    'a blank tag': { tags: ['New tag', '   '] },
    'an end before the start': { start_date: '2031-05-10 10:00:00', end_date: '2031-05-09 10:00:00' },
    'an unknown status': { status: 'nothing' },
    'an invalid cost': { cost: { a: 1 } },
    'an unsafe website': { website: 'javascript:alert(1)' },
    'an unknown time zone': { timezone: 'Nowhere/Else' },
  };
  for (const [name, part] of Object.entries(parts))
    test(`A request with ${name} changes nothing`, async () => {
      const json = { ...good, ...part };
      const before = await dump(db);
      const answers = [
        await post('events', { ...eventOf('Good'), ...json }),
        ...(await Promise.all(
          [`PATCH /events/${event.id}`, `PUT /events/by-slug/${event.slug}`].map(line =>
            call(line, { as: editor, json }),
          ),
        )),
      ];
      for (const { status, body } of answers) assert.equal(status, 400, body.code);
      assert.deepEqual(await dump(db), before);
    });

  test('An invalid record of any other kind changes nothing, not even a matching venue or organizer', async () => {
    const before = await dump(db);
    for (const [path, json] of [
      ['venues', { venue: 'Old hall', city: 'Ripoll', image: at('/none') }],
      ['organizers', { organizer: 'Old club', phone: '3', website: 'nowhere' }],
      ['categories', { name: 'New', parent: 999_999 }],
      ['categories', { name: 'OLD', description: 'x' }],
      ['tags', { name: 'New', parent: old.id }],
    ] as const)
      assert.equal((await post(path, json)).status, 400);
    assert.deepEqual(await dump(db), before);
  });

  test('A contributor whose request is partly forbidden changes nothing', async () => {
    const before = await dump(db);
    for (const part of [
      { tags: ['Forbidden'] },
      { categories: ['Forbidden'] },
      { image: at('/x.png') },
      { author: 1 },
    ]) {
      const { status } = await post(
        'events',
        { ...eventOf('x'), venue: { venue: 'New' }, ...part },
        contributor,
      );
      assert.equal(status, 400);
    }
    const { status } = await call(`PATCH /events/${event.id}`, {
      as: contributor,
      json: { title: 'Taken over', venue: { venue: 'New' } },
    });
    assert.equal(status, 403);
    assert.deepEqual(await dump(db), before);
  });
});

describe('Concurrent requests', async () => {
  const service = await open();
  after(() => service[Symbol.asyncDispose]());
  const { db, call, post, editor, author } = service;
  const times = <T>(count: number, make: (number: number) => T): T[] =>
    Array.from({ length: count }, (_, index) => make(index + 1));
  const numbered = (slug: string, count: number) => [
    slug,
    ...times(count - 1, number => `${slug}-${number + 1}`),
  ];

  test('Events of one title created at the same time get different slugs', async () => {
    const made = await Promise.all(times(20, () => post('events', eventOf('Market'))));
    assert.deepEqual(made.map(({ body }) => body.slug).sort(), numbered('market', 20).sort());
    assert.equal(new Set(made.map(({ body }) => body.id)).size, 20);
  });

  test('Concurrent updates of events that share terms cause no deadlock', async () => {
    const tags = await Promise.all(
      times(6, async number => (await post('tags', { name: `T${number}` })).body.id),
    );
    const made = await Promise.all(times(8, () => post('events', eventOf('Sharing', { tags }))));
    const conflicts = statementErrors.of('conflict');
    const before = conflicts.value;
    for (let round = 0; round < 8; round++)
      await Promise.all(
        made.map(async ({ body }, at) => {
          const some = tags.filter((_, tag) => (tag + at + round) % 3 > 0);
          const json = { tags: at % 2 ? some : some.reverse() };
          assert.equal((await call(`PATCH /events/${body.id}`, { as: editor, json })).status, 200);
        }),
      );
    assert.equal(conflicts.value, before);
  });

  test('A new title records no change of terms', async () => {
    const { body } = await post('events', eventOf('Labelled', { tags: ['Label'] }));
    const isLogged = async () =>
      (await sql`select id from changes where type = 'term' order by id`.execute(db)).rows;
    const before = await isLogged();
    const json = { title: 'Labelled anew' };
    assert.equal((await call(`PATCH /events/${body.id}`, { as: editor, json })).status, 200);
    assert.deepEqual(await isLogged(), before);
  });

  test('A slug requested by many at the same time is numbered for each of them', async () => {
    const made = await Promise.all(
      times(10, number => post('events', eventOf(`Title ${number}`, { slug: 'wanted' }))),
    );
    assert.deepEqual(made.map(({ body }) => body.slug).sort(), numbered('wanted', 10).sort());
    const renamed = await Promise.all(
      made.map(({ body }) => call(`PATCH /events/${body.id}`, { as: editor, json: { slug: 'renamed' } })),
    );
    assert.deepEqual(renamed.map(({ body }) => body.slug).sort(), numbered('renamed', 10).sort());
  });

  test('Venues and organizers of one name are one record, and with different descriptions they are many', async () => {
    for (const [path, name] of [
      ['venues', 'venue'],
      ['organizers', 'organizer'],
    ] as const) {
      const same = await Promise.all(
        times(10, number => post(path, { [name]: 'Everywhere', phone: `${number}` })),
      );
      assert.equal(new Set(same.map(({ body }) => body.id)).size, 1);
      const texts = await Promise.all(
        times(10, number => post(path, { [name]: 'Many', description: `${number}` })),
      );
      assert.deepEqual(texts.map(({ body }) => body.slug).sort(), numbered('many', 10).sort());
    }
  });

  test('A new venue that many events name at the same time is made once and linked by all', async () => {
    const made = await Promise.all(
      times(10, number =>
        post(
          'events',
          eventOf(`At the same place ${number}`, {
            venue: { venue: 'Plaça Nova', city: 'Manlleu' },
            organizer: [{ organizer: 'Colla Nova' }, { organizer: 'colla nova' }],
          }),
          number % 2 ? author : editor,
        ),
      ),
    );
    for (const { status } of made) assert.equal(status, 201);
    assert.equal(new Set(made.map(({ body }) => body.venue.id)).size, 1);
    assert.deepEqual(new Set(made.map(({ body }) => body.organizer.length)), new Set([1]));
    const { body } = await call(`GET /venues?search=${encodeURIComponent('plaça nova')}`);
    assert.deepEqual([body.total, body.venues[0]!.city], [1, 'Manlleu']);
    const listed = await call(
      `GET /events?venue=${body.venues[0]!.id}&start_date=2031-01-01&end_date=2031-12-31`,
    );
    assert.equal(listed.body.total, 10);
  });

  test('A new category or tag used by many at the same time is made once and counted exactly', async () => {
    const made = await Promise.all(
      times(10, () => post('events', eventOf('Labelled', { categories: ['Sardana'], tags: 'Nova,nova' }))),
    );
    for (const { status, body } of made)
      assert.deepEqual([status, body.categories.length, body.tags.length], [201, 1, 1]);
    for (const path of ['categories?search=sardana', 'tags?search=nova']) {
      const { body } = await call(`GET /${path}`);
      const [term, ...others] = body.categories ?? body.tags;
      assert.deepEqual([term?.count, others], [10, []]);
    }
    const answers = await Promise.all(times(10, () => post('categories', { name: 'Havanera' })));
    const statuses = answers.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [201, ...times(9, () => 400)]);
    const refused = answers.filter(({ status }) => status === 400);
    assert.deepEqual([...new Set(refused.map(({ body }) => body.code))], ['term_exists']);
  });

  test('Twenty concurrent updates of different fields of one event are all kept', async () => {
    const { id } = (await post('events', eventOf('Busy'))).body;
    const changes = {
      title: 'Changed',
      description: '<p>Changed</p>',
      excerpt: '<p>Short</p>',
      slug: 'changed',
      timezone: 'Asia/Tokyo',
      start_date: '2031-05-09 10:00:00',
      end_date: '2031-05-11 12:00:00',
      cost: '20€',
      website: 'https://example.org/',
      ...{ show_map: true, show_map_link: true, hide_from_listings: true, sticky: true, featured: true },
      ...{ categories: ['Changed'], tags: ['Changed'], venue: 'Changed', organizer: ['Changed'] },
      ...{ date_utc: '2025-01-02 03:04:05', status: 'private' },
    };
    const entries = Object.entries(changes);
    assert.equal(entries.length, 20);
    const methods = ['PATCH', 'PUT', 'POST'];
    const answers = await Promise.all(
      entries.map(([name, value], position) =>
        call(`${methods[position % 3]} /events/${id}`, { as: editor, json: { [name]: value } }),
      ),
    );
    for (const { status, text } of answers) assert.equal(status, 200, text);
    const { body } = await call(`GET /events/${id}`, { as: editor });
    const { categories, tags, venue, organizer, ...plain } = changes;
    for (const [name, value] of Object.entries(plain)) assert.deepEqual(Reflect.get(body, name), value, name);
    const names = (terms: Body[]) => terms.map(({ name }) => name);
    assert.deepEqual([names(body.categories), names(body.tags)], [categories, tags]);
    assert.equal(Reflect.get(body.venue, 'venue'), venue);
    assert.deepEqual(
      body.organizer.map(found => Reflect.get(found, 'organizer')),
      organizer,
    );
  });

  test('Concurrent updates of different fields of one venue are all kept', async () => {
    const { id } = (await post('venues', { venue: 'Busy' })).body;
    const changes = {
      venue: 'Changed',
      address: 'a',
      city: 'b',
      zip: 'c',
      phone: 'd',
      province: 'e',
      show_map: false,
    };
    await Promise.all(
      Object.entries(changes).map(([name, value]) =>
        call(`PATCH /venues/${id}`, { as: editor, json: { [name]: value } }),
      ),
    );
    const { body } = await call(`GET /venues/${id}`);
    for (const [name, value] of Object.entries(changes)) assert.equal(Reflect.get(body, name), value, name);
  });

  test('Of several concurrent deletions of one record, one succeeds', async () => {
    for (const [path, json] of [
      ['events', eventOf('Twice')],
      ['venues', { venue: 'Twice' }],
      ['organizers', { organizer: 'Twice' }],
    ] as const) {
      const { id } = (await post(path, json)).body;
      const answers = await Promise.all(times(3, () => call(`DELETE /${path}/${id}`, { as: editor })));
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 410, 410], path);
    }
  });

  test('No request fails with a 500 where a term is deleted while it is changed, used or made a parent', async () => {
    for (const round of times(6, number => number)) {
      const { id } = (await post('categories', { name: `Going ${round}` })).body;
      const answers = await Promise.all([
        call(`PATCH /categories/${id}`, { as: editor, json: { description: 'x' } }),
        post('categories', { name: `Child ${round}`, parent: id }),
        post('events', eventOf('Labelled', { categories: [id] })),
        call(`DELETE /categories/${id}`, { as: editor }),
        call(`DELETE /categories/${id}`, { as: author }),
        call(`PATCH /categories/${id}`, { as: editor, json: { name: `Gone ${round}` } }),
        post('categories', { name: `Grandchild ${round}`, parent: id }),
        post('events', eventOf('Labelled', { categories: [id] })),
        call(`GET /events?categories=${id}`),
      ]);
      assert.deepEqual(
        answers.filter(({ status }) => status >= 500).map(({ text }) => text),
        [],
      );
      await assertSound(db);
    }
  });
});

test('A list of a category that was deleted meanwhile is empty', async () => {
  await using service = await open();
  const found = await findEvents({ db: service.db }, { categories: [] }, undefined, { limit: 1, offset: 0 });
  assert.deepEqual(found, { ids: [], total: 0, facets: undefined, version: undefined, records: [] });
});

describe('Changes while a picture is fetched', () => {
  /** Calls `meanwhile` while the request waits for its image, and returns the response. */
  async function during(
    answer: (image: string) => Promise<Reply>,
    meanwhile: () => Promise<unknown>,
  ): Promise<Reply> {
    gate = Promise.withResolvers<void>();
    const path = `/slow/${crypto.randomUUID()}.png`;
    const answered = answer(at(path));
    await eventually(() => gallery.asked.includes(path));
    await meanwhile();
    gate.resolve();
    return answered;
  }

  test('An event whose category is deleted meanwhile is made without it, or refused', async () => {
    await using service = await open();
    const { call, post, editor } = service;
    const { id } = (await post('categories', { name: 'Short-lived' })).body;
    const remove = () => call(`DELETE /categories/${id}`, { as: editor });
    const { status, body } = await during(
      image => post('events', eventOf('Slow', { image, categories: [id] })),
      remove,
    );
    assert.ok(status === 201 || status === 400, `${status}`);
    if (status === 201) assert.deepEqual(body.categories, []);
  });

  test('No event is linked to a venue or organizer that was put into the trash meanwhile', async () => {
    await using service = await open();
    const { db, call, post, editor } = service;
    const venue = (await post('venues', { venue: 'Short-lived' })).body.id;
    const organizer = (await post('organizers', { organizer: 'Short-lived' })).body.id;
    const remove = () =>
      Promise.all(
        [`venues/${venue}`, `organizers/${organizer}`].map(path => call(`DELETE /${path}`, { as: editor })),
      );
    const json = eventOf('Slow', { venue, organizer: [organizer] });
    const { status } = await during(image => post('events', { ...json, image }), remove);
    assert.ok(status === 201 || status === 400, `${status}`);
    await assertSound(db);
  });

  for (const [path, json] of [
    ['events', eventOf('Handed over')],
    ['venues', { venue: 'Handed over' }],
    ['organizers', { organizer: 'Handed over' }],
  ] as const)
    test(`A user who loses the right to one of the ${path} meanwhile changes nothing`, async () => {
      await using service = await open();
      const { call, post, editor, author } = service;
      const { id } = (await post(path, json, author)).body;
      const line = `/${path}/${id}`;
      const handOver = () => call(`PATCH ${line}`, { as: editor, json: { author: editor.id } });
      const { status } = await during(
        image => call(`PATCH ${line}`, { as: author, json: { image, description: 'Not mine' } }),
        handOver,
      );
      assert.equal(status, 403);
      const { body } = await call(`GET ${line}`);
      assert.deepEqual([body.author, body.description || ''], [String(editor.id), '']);
    });

  test('Other fields of an event that were changed meanwhile are kept', async () => {
    await using service = await open();
    const { call, post, editor, author } = service;
    const { id } = (await post('events', eventOf('Both'))).body;
    const other = () => call(`PATCH /events/${id}`, { as: author, json: { title: 'Nobody’s' } });
    const mine = () =>
      call(`PATCH /events/${id}`, { as: editor, json: { title: 'Theirs', timezone: 'Asia/Tokyo' } });
    const { body } = await during(
      image => call(`PATCH /events/${id}`, { as: editor, json: { image, excerpt: 'Mine' } }),
      () => Promise.all([other(), mine()]),
    );
    assert.deepEqual([body.title, body.timezone, body.excerpt], ['Theirs', 'Asia/Tokyo', '<p>Mine</p>']);
    assert.equal(body.utc_start_date, '2031-05-10 01:00:00');
  });

  test('Two events created at the same time with one picture address each have a picture', async () => {
    await using service = await open();
    const { call, post } = service;
    gate.resolve();
    const path = at('/slow-twice.png');
    const both = await Promise.all([1, 2].map(() => post('events', eventOf('Twice', { image: path }))));
    for (const { status, body } of both) {
      assert.equal(status, 201);
      assert.equal((await call(`GET ${body.image.url}`)).status, 200);
    }
    assert.equal((await call('GET /events?start_date=2031-01-01&end_date=2031-12-31')).body.total, 2);
  });
});

test('The counts stay exact through all sequential and concurrent writes', async () => {
  await using service = await open();
  const { db, call, post, editor } = service;
  let state = 42;
  const random = (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const pick = <T>(items: readonly T[]): T => items[random(items.length)]!;
  const some = (ids: readonly number[]) => ids.filter(() => random(2) === 0);
  const categories: number[] = [];
  const tags: number[] = [];
  const events: number[] = [];
  const statuses = ['publish', 'draft', 'pending', 'private', 'trash', 'future', 'publish'] as const;
  const dates = ['2025-01-01', '2035-01-01'];
  const remember = (ids: number[], reply: Promise<Reply>) =>
    reply.then(answer => {
      if (answer.status === 201) ids.push(answer.body.id);
      return answer;
    });
  const name = () => `Term ${random(1000)}`;
  const steps: (() => Promise<Reply>)[] = [
    () =>
      remember(
        categories,
        post('categories', { name: name(), parent: random(2) ? (pick(categories) ?? 0) : 0 }),
      ),
    () => remember(tags, post('tags', { name: name() })),
    ...Array<() => Promise<Reply>>(3).fill(() =>
      remember(
        events,
        post(
          'events',
          eventOf('Random', {
            categories: [...some(categories), ...(random(4) ? [] : [name()])],
            tags: some(tags),
            status: pick(statuses),
            date: pick(dates),
          }),
        ),
      ),
    ),
    ...Array<() => Promise<Reply>>(6).fill(() =>
      call(`PATCH /events/${pick(events)}`, {
        as: editor,
        json: pick([
          { status: pick(statuses) },
          { categories: some(categories) },
          { tags: some(tags), status: pick(statuses) },
          { categories: [], tags: null },
          { date: pick(dates) },
          { title: 'Changed' },
          { tags: [name()], end_date: '2030-01-01' },
        ]),
      }),
    ),
    () => call(`DELETE /events/${pick(events)}`, { as: editor }),
    () => call(`DELETE /categories/${pick(categories)}`, { as: editor }),
    () => call(`DELETE /tags/${pick(tags)}`, { as: editor }),
    () =>
      call(`PATCH /categories/${pick(categories)}`, { as: editor, json: { parent: pick(categories) ?? 0 } }),
  ];
  await Promise.all([steps[0]!(), steps[1]!(), steps[2]!()]);
  for (let batch = 0; batch < 60; batch++) {
    const together = Array.from({ length: 1 + random(4) }, () => pick(steps)());
    for (const { status, text } of await Promise.all(together)) assert.ok(status < 500, text);
    await assertSound(db);
  }
  assert.ok(events.length > 20);
});

/** Every row of every table, except the settings and the last uses of passwords. */
async function dump(db: Db): Promise<Record<string, unknown[]>> {
  const tables: Record<string, unknown[]> = {};
  for (const { name } of await db.introspection.getTables({ withInternalKyselyTables: true })) {
    // Triggers keep the search indexes of the embedded store equal to their tables.
    if (name === 'settings' || /^venues_places/.test(name)) continue;
    const { rows } = await sql<
      Record<string, unknown>
    >`select * from ${sql.table(name)} order by 1, 2`.execute(db);
    tables[name] = rows.map(({ last_used_at: _, last_used_from: __, ...row }) => row);
  }
  assert.ok(Object.keys(tables).length >= 12);
  return tables;
}
