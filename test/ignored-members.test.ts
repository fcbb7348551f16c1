import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { caller, eventOf } from './client.ts';
import { startService } from './service.ts';

const service = await startService();
after(() => service[Symbol.asyncDispose]());
const call = caller(service.base);
const { editor } = service.accounts;
const STRICT = { prefer: 'handling=strict' };

const send = (line: string, json: unknown, headers = {}) => call(line, { as: editor, json, headers });
const ignored = ({ headers }: { headers: Headers }) => headers.get('almanac-ignored');

const event = (await send('POST /events', eventOf('Concert'))).body.id;
const venue = (await send('POST /venues', { venue: 'Hall' })).body.id;
const organizer = (await send('POST /organizers', { organizer: 'Club' })).body.id;
const category = (await send('POST /categories', { name: 'Music' })).body.id;
const tag = (await send('POST /tags', { name: 'free' })).body.id;

/** Every write, with members that it knows. */
const writes: [string, Record<string, unknown>][] = [
  ['POST /events', eventOf('Made')],
  [`PATCH /events/${event}`, { cost: '5' }],
  [`PUT /events/${event}`, { cost: '5' }],
  ['POST /events/by-slug/concert', { cost: '5' }],
  ['POST /venues', { venue: 'Other hall' }],
  [`PATCH /venues/${venue}`, { city: 'Vic' }],
  ['PATCH /venues/by-slug/hall', { city: 'Vic' }],
  ['POST /organizers', { organizer: 'Other club' }],
  [`PATCH /organizers/${organizer}`, { phone: '1' }],
  [`PATCH /categories/${category}`, { description: 'x' }],
  [`PATCH /tags/${tag}`, { description: 'x' }],
];

describe('Members that nobody knows', () => {
  for (const [line, json] of writes) {
    it(`A header names them: ${line}`, async () => {
      const answer = await send(line, { ...json, cots: '5', 'naïve "x"': 1 });
      assert.ok(answer.status < 300, answer.text);
      assert.equal(ignored(answer), '"cots", "na%C3%AFve %22x%22"');
    });

    it(`Strict handling refuses them, and nothing is written: ${line}`, async () => {
      const list = `GET /${line.split('/')[1]!.split(' ')[0]}?status=publish&hide_empty=false&search=Strictly`;
      const named = Object.fromEntries(
        Object.entries(json).map(([name, value]) => [
          name,
          /title|venue|organizer|name/.test(name) ? 'Strictly' : value,
        ]),
      );
      for (const [more, headers] of [
        [{ strict: true }, {}],
        [{}, STRICT],
      ] as const) {
        const answer = await send(line, { ...named, cots: '5', ...more }, headers);
        assert.equal(answer.status, 400, answer.text);
        assert.equal(answer.body.code, 'rest_invalid_param');
        assert.deepEqual(Object.keys(answer.body.data.params), ['cots']);
        assert.equal((await call(list)).body.total ?? 0, 0);
      }
    });

    it(`Strict handling accepts what is known: ${line}`, async () => {
      const answer = await send(line, json, STRICT);
      assert.ok(answer.status < 300, answer.text);
      assert.equal(answer.headers.get('preference-applied'), 'handling=strict');
      assert.equal(ignored(answer), null);
    });
  }

  it('Strict handling reports them together with wrong values', async () => {
    const { body } = await send('POST /events?strict=1', { ...eventOf('x'), start_date: 'x', cots: '5' });
    assert.deepEqual(Object.keys(body.data.params), ['start_date', 'cots']);
  });

  it('The parameter counts more than the header, and must be a boolean', async () => {
    const json = { cots: '5' };
    assert.equal((await send(`PATCH /events/${event}?strict=false`, json, STRICT)).status, 200);
    const lenient = await send(`PATCH /events/${event}`, json, {
      prefer: 'return=minimal; x, HANDLING="lenient"',
    });
    assert.equal(lenient.headers.get('preference-applied'), 'handling=lenient');
    assert.equal(lenient.status, 200);
    assert.deepEqual(Object.keys((await send(`PATCH /events/${event}?strict=x`, {})).body.data.params), [
      'strict',
    ]);
    const other = await send(`PATCH /events/${event}`, json, { prefer: 'respond-async' });
    assert.equal(other.headers.get('preference-applied'), null);
  });

  it('They are named by their path within records that a write makes as well', async () => {
    const inline = {
      venue: { venue: 'Inline', citty: 'Vic' },
      organizer: ['Plain', { organizer: 'Named', mail: 'x' }],
    };
    const dates = [{ start_date: '2031-05-06 10:00', end_date: '2031-05-06 11:00', titel: 'x' }];
    const answer = await send('POST /events', { title: 'x', ...inline, dates });
    assert.equal(answer.status, 201, answer.text);
    assert.equal(ignored(answer), '"venue.citty", "organizer.mail", "dates.titel"');
    const refused = await send('POST /events', { title: 'x', ...inline, dates }, STRICT);
    assert.deepEqual(Object.keys(refused.body.data.params), ['venue.citty', 'organizer.mail', 'dates.titel']);
  });

  it('Numbers of terms that do not exist are refused by strict handling alone', async () => {
    for (const name of ['categories', 'tags']) {
      assert.equal((await send(`PATCH /events/${event}`, { [name]: [999_999] })).status, 200);
      const { body } = await send(`PATCH /events/${event}`, { [name]: [999_999] }, STRICT);
      assert.deepEqual(Object.keys(body.data.params), [name]);
    }
  });

  it('Forms and queries are treated alike', async () => {
    const form = { cost: '5', cots: '5' };
    assert.equal(ignored(await call(`POST /events/${event}`, { as: editor, form })), '"cots"');
    assert.equal(ignored(await call(`DELETE /events/999999?force=true`, { as: editor })), '"force"');
    assert.equal(ignored(await call('GET /events?catgories=music')), '"catgories"');
    assert.equal(ignored(await call('GET /events?catgories=music')), '"catgories"');
    assert.equal(ignored(await call('GET /events?search=x&_fields=id&_locale=user')), null);
    assert.equal((await call('GET /events?catgories=music&strict=true')).status, 400);
    const preferred = await call('GET /events?catgories=music', { headers: STRICT });
    assert.equal(preferred.status, 400);
    assert.match(preferred.headers.get('vary')!, /Prefer/);
  });

  it('The header is short, whatever the names are', async () => {
    const within = 'x'.repeat(99);
    for (const [names, expected] of [
      [[`${within}😀`], `"${within}%EF%BF%BD"`],
      [['\ud800'], '"%EF%BF%BD"'],
      [['漢'.repeat(200), 'short'], `"${encodeURIComponent('漢'.repeat(100))}", "short"`],
      [['漢'.repeat(99), '字'.repeat(99)], `"${encodeURIComponent('漢'.repeat(99))}"`],
    ] as const) {
      const answer = await send(`PATCH /events/${event}`, Object.fromEntries(names.map(name => [name, 1])));
      assert.equal(answer.status, 200, answer.text);
      assert.equal(ignored(answer), expected);
    }
    assert.equal((await call(`GET /events?${within}%F0%9F%98%80=1`)).status, 200);
  });

  it('A document knows the parameters by which its address says what it is', async () => {
    for (const path of [
      '/events/?ical=1&tribe-bar-date=2031-05-06&tribe-bar-search=x',
      `/?ical=1&event_ids=${event}`,
      '/?post_type=tribe_events&feed=rss2&eventDisplay=month&eventDate=2031-05',
      '/events/?outlook-ical=1&tribe_events_cat=music',
      '/events/?ical=1&tribe_event_display=past&s=jazz',
      '/?tribe_events=concert&ical=1',
    ]) {
      const answer = await call(`GET ${service.site}${path}&strict=true`);
      assert.deepEqual([answer.status, ignored(answer)], [200, null], path);
    }
    for (const [path, name] of [
      ['/events.ics?event_ids=1', 'event_ids'],
      ['/events/?ical=1&reader=x', 'reader'],
    ] as const)
      assert.equal(ignored(await call(`GET ${service.site}${path}`)), `"${name}"`);
  });

  it('Pages keep ignoring the parameters of campaigns', async () => {
    const page = await call(`GET ${service.site}/events/?utm_source=x&strict=true`, {
      headers: { accept: 'text/html' },
    });
    assert.equal(page.status, 200);
    assert.equal(ignored(page), null);
  });

  it('A record that is sent again under its key gets the same header', async () => {
    const keyed = { 'idempotency-key': 'once' };
    const first = await send('POST /events', { ...eventOf('Keyed'), cots: 1 }, keyed);
    const again = await send('POST /events', { ...eventOf('Keyed'), cots: 1 }, keyed);
    assert.equal(first.body.id, again.body.id);
    assert.deepEqual([ignored(first), ignored(again)], ['"cots"', '"cots"']);
  });
});

describe('Members that hide a record', () => {
  it('An event is protected by the password of its create, also as a series, by form and by slug', async () => {
    const secret = { description: 'Only for members', password: 'abc' };
    const daily = { recurrence: 'RRULE:FREQ=DAILY;COUNT=3' };
    for (const [i, members] of [secret, { ...secret, ...daily }].entries()) {
      const { status, body, text } = await send('POST /events', eventOf(`Hidden ${i}`, members));
      assert.equal(status, 201, text);
      assert.match(body.description, /members/);
      const ids = [
        body.id,
        ...((await call(`GET /events/${body.id}/occurrences`)).body.events ?? []).map(({ id }) => id),
      ];
      assert.equal(ids.length, i === 0 ? 1 : 4);
      for (const id of ids) {
        assert.equal((await call(`GET /events/${id}`)).body.code, 'event-password-protected');
        assert.match((await call(`GET /events/${id}?password=abc`)).body.description, /members/);
      }
      assert.ok(!(await call('GET /events?search=Hidden')).text.includes('members'));
    }
    const { title, start_date, end_date } = eventOf('Form');
    const form = { title, start_date, end_date, description: 'Only for members', password: '12' };
    const { id, slug } = (await call('POST /events', { as: editor, form })).body;
    assert.equal((await call(`GET /events/${id}`)).status, 403);
    await send(`PATCH /events/by-slug/${slug}`, { password: '' });
    assert.equal((await call(`GET /events/${id}`)).status, 200);
    await send(`PATCH /events/by-slug/${slug}`, { password: 'new' });
    assert.equal((await call(`GET /events/${id}`)).status, 403);
    assert.equal((await call(`GET /events/${id}?password=new`)).status, 200);
  });

  const hiding: [string, object][] = [
    ...['POST /venues', `PATCH /venues/${venue}`, 'PATCH /venues/by-slug/hall'].flatMap(line =>
      [{ password: 'x' }, { hide_from_listings: true }].map(
        more => [line, { venue: 'Secret', ...more }] as [string, object],
      ),
    ),
    ['POST /organizers', { organizer: 'Secret', password: 'x' }],
    [`PATCH /organizers/${organizer}`, { post_password: 'x' }],
    ['POST /categories', { name: 'Secret', status: 'draft' }],
    [`PATCH /categories/${category}`, { status: 'private' }],
    ['POST /tags', { name: 'Secret', password: 'x' }],
    ['POST /events', eventOf('Secret', { post_status: 'draft' })],
    ['POST /events', eventOf('Secret', { post_password: 'x' })],
    ['POST /events', eventOf('Secret', { venue: { venue: 'Secret', password: 'x' } })],
    ...[{ password: 'x' }, { status: 'draft' }, { hide_from_listings: true }].map(
      (more): [string, object] => {
        const { start_date, end_date } = eventOf('Secret');
        return ['POST /events', { title: 'Secret', dates: [{ start_date, end_date, ...more }] }];
      },
    ),
    ['POST /events', eventOf('Secret', { organizer: [{ organizer: 'Secret', hide_from_listings: true }] })],
  ];
  for (const [line, json] of hiding)
    it(`One that would have no effect is refused: ${line} ${JSON.stringify(json)}`, async () => {
      const { status, body, text } = await send(line, json);
      assert.equal(status, 400, text);
      assert.match(Object.values(body.data.params).join(), /would be public/);
      for (const list of [
        'events',
        'venues',
        'organizers',
        'categories?hide_empty=false',
        'tags?hide_empty=false',
      ])
        assert.ok(!(await call(`GET /${list}`)).text.includes('Secret'), list);
    });

  it('A password of which nothing remains is refused', async () => {
    for (const line of ['POST /events', `PATCH /events/${event}`, 'PATCH /events/by-slug/concert']) {
      const { status, body } = await send(line, eventOf('Secret', { password: '\0' }));
      assert.equal(status, 400, line);
      assert.deepEqual(Object.keys(body.data.params), ['password']);
    }
  });

  it('One that hides nothing is no obstacle', async () => {
    const nothing = { password: '', hide_from_listings: false };
    for (const [line, json] of [
      [`PATCH /venues/${venue}`, { ...nothing, city: 'Vic' }],
      [`PATCH /tags/${tag}`, { ...nothing, status: 'publish' }],
    ] as const)
      assert.equal((await send(line, json)).status, 200);
  });
});
