import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { caller, eventOf } from './client.ts';
import { picture } from './pictures.ts';
import { someOf } from './sample.ts';
import { startService } from './service.ts';

const service = await startService();
after(() => service[Symbol.asyncDispose]());
const call = caller(service.base);
const { editor } = service.accounts;

const create = async (path: string, json: object): Promise<number> => {
  const { status, body, text } = await call(`POST ${path}`, { as: editor, json });
  assert.equal(status, 201, text);
  return body.id;
};

async function upload(): Promise<number> {
  const form = new FormData();
  form.append('file', new Blob([await picture(40, 30)], { type: 'image/png' }), 'hall.png');
  const { status, body, text } = await call(`POST ${service.site}/images`, { as: editor, body: form });
  assert.equal(status, 201, text);
  return body.id;
}

const image = await upload();
const translations = {
  ca: { title: 'Concert (ca)', description: 'Text' },
  fr: { title: 'Concert (fr)', status: 'draft' },
};
const RICH = {
  description: 'First & "second"\n\n<b>third</b> 1 < 2',
  excerpt: 'Short & sweet',
  cost: '12 €',
  image,
  venue: {
    venue: 'Hall & Co',
    city: 'Vic',
    description: 'A hall',
    website: 'https://hall.example/?a=1&b=2',
    geo_lat: 41.9,
    geo_lng: 2.2,
  },
  organizer: ['Club A', { organizer: 'Club B', email: 'b@club.example', phone: '0' }],
  categories: ['Music'],
  tags: ['free'],
  featured: true,
  custom_fields: { room: { label: 'Room', value: 1 } },
  virtual_url: 'https://meet.example/',
  currency_code: 'CHF',
};
const event = (title: string, fields: object = {}) =>
  create('/events', eventOf(title, { ...RICH, ...fields }));
const daily = {
  start_date: '2031-05-06 10:00',
  end_date: '2031-05-06 11:00',
  recurrence: 'RRULE:FREQ=DAILY;COUNT=4',
};
const series = await event('Series', daily);
const occurrences = async (id: number) =>
  (await call(`GET /events/${id}/occurrences`)).body.events.map(({ id }) => id);
const [first, second] = await occurrences(series);
await call(`PATCH /events/${second}`, { as: editor, json: { title: 'Other' } });

const cases: [string, string, boolean?][] = [
  ['an event of which little is said', `events/${await create('/events', eventOf('Bare'))}`],
  ['an event', `events/${await event('Full')}`],
  ['an event by its slug', 'events/by-slug/full'],
  ['a draft', `events/${await event('Draft', { status: 'draft' })}`],
  ['an event in several languages', `events/${await event('Many', { language: 'en', translations })}`],
  ['an event of a whole day', `events/${await event('Day', { all_day: true })}`],
  ['a free event', `events/${await event('Free', { cost: 0 })}`],
  [
    'an event with odd prices',
    `events/${await event('Odd', { cost: 'Members free, others $5', currency_code: '' })}`,
  ],
  [
    'an event with a price without currency',
    `events/${await event('Plain', { cost: '1,000.50', currency_code: '' })}`,
  ],
  ['an event with a CHF price', `events/${await event('Chf', { cost: '20' })}`],
  ['a scheduled event', `events/${await event('Later', { date: '2035-01-01 10:00' })}`],
  ['a cancelled event', `events/${await event('Off', { event_status: 'canceled', status_reason: 'Rain' })}`],
  [
    'an event in the hour that comes twice',
    `events/${await event('Twice', { start_date: '2031-10-26T02:30:00+01:00', end_date: '2031-10-26T02:45:00+01:00' })}`,
  ],
  ['an event in New York', `events/${await event('NY', { timezone: 'America/New_York' })}`],
  ['an event at an offset', `events/${await event('Offset', { timezone: 'UTC-5' })}`],
  ['a series', `events/${series}`],
  ['an occurrence', `events/${first}`],
  ['an occurrence with a title of its own', `events/${second}`],
  [
    'a venue',
    `venues/${await create('/venues', { venue: 'Hall', address: '1 & 2', city: 'Vic', state: 'CT', image, show_map: false, description: 'x & y' })}`,
  ],
  ['a venue of which little is said', `venues/${await create('/venues', { venue: 'Bare hall' })}`],
  ['a venue by its slug', 'venues/by-slug/hall'],
  [
    'a venue in two languages',
    `venues/${await create('/venues', { venue: 'Hall 2', language: 'en', translations: { ca: { venue: 'Sala 2' } } })}`,
  ],
  [
    'an organizer',
    `organizers/${await create('/organizers', { organizer: 'Club', email: 'a@b.example', website: 'https://a.example', image })}`,
  ],
  [
    'an organizer of which little is said',
    `organizers/${await create('/organizers', { organizer: 'Bare club' })}`,
  ],
  [
    'a category',
    `categories/${await create('/categories', { name: 'Kids & teens', description: 'For <b>them</b>' })}`,
  ],
  ['a category without a description', `categories/${await create('/categories', { name: 'Bare' })}`],
  ['a tag', `tags/${await create('/tags', { name: 'Bare tag' })}`],
  [
    'a tag in two languages',
    `tags/${await create('/tags', { name: 'Two', translations: { ca: { name: 'Dos' } } })}`,
  ],
];

describe('A record that was read and is written back', () => {
  const ways = ['edit', 'view'].flatMap(context =>
    ['PATCH', 'PUT', 'POST'].map(method => ({ context, method })),
  );
  for (const [name, path] of cases)
    for (const { context, method } of someOf(`written back: ${name}`, ways, 3))
      it(`stays as it is: ${name}, ${context}, ${method}`, async () => {
        const read = () => call(`GET /${path}?context=${context}`, { as: editor });
        const before = await read();
        const versions = async () =>
          (
            await call(
              `GET ${service.site}/cal/history/v1/${path.replace(/by-slug.*/, String(before.body.id))}`,
              { as: editor },
            )
          ).text;
        const history = await versions();
        const written = await call(`${method} /${path}`, { as: editor, json: before.body });
        assert.equal(written.status, 200, written.text);
        const afterwards = await read();
        assert.deepEqual(afterwards.body, before.body);
        assert.equal(afterwards.headers.get('etag'), before.headers.get('etag'));
        assert.equal(await versions(), history);
      });

  const patch = (path: string, json: unknown) => call(`PATCH /${path}`, { as: editor, json });
  const read = async (path: string) => (await call(`GET /${path}?context=edit`, { as: editor })).body;
  const changesOf = async (path: string) =>
    JSON.parse((await call(`GET ${service.site}/cal/history/v1/${path}`, { as: editor })).text).versions.map(
      ({ changed }: { changed: string[] }) => changed,
    );

  it('Strict handling accepts it, and no header names members that only answers have', async () => {
    for (const [, path] of cases) {
      const { status, headers, text } = await patch(`${path}?strict=true`, await read(path));
      assert.equal(status, 200, text);
      assert.equal(headers.get('almanac-ignored'), null);
    }
  });

  it('It stays as it is without its id, as long as something shows that it was read', async () => {
    for (const [name, path] of cases) {
      const { id, ...rest } = await read(path);
      const before = (await call(`GET /${path}`, { as: editor })).headers.get('etag');
      assert.equal((await patch(path, rest)).status, 200, name);
      assert.equal((await call(`GET /${path}`, { as: editor })).headers.get('etag'), before, `${name} ${id}`);
    }
  });

  it('One member that was changed is the only change', async () => {
    const path = `events/${await event('Once')}`;
    await patch(path, { ...(await read(path)), title: 'Twice' });
    assert.deepEqual((await changesOf(path)).slice(0, -1), [['title']]);
    const place = `venues/${await create('/venues', { venue: 'Once hall', state: 'CT', description: 'x' })}`;
    await patch(place, { ...(await read(place)), city: 'Vic' });
    assert.deepEqual((await changesOf(place)).slice(0, -1), [['city']]);
  });

  it('An occurrence that is written back with scope=all changes nothing in its series but what is new', async () => {
    const id = await event('Weekly', daily);
    const [one, other] = await occurrences(id);
    await patch(`events/${one}`, { title: 'Special', cost: '5 €' });
    await patch(`events/${one}?scope=all`, { ...(await read(`events/${one}`)), featured: false });
    const after = await read(`events/${other}`);
    assert.deepEqual([after.title, after.cost, after.featured], ['Weekly', '12€', false]);
    assert.equal((await read(`events/${one}`)).title, 'Special');
  });

  it('Members of answers that are objects are accepted by themselves', async () => {
    const path = `events/${await event('Parts')}`;
    const before = await read(path);
    const etag = (await call(`GET /${path}`)).headers.get('etag');
    for (const name of ['image', 'venue', 'organizer', 'categories', 'tags', 'custom_fields'] as const)
      assert.equal((await patch(path, { [name]: before[name as 'image'] })).status, 200, name);
    assert.equal((await call(`GET /${path}`)).headers.get('etag'), etag);
    for (const [name, value] of [
      ['image', {}],
      ['image', { id: 999_999 }],
      ['categories', [{ name: 'x' }]],
      ['tags', [{ id: 'x' }]],
    ] as const)
      assert.equal((await patch(path, { [name]: value })).status, 400, name);
    const { status, text } = await patch(path, { categories: [{ id: before.tags[0]!.id }] });
    assert.equal(status, 200, text);
    assert.deepEqual((await read(path)).categories, []);
  });

  it('It makes another record when it is sent as a new one', async () => {
    for (const [path, collection] of cases.map(([, path]) => [path, `/${path.split('/')[0]}`] as const)) {
      if (/categories|tags/.test(path)) continue;
      const { status, text } = await call(`POST ${collection}`, { as: editor, json: await read(path) });
      assert.equal(status, 201, `${path}: ${text}`);
    }
  });

  it('An occurrence that is sent as a new event is one event', async () => {
    const [one] = await occurrences(await event('Evenings', daily));
    const copied = {
      ...(await read(`events/${one}`)),
      start_date: '2031-06-01 10:00',
      end_date: '2031-06-01 11:00',
    };
    const { body } = await call('POST /events', { as: editor, json: copied });
    assert.deepEqual([body.title, body.start_date], ['Evenings', '2031-06-01 10:00:00']);
    assert.equal('recurrence' in body, false);
  });

  it('The texts of a picture stay as they are', async () => {
    const path = `${service.site}/images/${image}`;
    const texts = { alt_text: 'A hall', translations: { ca: { alt_text: 'Una sala' } } };
    await call(`PATCH ${path}`, { as: editor, json: texts });
    const before = (await call(`GET ${path}?context=edit`, { as: editor })).body;
    const { status, text } = await call(`PATCH ${path}?strict=true`, { as: editor, json: before });
    assert.equal(status, 200, text);
    assert.deepEqual((await call(`GET ${path}?context=edit`, { as: editor })).body, before);
  });

  it('A text of the greatest length is accepted, read, written back and changed', async () => {
    const longest: [string, number, string][] = [
      ['/events', 200_000, 'description'],
      ['/events', 200_000, 'excerpt'],
      ['/venues', 20_000, 'description'],
      ['/organizers', 20_000, 'description'],
      ['/categories', 100_000, 'description'],
      ['/tags', 100_000, 'description'],
    ];
    const named = { venue: 'Long', organizer: 'Long', name: 'Long', ...eventOf('Long') };
    for (const [collection, max, member] of longest)
      for (const unit of max < 200_000 ? ['a', 'a & b\n\n'] : ['a']) {
        const text = unit.repeat(max).slice(0, max - 1);
        const slug = `long-${unit.length}-${member}`;
        const { status, body } = await call(`POST ${collection}`, {
          as: editor,
          json: { ...named, name: slug, [member]: `${text}b` },
        });
        assert.equal(status, 201, `${collection} ${unit}`);
        const path = `${collection.slice(1)}/${body.id}`;
        const before = await read(path);
        assert.equal((await patch(path, before)).status, 200);
        assert.equal((await patch(path, { [member]: String(before[member as 'slug']) })).status, 200);
        const refused = await patch(path, { [member]: `${text}bc` });
        assert.deepEqual(Object.keys(refused.body.data.params), [member]);
      }
  });
});
