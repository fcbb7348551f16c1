import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { PasswordScope } from '../src/db/tables.ts';
import { type Language, languages } from '../src/i18n/language.ts';
import { errorWords, interfaceWords } from '../src/i18n/messages.ts';
import { MAX_TITLE, MAX_UNUSED_PICTURE_BYTES } from '../src/limits.ts';
import { limitsColumn, NO_LIMITS } from '../src/users/limits.ts';
import { addPassword, addUser } from '../src/users/store.ts';
import {
  type Body,
  type Call,
  caller,
  eventOf,
  exactly,
  type Reply,
  type Sending,
  textsOf,
} from './client.ts';
import { openGallery, picture } from './pictures.ts';
import { startService } from './service.ts';

const translated = languages.filter(language => language !== 'en');
const CANONICAL = '/cal/events/v1';
const ALIAS = '/wp-json/tribe/events/v1';
const PREFIXES = [CANONICAL, ALIAS].flatMap(root => [
  root,
  ...languages.map(language => `/${language}${root}`),
]);

/** Programs are led from a page to the interface. */
const PROGRAM = { headers: { accept: 'application/json' } };

const service = await startService({ GEOLOCATION: 'on' });
after(() => service[Symbol.asyncDispose]());
const { site, accounts } = service;
const { editor } = accounts;
const call = caller(service.base);

const parent = (await call('POST /categories', { as: editor, json: { name: 'Música' } })).body;
const child = (await call('POST /categories', { as: editor, json: { name: 'Jazz', parent: parent.id } }))
  .body;
const tag = (await call('POST /tags', { as: editor, json: { name: 'Fira' } })).body;
for (const title of ['One', 'Two', 'Three'])
  await call('POST /events', {
    as: editor,
    json: eventOf(title, {
      cost: '0',
      categories: [child.id],
      tags: [tag.id],
      venue: [{ venue: `Hall ${title}` }],
      organizer: [{ organizer: `Club ${title}` }],
    }),
  });

test('The history and the trash answer in the language of their path and keep it in links', async () => {
  const { body: event } = await call('POST /events', { as: editor, json: eventOf('Ball') });
  await call(`DELETE /events/${event.id}`, { as: editor });
  for (const language of languages) {
    const root = `${site}/${language}/cal`;
    const follow = async (address: string): Promise<Reply> => {
      assert.ok(address.startsWith(`${root}/`), address);
      return call(`GET ${address}`, { as: editor });
    };
    const changes = await follow(`${root}/history/v1/events/${event.id}?per_page=1`);
    const [latest] = (changes.body as unknown as { versions: Body[] }).versions;
    assert.equal((await follow(changes.body.next_rest_url)).status, 200);
    const version = await follow(latest!.rest_url);
    const { event: shown } = version.body as unknown as { event: Body };
    assert.equal(shown.rest_url, `${root}/events/v1/events/${event.id}`);
    const trash = await follow(`${root}/trash/v1`);
    const [trashed] = (trash.body as unknown as { trash: Body[] }).trash;
    assert.equal((await follow(trashed!.rest_url)).body.title, 'Ball');
    for (const path of ['history/v1/events/1', 'trash/v1']) {
      const refused = await call(`GET ${root}/${path}`);
      assert.deepEqual([refused.status, refused.body.message], [401, say('rest_forbidden_401', language)]);
    }
  }
});

describe('Paths of the interface', () => {
  for (const prefix of PREFIXES)
    test(`The links below ${prefix} keep the prefix and lead to answers`, async () => {
      const base = site + prefix;
      const under = caller(base);
      const index = await under('GET ');
      assert.equal(index.status, 200);
      assert.equal(index.body.namespace, prefix.endsWith(ALIAS) ? 'tribe/events/v1' : 'cal/events/v1');
      const selves = Object.values(index.body.routes).flatMap(({ _links }) => _links?.self ?? []);
      assert.equal(selves.length, 7);
      const list = await under('GET /events?per_page=1&start_date=2031-01-01&end_date=2031-12-31&page=2');
      const lists = await Promise.all(
        ['/venues', '/organizers', '/categories', '/tags'].map(path =>
          under(`GET ${path}?per_page=1&page=2`),
        ),
      );
      const made = await under('POST /categories', { as: editor, json: { name: `Made by ${prefix}` } });
      assert.equal(made.status, 201);
      const links = [
        ...selves.map(({ href }) => href),
        ...[list, ...lists].flatMap(({ body }) => paging(body)),
        ...[list.body.events[0]!.rest_url, ...termAddresses(list.body.events[0]!.categories[0]!)],
        ...termAddresses(list.body.events[0]!.tags[0]!),
        ...termAddresses((await under(`GET /categories/${child.id}`)).body),
        ...[made.headers.get('location')!, ...termAddresses(made.body)],
      ];
      assert.ok(links.length > 30);
      for (const link of new Set(links)) {
        assert.ok(link === base || link.startsWith(`${base}/`), `${link} keeps ${base}`);
        assert.equal((await call(`GET ${link}`)).status, 200, link);
      }
    });

  test('Next and previous links lead through all pages in the language of the path', async () => {
    const start = `${site}/ca${ALIAS}/events?per_page=1&start_date=2031-01-01&end_date=2031-12-31`;
    const titles: string[] = [];
    for (let next: string | undefined = start; next; ) {
      const page: Reply = await call(`GET ${next}`);
      titles.push(page.body.events[0]!.title);
      assert.equal(page.body.events[0]!.cost, 'Gratuït');
      next = page.body.next_rest_url;
    }
    assert.deepEqual(titles, ['One', 'Two', 'Three']);
  });

  test('The links of a list keep i18n_language', async () => {
    const { body } = await call(
      'GET /events?i18n_language=fr&per_page=1&start_date=2031-01-01&end_date=2031-12-31',
    );
    const next = await call(`GET ${body.next_rest_url}`);
    assert.deepEqual(
      [body, next.body].map(({ events }) => events[0]!.cost),
      ['Gratuit', 'Gratuit'],
    );
  });

  for (const path of [
    `${CANONICAL}///`,
    `${CANONICAL}/events///?start_date=2031-01-01`,
    '/CAL/Events/V1/EVENTS/By-Slug/ONE',
    `${ALIAS.toUpperCase()}/Events/`,
    '/CA/cal/EVENTS/v1/events/by-slug/one//',
    '/Fr/WP-JSON/tribe/events/v1/tags/',
  ])
    test(`The path ${path} is tolerated`, async () => {
      const answer = await exactly(site, path);
      assert.equal(answer.status, 200);
      const link = answer.body.rest_url ?? answer.body._links.up![0]!.href;
      assert.equal((await call(`GET ${link}`, PROGRAM)).status, answer.body.rest_url ? 200 : 302);
      assert.ok(!/[A-Z]|\/\/\w+\/\//.test(new URL(link).pathname), `${link} is written as it should be`);
    });

  for (const path of [
    '/de/cal/events/v1',
    '/ca/ca/cal/events/v1',
    '/cal/events/v1x',
    '/cal/events',
    '/cal//events/v1',
  ])
    test(`The path ${path} does not exist`, async () => {
      const answer = await exactly(site, path);
      assert.deepEqual([answer.status, answer.body.code], [404, 'rest_no_route']);
    });

  test('The query ?rest_route= is the same as the path', async () => {
    for (const root of [CANONICAL, '/tribe/events/v1']) {
      const index = await call(`GET ${site}/?rest_route=${root}`);
      assert.equal(index.body.namespace, root.slice(1));
      const encoded = encodeURIComponent(`${root}/events`);
      const query = 'per_page=1&start_date=2031-01-01&end_date=2031-12-31&categories%5B%5D=jazz';
      for (const path of ['/', '/index.php']) {
        const list = await call(`GET ${site}${path}?${query}&rest_route=${encoded}`);
        assert.equal(list.body.total, 3);
        for (const link of paging(list.body)) assert.equal((await call(`GET ${link}`)).body.total, 3, link);
      }
      const post = await call(`POST ${site}/?rest_route=${encoded}&_method=PUT`, { as: editor, json: {} });
      assert.deepEqual([post.status, post.body.code], [404, 'rest_no_route']);
      const made = await call(`POST ${site}/?rest_route=${encoded}`, {
        as: editor,
        json: eventOf(`今日 ${root}`),
      });
      assert.equal(made.status, 201);
      const bySlug = encodeURIComponent(`${root}/events/by-slug/${decodeURIComponent(made.body.slug)}`);
      assert.equal((await call(`GET ${site}/?rest_route=${bySlug}`)).body.id, made.body.id);
    }
    const nothing = await call(`GET ${site}/?rest_route=/tribe/events/v1/nothing`);
    assert.deepEqual([nothing.status, nothing.body.code], [404, 'rest_no_route']);
    for (const elsewhere of ['/wp/v2/posts', '/tribe/tickets/v1', '/nothing'])
      assert.equal(
        (await call(`GET ${site}/?rest_route=${elsewhere}`)).body.code,
        'rest_no_route',
        elsewhere,
      );
  });

  test('Links have the host of the request', async () => {
    const named = await exactly(site, `/fr${CANONICAL}/events/by-slug/one`, {
      host: 'agenda.example.test:8080',
    });
    assert.equal(
      named.body.rest_url,
      `http://agenda.example.test:8080/fr${CANONICAL}/events/${named.body.id}`,
    );
    assert.equal(named.body.url, 'http://agenda.example.test:8080/fr/event/one/');
    assert.equal(named.body.global_id, `agenda.example.test?id=${named.body.id}`);
    const ip = await exactly(site, `${CANONICAL}/events/by-slug/one`, { host: '[::1]:8080' });
    assert.ok(ip.body.rest_url.startsWith('http://[::1]:8080/'));
  });

  test('Public addresses lead programs to the interface', async () => {
    const { body } = await call('GET /events/by-slug/two');
    const category = (await call(`GET /categories/${child.id}`)).body;
    const addresses = [
      ...[body.url, body.venue.url, body.organizer[0]!.url, category.url],
      (await call(`GET /tags/${tag.id}`)).body.url,
      ...[`${site}/`, `${site}/events/`, `${site}/events/featured/`],
    ];
    assert.equal(category.url, `${site}/events/category/musica/jazz/`);
    for (const address of addresses) {
      const { status, headers } = await call(`GET ${address}`, PROGRAM);
      assert.equal(status, 302, address);
      assert.equal(headers.get('x-tec-api-version'), 'v1');
      assert.equal(headers.get('x-tec-api-origin'), site);
      // The list of events names the interface itself, as sites of the reference do, and leads to its events.
      const root = headers.get('x-tec-api-root')!;
      assert.equal(root.replace(/\/v1\/$/, '/v1/events'), headers.get('location'));
      assert.equal((await call(`GET ${headers.get('location')}`)).status, 200);
    }
  });

  test('A path that cannot be decoded is refused with an error', async () => {
    for (const path of [
      `${CANONICAL}/events/by-slug/%E0%A4%A`,
      '/event/%FF/',
      '/%',
      '/images/%C0%80/a.png',
    ]) {
      const { status, body, headers } = await exactly(site, path);
      assert.ok(status === 400 || status === 404, `${path}: ${status}`);
      assert.equal(typeof body.code, 'string', path);
      assert.equal(body.data?.status, status, path);
      assert.ok(headers['x-request-id'], path);
    }
  });
});

describe('The language of an answer', () => {
  test('A path that cannot be decoded is refused in the language of the request', async () => {
    for (const path of [`/ca${CANONICAL}/%FF`, `${CANONICAL}/%FF?i18n_language=ca`]) {
      const { status, body } = await exactly(site, path);
      assert.deepEqual([status, body.message], [400, say('rest_bad_request', 'ca')], path);
    }
  });

  test('The path sets the language, and i18n_language overrides it wherever it is sent', async () => {
    const refused = async (line: string, sending: Sending = {}) => (await call(line, sending)).body.message;
    const json = eventOf('Nobody');
    for (const path of languages) {
      const address = `${site}/${path}${CANONICAL}/events`;
      assert.equal(await refused(`POST ${address}`, { json }), say('rest_forbidden_401', path));
      for (const language of languages) {
        const expected = say('rest_forbidden_401', language);
        assert.equal(await refused(`POST ${address}?i18n_language=${language}`, { json }), expected);
        assert.equal(
          await refused(`POST ${address}`, { json: { ...json, i18n_language: language } }),
          expected,
        );
        assert.equal(
          await refused(`POST ${address}`, { form: { ...json, i18n_language: language } }),
          expected,
        );
      }
      const other = await call(`POST ${address}?i18n_language=de`, { json });
      assert.deepEqual(Object.keys(other.body.data.params), ['i18n_language']);
      assert.equal(other.body.message, say('rest_invalid_param', path, { names: 'i18n_language' }));
    }
  });

  test('Errors before the body is read follow the query and the path', async () => {
    const headers = { authorization: 'Basic bm9ib2R5Ong=' };
    const path = await call(`GET ${site}/ca${CANONICAL}/events`, { headers });
    assert.equal(path.body.message, say('invalid_username', 'ca'));
    const query = await call(`GET ${site}/ca${CANONICAL}/nothing?i18n_language=es`, { headers });
    assert.equal(query.body.message, say('invalid_username', 'es'));
    const nothing = await call(`GET ${site}/fr${ALIAS}/nothing`);
    assert.equal(nothing.body.message, say('rest_no_route', 'fr'));
  });

  test('A free event has the word for free in the language of the answer', async () => {
    const { free } = interfaceWords;
    assert.deepEqual([free.ca, free.en, free.fr, free.es], ['Gratuït', 'Free', 'Gratuit', 'Gratis']);
    for (const language of languages) {
      const read = await call(`GET ${site}/${language}${CANONICAL}/events/by-slug/one`);
      const list = await call(
        `GET /events?i18n_language=${language}&start_date=2031-05-10&end_date=2031-05-10`,
      );
      const written = await call(`POST ${site}/${language}${ALIAS}/events`, {
        as: editor,
        json: eventOf('Range', { cost: ['0', '20'] }),
      });
      assert.equal(read.body.cost, free[language]);
      assert.equal(list.body.events[0]!.cost, free[language]);
      assert.equal(written.body.cost, `${free[language]} – $20`);
    }
  });

  test('The descriptions of the index and of OPTIONS are translated', async () => {
    const described = async (language: Language) => {
      const index = await call(`GET ${site}/${language}${CANONICAL}`);
      const options = await call(`OPTIONS ${site}/${language}${CANONICAL}/events`);
      const texts = [...textsOf(index.body), ...textsOf(options.body)];
      return new Map(texts.filter(([path]) => path.endsWith('.description')));
    };
    const english = await described('en');
    assert.ok(english.size > 300);
    for (const language of translated) {
      const other = await described(language);
      assert.deepEqual([...other.keys()], [...english.keys()]);
      for (const [path, text] of other) assert.notEqual(text, english.get(path), path);
    }
  });

  test('The document names the requested address as its server and is translated', async () => {
    for (const prefix of PREFIXES) {
      const { body } = await call(`GET ${site}${prefix}/doc`);
      assert.equal(body.servers?.[0]?.url, `${site}${prefix}`);
    }
    const of = async (language: Language) => (await call(`GET ${site}/${language}${CANONICAL}/doc`)).body;
    const english = new Map(textsOf(await of('en')).filter(([path]) => path.endsWith('.description')));
    assert.ok(english.size > 100);
    for (const language of translated)
      for (const [path, text] of textsOf(await of(language)))
        if (path.endsWith('.description')) assert.notEqual(text, english.get(path), path);
  });
});

describe('Error messages', async () => {
  const gallery = await openGallery();
  after(() => gallery[Symbol.asyncDispose]());
  // Limits: images of 30000 bytes and 1000 pixels, and the memory of a PNG of 10 × 10 pixels, but not of 30 × 30.
  const strict = await startService({
    MAX_IMAGE_PIXELS: '1000',
    MAX_IMAGE_BYTES: '30000',
    MAX_IMAGE_MEMORY: '50003000',
    MAX_BODY_BYTES: '20000',
  });
  after(() => strict[Symbol.asyncDispose]());
  const ask = caller(strict.base);
  const { administrator, contributor, subscriber, author } = strict.accounts;
  const as = administrator;
  const [, trashed, hidden, locked] = (
    await Promise.all(
      [{}, {}, { status: 'draft' }, {}].map(fields =>
        ask('POST /events', { as, json: eventOf('Some', fields) }),
      ),
    )
  ).map(({ body }) => body.id);
  await ask(`DELETE /events/${trashed}`, { as });
  const [history, trash] = [`${strict.site}/cal/history/v1`, `${strict.site}/cal/trash/v1`];
  await ask(`PATCH /events/${locked}`, { as, json: { password: 'sesam' } });
  const venue = (await ask('POST /venues', { as, json: { venue: 'Hidden', status: 'draft' } })).body.id;
  const organizer = (await ask('POST /organizers', { as, json: { organizer: 'Hidden', status: 'draft' } }))
    .body.id;
  await ask(`DELETE /venues/${(await ask('POST /venues', { as, json: { venue: 'Gone' } })).body.id}`, { as });
  const club = (await ask('POST /organizers', { as, json: { organizer: 'Gone' } })).body.id;
  await ask(`DELETE /organizers/${club}`, { as });
  const category = (await ask('POST /categories', { as, json: { name: 'One' } })).body.id;
  await ask('POST /categories', { as, json: { name: 'Two' } });
  const wrong = (login: string) => ({ headers: { authorization: `Basic ${btoa(`${login}:x`)}` } });
  const limited = async (scope: PasswordScope, expires_at: number | null) => {
    const { secret } = await addPassword(strict.db, as.id, '', 1, { scope, expires_at });
    return { headers: { authorization: `Bearer ${secret}` } };
  };
  const users = `${strict.site}/cal/users/v1`;
  const person = (json: object): [string, Sending] => [
    `POST ${users}`,
    { as, json: { login: 'new', role: 'author', ...json } },
  ];
  /** An account that is limited to a category. */
  const onlyIn = async (id: number) => {
    const limits = limitsColumn({ ...NO_LIMITS, category: [id] });
    const made = await addUser(strict.db, { login: 'limited', email: null, role: 'author', limits }, 1);
    const { secret: app_password } = await addPassword(strict.db, made!.id, '', 1);
    return { id: made!.id, user: 'limited', app_password };
  };
  await ask('POST /events', { as: author, json: eventOf('Theirs') });
  const bad = (json: Record<string, unknown>): [string, Sending] => [
    'POST /events',
    { as, json: eventOf('x', json) },
  ];
  const series = (
    await ask('POST /events', { as, json: eventOf('Monthly', { recurrence: 'FREQ=MONTHLY;BYDAY=2SA' }) })
  ).body.id;
  const occurrence = (await ask(`GET /events?series=${series}&when=all`)).body.events[0]!;
  const gone = (
    await ask('POST /events', { as, json: eventOf('Gone', { recurrence: 'FREQ=DAILY;COUNT=2' }) })
  ).body.id;
  const dateOfGone = (await ask(`GET /events?series=${gone}&when=all`)).body.events[0]!.id;
  await ask(`DELETE /events/${gone}`, { as });
  const translated = (await ask(...bad({ translations: { fr: { title: 'y' } } }))).body.id;
  const rule = (recurrence: string) => bad({ recurrence });
  const image = (path: string) => bad({ image: `http://${gallery.host}${path}` });
  const upload = (bytes: Buffer<ArrayBuffer>, as = administrator): [string, Sending] => [
    `POST ${strict.site}/images`,
    { as, body: bytes, headers: { 'content-type': 'image/png' } },
  ];
  const shownImage = (await ask(...upload(await picture(10, 10)))).body.id;
  await ask('POST /events', { as, json: eventOf('Shows', { image: shownImage }) });
  const small = (await ask(...upload(await picture(10, 10)))).body.id;
  // A contributor whose pictures have taken all the room that there is for them.
  const unused = (await ask(...upload(await picture(10, 10), contributor))).body.id;
  const filesize = MAX_UNUSED_PICTURE_BYTES;
  await strict.db.updateTable('images').set({ filesize }).where('id', '=', unused).execute();
  const many = Array.from({ length: 1001 }, (_, index) => index + 1).join(',');

  const tag = { name: 'Only once' };
  const keyed = (key: string, json: object): [string, Sending] => [
    'POST /tags',
    { as, json, headers: { 'idempotency-key': key } },
  ];
  const once = (await ask(...keyed('"again"', tag))).body.id;
  await ask(`DELETE /tags/${once}`, { as });

  let lowest = 0;
  for (let level = 0; level < 50; level++)
    lowest = (await ask('POST /categories', { as, json: { name: `Level ${level}`, parent: lowest } })).body
      .id;

  /** A request for each message that a client can meet, by the key of the message. */
  const meetings: Record<string, [line: string, sending?: Sending]> = {
    rest_missing_callback_param: ['POST /events', { json: {} }],
    rest_invalid_param: ['GET /events?page=x'],
    rest_invalid_json: ['POST /events', { body: '{', headers: { 'content-type': 'application/json' } }],
    rest_callback_invalid: ['GET /events?_jsonp=a-b'],
    rest_forbidden_401: ['POST /events', { json: eventOf('x') }],
    rest_forbidden_403: ['POST /events', { as: subscriber, json: eventOf('x') }],
    incorrect_password: ['GET /events', wrong('editor')],
    expired_password: ['GET /events', await limited('administer', 2)],
    insufficient_scope: ['POST /events', await limited('read', null)],
    invalid_username: ['GET /events', wrong('nobody')],
    invalid_email: ['GET /events', wrong('nobody@example.test')],
    rest_no_route: ['GET /nothing'],
    rest_not_acceptable: ['GET /events', { headers: { accept: 'text/html' } }],
    rest_range_not_satisfiable: [`GET ${site}/favicon.ico`, { headers: { range: 'bytes=9000000-' } }],
    rest_invalid_namespace: ['GET ?namespace=wp/v2'],
    payload_too_large: ['POST /events', { as, json: eventOf('x', { description: 'x'.repeat(30_000) }) }],
    rest_unsupported_content_encoding: [
      'POST /tags',
      { as, json: tag, headers: { 'content-encoding': 'gzip' } },
    ],
    rest_precondition_failed: [`DELETE /events/${locked}`, { as, headers: { 'if-match': '"other"' } }],
    idempotency_key_reused: keyed('again', { name: 'Another' }),
    idempotent_answer_withheld: keyed('again', tag),
    'rest-event-not-found': ['GET /events/999999'],
    'rest-invalid-event-id': [`GET /events/${venue}`],
    'event-no-longer-available': [`GET /events/${trashed}`],
    'event-not-accessible': [`GET /events/${hidden}`],
    'event-password-protected': [`GET /events/${locked}`],
    'event-is-in-trash': [`DELETE /events/${trashed}`, { as }],
    'venue-not-accessible': [`GET /venues/${venue}`],
    'venue-is-in-trash': ['DELETE /venues/by-slug/gone__trashed', { as }],
    'organizer-not-accessible': [`GET /organizers/${organizer}`],
    'organizer-is-in-trash': [`DELETE /organizers/${club}`, { as }],
    expected_other_record: [`POST ${history}/venues/${venue}/merge`, { as, json: { into: venue } }],
    'could-not-create-venue': ['POST /venues', { as, json: { venue: ' ' } }],
    'could-not-create-organizer': ['POST /organizers', { as, json: { organizer: '<b></b>' } }],
    'could-not-update-venue': [`PUT /venues/${venue}`, { as, json: { venue: ' ' } }],
    'could-not-update-organizer': [`PUT /organizers/${organizer}`, { as, json: { organizer: '<b></b>' } }],
    'event-archive-page-not-found': ['GET /events?page=9'],
    'venue-archive-page-not-found': ['GET /venues?page=9'],
    'organizer-archive-page-not-found': ['GET /organizers?page=9'],
    'image-archive-page-not-found': [`GET ${strict.site}/images?page=9`, { as }],
    expected_missing: [`GET ${strict.site}/images?alt=x`, { as }],
    'version-archive-page-not-found': [`GET ${history}/events/${trashed}?page=9`, { as }],
    'rest-version-not-found': [`GET ${history}/events/${trashed}/999999`, { as }],
    'trash-archive-page-not-found': [`GET ${trash}?page=9`, { as }],
    'rest-trash-record-not-found': [`POST ${trash}/999999/restore`, { as }],
    expected_record_types: [`GET ${trash}?type=image`, { as }],
    expected_languages: bad({ translations: { de: {} } }),
    expected_translated: bad({ translations: { fr: { cost: '5' } } }),
    expected_other_language: bad({ translations: { en: { title: 'x' } } }),
    expected_untranslated_language: [`PATCH /events/${translated}`, { as, json: { language: 'fr' } }],
    rest_user_not_found: [`GET ${users}/999999`, { as }],
    'user-archive-page-not-found': [`GET ${users}?page=9`, { as }],
    rest_password_not_found: [`DELETE ${users}/${as.id}/passwords`, { as, json: { password: 999 } }],
    last_administrator: [`DELETE ${users}/${as.id}`, { as }],
    account_has_records: [`DELETE ${users}/${author.id}`, { as }],
    outside_limits: ['POST /events', { as: await onlyIn(category), json: eventOf('x') }],
    expected_login: person({ login: 'a b' }),
    expected_line: person({ name: 'a\u0007b' }),
    expected_email: person({ email: 'x' }),
    expected_unused: person({ login: author.user }),
    term_exists: ['POST /categories', { as, json: { name: 'ONE' } }],
    rest_taxonomy_not_hierarchical: ['POST /tags', { as, json: { name: 'x', parent: 1 } }],
    duplicate_term_slug: [`PATCH /categories/${category}`, { as, json: { slug: 'two' } }],
    'event-tickets-not-active': ['GET /events?ticketed=1'],
    expected_positive_integer: ['GET /events?page=0'],
    expected_number: ['GET /events?geoloc_lat=1&geoloc_lng=1&geoloc_radius=x'],
    expected_latitude: ['GET /events?geoloc_lat=91&geoloc_lng=1'],
    expected_longitude: ['GET /events?geoloc_lat=1&geoloc_lng=x'],
    expected_boolean: ['GET /events?featured=maybe'],
    expected_true_or_false: ['GET /events?strict_dates=0'],
    expected_string: ['GET /events?search[a]=b'],
    expected_text: ['GET /events?search='],
    expected_date: ['GET /events?start_date=x'],
    expected_end_after_start: bad({ end_date: '2030-01-01' }),
    expected_time_zone: bad({ timezone: 'Nowhere' }),
    expected_status: bad({ status: 'x' }),
    expected_status_public: ['GET /events?status=draft'],
    expected_url: bad({ website: 'x' }),
    expected_image: bad({ image: 'x' }),
    expected_focal_point: [`PATCH ${strict.site}/images/${small}`, { as, json: { focal_point: 'x' } }],
    expected_image_right: [
      'POST /events',
      { as: contributor, json: eventOf('x', { image: 'http://a.test/' }) },
    ],
    expected_user: bad({ author: 999 }),
    expected_author_right: ['POST /events', { as: author, json: eventOf('x', { author: 1 }) }],
    expected_event: ['GET /venues?event=999'],
    expected_venues: bad({ venue: 999 }),
    expected_organizers: bad({ organizer: 999 }),
    expected_categories: ['GET /events?categories=nothing'],
    expected_tags: ['GET /events?tags=nothing'],
    expected_new_category_right: [
      'POST /events',
      { as: contributor, json: eventOf('x', { categories: 'New' }) },
    ],
    expected_new_tag_right: ['POST /events', { as: contributor, json: eventOf('x', { tags: 'New' }) }],
    expected_parent: ['POST /categories', { as, json: { name: 'x', parent: 999 } }],
    expected_levels: ['POST /categories', { as, json: { name: 'x', parent: lowest } }],
    expected_venue_ids: ['GET /events?venue=999'],
    expected_organizer_ids: ['GET /events?organizer=Nobody'],
    expected_cost: bad({ cost: { a: 1 } }),
    expected_currency: bad({ currency_code: 'EURO' }),
    expected_object: bad({ custom_fields: 'x' }),
    expected_known: bad({ cots: '5', strict: true }),
    expected_nothing_to_hide: ['POST /venues', { as, json: { venue: 'x', password: 'x' } }],
    expected_levels_below: bad({ custom_fields: JSON.parse(`${'{"a":'.repeat(11)}1${'}'.repeat(11)}`) }),
    expected_list_of_ids: ['GET /events?include=x'],
    expected_facets: ['GET /events?facets=colour'],
    expected_up_to: ['GET /events?facets=tags&facet_limit=0'],
    expected_one_of: ['GET /events?i18n_language=de'],
    expected_some_of: ['GET /events?when=soon'],
    expected_month: [`GET ${site}/cards/list?month=2031-13`],
    expected_interval: ['GET /events?overlaps=2031-05-10'],
    expected_order_with: ['GET /events?orderby=distance'],
    expected_record_id: ['GET /venues/999'],
    expected_record_slug: ['GET /venues/by-slug/nothing'],
    expected_entity_tags: [`DELETE /events/${locked}`, { as, headers: { 'if-match': 'other' } }],
    expected_idempotency_key: keyed('""', tag),
    expected_with: ['GET /events?geoloc_lat=1'],
    expected_not_blank: bad({ title: ' ' }),
    expected_max_length: bad({ title: 'x'.repeat(MAX_TITLE + 1) }),
    expected_too_many: [`GET /events?include=${many}`],
    'event-is-no-series': [`GET /events/${locked}/occurrences`, { as }],
    expected_series_ids: [`GET /events?series=${locked}`],
    expected_recurrence: bad({ recurrence: { rule: 'FREQ=DAILY' } }),
    expected_dates: bad({ dates: ['2031-05-10'] }),
    expected_either: bad({ dates: [], recurrence: 'FREQ=DAILY' }),
    expected_scope: [`DELETE /events/${occurrence.id}?scope=some`, { as }],
    expected_scope_of_series: [`DELETE /events/${series}?scope=this`, { as }],
    expected_series_outside_trash: [`PATCH /events/${dateOfGone}`, { as, json: { status: 'publish' } }],
    expected_scope_for_recurrence: [
      `PATCH /events/${occurrence.id}`,
      { as, json: { recurrence: 'FREQ=DAILY' } },
    ],
    expected_shift: [
      `PATCH /events/${series}`,
      { as, json: { start_date: '2031-05-30 10:00', end_date: '2031-05-30 12:00' } },
    ],
    recurrence_line: rule('every Tuesday'),
    recurrence_unknown_line: rule('DTSTART:20310510T100000'),
    recurrence_exrule: rule('EXRULE:FREQ=DAILY'),
    recurrence_second_rule: bad({ recurrence: ['FREQ=DAILY', 'FREQ=WEEKLY'] }),
    recurrence_frequency_missing: rule('RRULE:BYDAY=TU'),
    recurrence_frequency: rule('FREQ=FORTNIGHTLY'),
    recurrence_sub_daily: rule('FREQ=HOURLY'),
    recurrence_time_part: rule('FREQ=DAILY;BYHOUR=9'),
    recurrence_byweekno: rule('FREQ=YEARLY;BYWEEKNO=20'),
    recurrence_unknown_part: rule('FREQ=YEARLY;BYEASTER=0'),
    recurrence_repeated_part: rule('FREQ=DAILY;COUNT=2;COUNT=3'),
    recurrence_count_and_until: rule('FREQ=DAILY;COUNT=2;UNTIL=20310601'),
    recurrence_value: rule('FREQ=DAILY;INTERVAL=0'),
    recurrence_ordinal: rule('FREQ=WEEKLY;BYDAY=1MO'),
    recurrence_part_with_frequency: rule('FREQ=WEEKLY;BYMONTHDAY=1'),
    recurrence_setpos_alone: rule('FREQ=MONTHLY;BYSETPOS=1'),
    recurrence_until_before_start: rule('FREQ=DAILY;UNTIL=20310505'),
    recurrence_no_dates: rule('FREQ=MONTHLY;BYMONTHDAY=30;BYMONTH=2'),
    recurrence_begins_too_early: bad({
      ...{ start_date: '2010-01-01 10:00', end_date: '2010-01-01 12:00' },
      recurrence: 'FREQ=DAILY',
    }),
    recurrence_too_many_dates: bad({
      ...{ start_date: '2020-01-01 10:00', end_date: '2020-01-01 12:00' },
      recurrence: 'FREQ=DAILY;COUNT=3651',
    }),
    recurrence_zone: rule('RDATE;TZID=Europe/Atlantis:20310510T180000'),
    recurrence_period: rule('RDATE;VALUE=PERIOD:20310510T180000/20310510T170000'),
    recurrence_too_many_values: rule(`EXDATE:${','.repeat(3650)}`),
    recurrence_too_long: rule(`FREQ=DAILY;BYMONTH=${'1,'.repeat(2500)}1`),
    expected_shorter_in_series: bad({
      ...{ start_date: '2020-01-01 10:00', end_date: '2020-01-01 12:00' },
      ...{ recurrence: 'FREQ=DAILY;COUNT=3650', description: 'word '.repeat(1200) },
    }),
    expected_shorter_translations: bad({
      ...{ start_date: '2020-01-01 10:00', end_date: '2020-01-01 12:00' },
      recurrence: 'FREQ=DAILY;COUNT=3650',
      translations: { fr: { description: 'mot '.repeat(1500) } },
    }),
    rest_invalid_multipart: [
      'POST /events',
      { as, body: 'x', headers: { 'content-type': 'multipart/form-data' } },
    ],
    image_scheme: image('/to?ftp://a.test/'),
    image_port: bad({ image: 'http://10.0.0.1:1/a.png' }),
    image_unreachable: bad({ image: 'http://10.0.0.1/a.png' }),
    image_status: image('/none.png'),
    image_in_use: [`DELETE ${strict.site}/images/${shownImage}`, { as: administrator }],
    image_unused: upload(await picture(10, 10), contributor),
    'image_too-large': upload(Buffer.alloc(35_000)),
    image_redirects: image(`/to?http://${gallery.host}/to?/to?/to?/to?/to?/to?/to?/to?/to?x`),
    'image_not-an-image': image('/text'),
    image_heic: upload(Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')),
    'image_too-many-pixels': image('/picture'),
    'image_too-costly': upload(await picture(30, 30)),
    'image_too-many-frames': upload(Buffer.from(`\xff\xd8${'\xff\xda\0\x02'.repeat(101)}`, 'latin1')),
  };

  /**
   * Messages of a failing service, of requests that the test's client cannot send, of waits of ten seconds, of values
   * that no path can carry, and of requests that name no language.
   */
  const unmet = [
    ...[
      'internal_server_error',
      'service_unavailable',
      'store_not_writable',
      'write_in_doubt',
      'rest_bad_request',
    ],
    ...['rest_invalid_host', 'rest_unsupported_transfer_encoding'],
    ...['image_timeout', 'expected_integer', 'too_many_requests', 'too_many_failures', 'uri_too_long'],
    // It needs a second administrator: test/users.test.ts.
    'own_account',
    ...['headers_too_large', 'request_timed_out', 'expected_fewer_words', 'too_many_values'],
    'expected_language_of_request',
  ];

  test('An error names the wrong member of inline data', async () => {
    const venue = { venue: 'Hall', website: 'x' };
    const organizer = [{ organizer: 'Club', author: 'nobody' }];
    const { params } = (await ask(...bad({ venue, organizer }))).body.data;
    assert.equal(params.venue, say('expected_url', 'en', { name: 'venue.website' }));
    assert.equal(params.organizer, say('expected_user', 'en', { name: 'organizer.author' }));
  });

  test('Every error message is tested', () => {
    const missing = Object.keys(errorWords).filter(key => !(key in meetings) && !unmet.includes(key));
    assert.deepEqual(missing, [], 'words that no request brings about');
  });

  for (const [key, meeting] of Object.entries(meetings))
    test(`The message ${key} is in every language`, async () => {
      const told = await Promise.all(languages.map(language => answerIn(language, ask, meeting)));
      for (const { status, body } of told) {
        assert.ok(status >= 400 && status < 500, `${status}`);
        assert.equal(status, body.data?.status);
        assert.ok(body.message);
      }
      assert.equal(new Set(told.map(({ body }) => body.code)).size, 1, 'one code for all languages');
      const messages = told.map(({ body }) => textsIn(body));
      assert.equal(new Set(messages.map(texts => texts.length)).size, 1);
      for (const [position, language] of languages.entries())
        assert.ok(
          messages[position]!.some(text => says(text, key, language)),
          `${language}: ${messages[position]}`,
        );
      for (const [position, text] of messages[0]!.entries()) {
        const all = messages.map(texts => texts[position]!);
        assert.equal(new Set(all).size, languages.length, `one text for each language: ${all.join(' | ')}`);
        assert.ok(!/\{\w+\}/.test(text), `nothing is left to fill in: ${text}`);
      }
    });

  async function answerIn(language: Language, ask: Call, [line, sending = {}]: [string, Sending?]) {
    const separator = line.includes('?') ? '&' : '?';
    const chosen = line.includes('i18n_language')
      ? line.replace(`GET `, `GET ${strict.site}/${language}${CANONICAL}`)
      : `${line}${separator}i18n_language=${language}`;
    return ask(chosen, sending);
  }

  test('The uploaded pictures of these tests are valid', async () => {
    assert.equal((await ask(...upload(await picture(10, 10)))).status, 201);
  });
});

describe('Settings of languages and addresses', () => {
  test('LANGUAGE is the language of requests without one', async () => {
    for (const language of languages) {
      await using other = await startService({ LANGUAGE: language });
      const ask = caller(other.base);
      const said = await ask('POST /events', { json: eventOf('x') });
      assert.equal(said.body.message, say('rest_forbidden_401', language));
      const french = await ask('POST /events?i18n_language=fr', { json: eventOf('x') });
      assert.equal(french.body.message, say('rest_forbidden_401', 'fr'));
      const english = await ask(`POST ${other.site}/en${ALIAS}/events`, { json: eventOf('x') });
      assert.equal(english.body.message, say('rest_forbidden_401', 'en'));
    }
  });

  for (const SITE_URL of ['https://agenda.example.org', 'https://agenda.example.org:8443/poble/agenda/'])
    test(`The SITE_URL ${SITE_URL} begins every address`, async () => {
      await using other = await startService({ SITE_URL });
      const ask = caller(other.base);
      const as = other.accounts.editor;
      const upload = await ask(`POST ${other.site}/images`, {
        as,
        body: await picture(400, 300),
        headers: { 'content-type': 'image/png' },
      });
      const image = upload.body.id;
      const category = await ask('POST /categories', { as, json: { name: 'Música' } });
      const made = await ask('POST /events', {
        as,
        json: eventOf('One', {
          image,
          venue: { venue: 'Hall', image },
          organizer: [{ organizer: 'Club', image }],
          categories: [category.body.id],
          tags: ['New'],
        }),
      });
      assert.equal(made.status, 201);
      const draft = await ask('POST /events', { as, json: eventOf('Draft', { status: 'draft' }) });
      await ask('POST /events', { as, json: eventOf('Two') });
      const root = SITE_URL.replace(/\/$/, '');
      const answers = await Promise.all([
        ask(`GET ${other.site}/ca${ALIAS}`),
        ask('GET /events?per_page=1&start_date=2031-01-01'),
        ask(`GET /events/${made.body.id}`),
        ask('GET /venues'),
        ask('GET /organizers'),
        ask('GET /categories'),
        ask(`GET /categories/${category.body.id}`),
        ask(`GET /events/${draft.body.id}`, { as }),
        ask('OPTIONS /events'),
        ask('GET /doc'),
      ]);
      const texts = [upload, category, made, ...answers].flatMap(({ body }) => textsOf(body));
      const addresses = texts.filter(
        ([path, text]) =>
          /^https?:/.test(text) &&
          !/context|schema|eventStatus|Attendance|availab|curies|description/i.test(path),
      );
      assert.ok(addresses.length > 60);
      for (const [path, text] of addresses)
        assert.ok(text === root || text.startsWith(`${root}/`), `${path} ${text}`);
      assert.equal(upload.headers.get('location'), upload.body.url);
      assert.ok(category.headers.get('location')?.startsWith(`${root}/cal/events/v1/categories/`));
      const { hostname, pathname } = new URL(root);
      const globalId = `${hostname}${pathname.replace(/\/$/, '')}?id=${made.body.id}`;
      assert.equal(made.body.global_id, globalId);
      // A proxy removes the path of SITE_URL.
      for (const [, text] of addresses.filter(([path]) => /url|href/.test(path)))
        assert.ok((await ask(`GET ${text.replace(root, other.site)}`, { as })).status < 400, text);
      const away = await ask(`GET ${made.body.url.replace(root, other.site)}`, PROGRAM);
      assert.equal(away.headers.get('location'), `${root}${ALIAS}/events/by-slug/one`);
      assert.equal(away.headers.get('x-tec-api-origin'), root);
    });

  test('ALIASES replaces the default alias, and each alias takes languages and keeps its name', async () => {
    await using other = await startService({ ALIASES: '/agenda/api, /Old/wp-json/tribe/events/v1' });
    const ask = caller(other.site);
    const as = other.accounts.editor;
    assert.equal((await ask(`GET ${ALIAS}/events`)).body.code, 'rest_no_route');
    for (const alias of ['/agenda/api', '/fr/agenda/api', '/old/wp-json/tribe/events/v1', CANONICAL]) {
      const made = await ask(`POST ${alias}/events`, { as, json: eventOf('One') });
      assert.equal(made.status, 201);
      const prefix = alias.replace('/old', '/Old');
      assert.equal(made.body.rest_url, `${other.site}${prefix}/events/${made.body.id}`);
      const index = await ask(`GET ${alias}`);
      const { namespace, routes } = index.body;
      assert.ok(prefix.endsWith(namespace), namespace);
      assert.ok(`/${namespace}/events` in routes);
      assert.equal((await ask(`GET ${alias}?namespace=${namespace}`)).status, 200);
      for (const unknown of [`x/${namespace}`, ''])
        assert.equal((await ask(`GET ${alias}?namespace=${unknown}`)).body.code, 'rest_invalid_namespace');
      assert.equal((await ask(`GET ${alias}?context=`)).status, 200);
      assert.equal(routes[`/${namespace}/events`]!._links!.self[0]!.href, `${other.site}${prefix}/events`);
    }
    await using none = await startService({ ALIASES: '' });
    assert.equal((await caller(none.site)(`GET ${ALIAS}/events`)).body.code, 'rest_no_route');
    assert.equal((await caller(none.base)('GET /events')).status, 200);
  });
});

function say(key: keyof typeof errorWords, language: Language, values: Record<string, string> = {}): string {
  return Object.entries(values).reduce<string>(
    (text, [name, value]) => text.replace(`{${name}}`, value),
    errorWords[key][language],
  );
}

/** Whether a text is the message of `key` with its placeholders filled. */
function says(text: string, key: string, language: Language): boolean {
  const words = Object.entries(errorWords).find(([known]) => known === key)?.[1][language] ?? '';
  const pieces = words.split(/\{\w+\}/);
  return pieces.every(piece => text.includes(piece)) && text.endsWith(pieces.at(-1)!);
}

const paging = ({ rest_url, next_rest_url, previous_rest_url }: Body): string[] =>
  [rest_url, next_rest_url, previous_rest_url].filter(link => link !== undefined);

function termAddresses({ urls, _links }: Body): string[] {
  const links = Object.values(_links ?? {}).flat();
  const whole = links.filter(({ templated }) => !templated);
  return [...Object.values(urls), ...whole.map(({ href }) => href)];
}

/** The texts of an error: its message, and the reason for each parameter. */
const textsIn = ({ message, data }: Body): string[] => [
  message,
  ...Object.values(Array.isArray(data.params) ? {} : (data.params ?? {})),
  ...Object.values(data.details ?? {}).map(detail => detail.message),
];
