import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Body, eventOf } from '../client.ts';
import { sampleOf } from '../sample.ts';
import { SERVER } from '../store.ts';
import { FIELDS } from './fields.ts';
import { CODE, FORMULAS, MARKUP, STEERING } from './payloads.ts';
import { assertSameInScript, call, editor, site } from './site.ts';

/** Fields that are not free text. Their values are interpreted or refused. */
const READ = [
  'author',
  'date',
  'date_utc',
  'status',
  'timezone',
  'all_day',
  'start_date',
  'end_date',
  'image',
  'website',
  'show_map',
  'show_map_link',
  'hide_from_listings',
  'sticky',
  'featured',
  'geo_lat',
  'geo_lng',
  'parent',
  ...['i18n_language', 'password'],
];

/** Lists show upcoming events, and terms in use, unless more is requested. */
const EVERYTHING = 'hide_empty=false&start_date=2031-01-01&end_date=2032-01-01';

const FACETS = 'categories,tags,venue,organizer,city';

/** A sample, small on PostgreSQL: texts are processed in the same way before they reach a store. */
const ALL = sampleOf('texts', [...MARKUP, ...CODE, ...FORMULAS, ...STEERING], SERVER ? 0.15 : 0.5);
const made: Record<string, Body[]> = {};
/** Records with the same name would be one, so each text has a number before it. */
const numbered = ALL.map((said, position) => `n${position} ${said}`);
/** The two kinds differ only in their names, so each gets half of the texts. */
const SAID: Record<string, string[]> = {
  categories: numbered.filter((_, position) => position % 2 === 0),
  tags: numbered.filter((_, position) => position % 2 === 1),
};

describe('Hostile texts', () => {
  it('Hostile texts are tried in every field', async () => {
    const { routes } = (await call('GET ')).body;
    for (const [collection, fieldsOf] of Object.entries(FIELDS)) {
      const endpoints = Object.entries(routes).find(([path]) => path.endsWith(`/${collection}`))?.[1]
        .endpoints;
      const declared = new Set(
        endpoints?.flatMap(({ args, methods }) => (methods.includes('POST') ? Object.keys(args) : [])),
      );
      assert.ok(declared.size > 0);
      const tried = new Set([...Object.keys(fieldsOf('')), ...READ]);
      assert.deepEqual(
        [...declared].filter(name => !tried.has(name)),
        [],
        collection,
      );
    }
  });

  for (const [collection, fieldsOf] of Object.entries(FIELDS))
    it(`Hostile texts in ${collection} are harmless when they are created, read and listed`, async () => {
      made[collection] = await inTurns(SAID[collection] ?? numbered, async said => {
        const created = await call(`POST /${collection}`, { as: editor, json: fieldsOf(said) });
        assert.equal(created.status, 201, `${said}: ${created.text}`);
        assertSameInScript(created);
        // A single record shows more members.
        if (collection !== 'tags' && collection !== 'categories')
          assertSameInScript(await call(`GET /${collection}/${created.body.id}`));
        return created.body;
      });
      const listed: Body[] = [];
      for (let page = 1; page <= Math.ceil(ALL.length / 50); page++) {
        const list = await call(`GET /${collection}?per_page=50&page=${page}&${EVERYTHING}`);
        assertSameInScript(list);
        listed.push(...(list.body[collection as 'events'] ?? []));
      }
      assert.ok(listed.length >= made[collection].length, `${listed.length} are listed`);
    });

  it('No document in JSON ends a script in which it stands', async () => {
    const ends = '&lt;/script&gt;&lt;!--&lt;script&gt;';
    await call('POST /events', { as: editor, json: FIELDS.events!(`x ${ends}`) });
    const range = 'start_date=2031-01-01&end_date=2032-01-01&per_page=50';
    const documents = ['json', 'jsonld'].flatMap(suffix => [
      `events.${suffix}?${range}`,
      `fr/events.${suffix}?${range}`,
    ]);
    const records = ['venues', 'organizers', 'categories', 'tags'].map(name => `${name}.jsonld?per_page=50`);
    const facets = `cal/events/v1/events?${range}&facets=${FACETS}`;
    const others = ['wp-json/', '.well-known/api-catalog', 'healthz', 'readyz', 'cal/events/v1/doc', facets];
    for (const path of [...documents, ...records, ...others])
      for (let page = 1; page <= 2; page++) {
        const response = await fetch(`${site}/${path}${path.includes('?') ? '&' : '?'}page=${page}`);
        const text = await response.text();
        assert.match(response.headers.get('content-type')!, /json/, path);
        assert.doesNotMatch(text, /<\/?script|<!--/i, path);
        JSON.parse(text);
      }
  });

  it('Hostile texts are harmless in searches', async () => {
    await inTurns(ALL, async said => {
      const query = new URLSearchParams({ search: said.toWellFormed(), page: '1', per_page: '1' });
      for (const collection of ['events', 'tags']) await call(`GET /${collection}?${query}`);
    });
  });

  it('Hostile texts are harmless in the history and in the trash', async () => {
    for (const [third, collection] of ['events', 'venues', 'organizers'].entries()) {
      const some = made[collection]!.filter((_, position) => position % 3 === third);
      await inTurns(some, async ({ id }) => {
        const changed = await call(`DELETE /${collection}/${id}`, { as: editor });
        assert.equal(changed.status, 200);
        const history = await call(`GET ${site}/cal/history/v1/${collection}/${id}`, { as: editor });
        const [, url = ''] = /"rest_url":"([^"]*\/\d+)"/.exec(history.text) ?? [];
        assert.equal((await call(`GET ${url}`, { as: editor })).status, 200);
      });
    }
    for (let page = 1; page <= Math.ceil(ALL.length / 50); page++) {
      const trash = await call(`GET ${site}/cal/trash/v1?per_page=50&page=${page}`, { as: editor });
      assert.equal(trash.status, 200);
    }
  });

  it('Texts that only look like code are kept as they were written', async () => {
    for (const said of [...FORMULAS, ...CODE.filter(said => !/[<"]/.test(said))]) {
      const { body } = await call('POST /events', { as: editor, json: eventOf(said) });
      assert.equal(body.title, said);
    }
  });
});

describe('Hostile addresses', () => {
  const ADDRESSES = [
    ...['javascript:alert(1)', 'JaVaScRiPt:alert(1)', ' javascript:alert(1)', 'java\nscript:alert(1)'],
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    '//e.test/',
    'blob:x',
    ...['http://e.test/"onmouseover="alert(1)', "http://e.test/'><script>", 'http://e.test/\u001b]0;x\u0007'],
    ...['http://e.test/\r\nX-Injected: 1', 'http://e.test/\u009b', 'http://', 'x'],
  ];
  it('An address for taking part online with an unsafe scheme or control characters is refused', async () => {
    for (const virtual_url of ADDRESSES) {
      const json = eventOf('Online', { virtual_url });
      const { status, body } = await call('POST /events', { as: editor, json });
      assert.deepEqual([status, Object.keys(body.data?.params ?? {})], [400, ['virtual_url']], virtual_url);
    }
  });

  it('A website with an unsafe scheme or control characters is refused', async () => {
    for (const website of ADDRESSES)
      for (const [path, json] of [
        ['events', eventOf('Linked', { website })],
        ['venues', { venue: 'Linked', website }],
        ['organizers', { organizer: 'Linked', website }],
      ] as const) {
        const { status, body } = await call(`POST /${path}`, { as: editor, json });
        assert.deepEqual([status, Object.keys(body.data?.params ?? {})], [400, ['website']], website);
      }
  });
});

describe('Hostile values in errors', () => {
  it('Errors about any parameter are harmless', async () => {
    const { routes } = (await call('GET ')).body;
    for (const collection of Object.keys(FIELDS)) {
      const endpoints = Object.entries(routes).find(([path]) => path.endsWith(`/${collection}`))![1]
        .endpoints;
      for (const { args, methods } of endpoints)
        for (const name of Object.keys(args))
          for (const said of ['<img src=x onerror=alert(1)>', "'\r\nX-Injected: 1\u001b[31m</script>"])
            if (methods.includes('GET'))
              await call(`GET /${collection}?${new URLSearchParams({ [name]: said })}`);
            else if (!(name in FIELDS[collection]!('')))
              await call(`POST /${collection}`, {
                as: editor,
                json: { ...FIELDS[collection]!('x'), [name]: said },
              });
    }
  });

  it('Errors about unknown names, paths and methods are harmless', async () => {
    const said = encodeURIComponent('<script>alert(1)</script>\r\nX-Injected: 1');
    for (const line of [
      `GET /${said}`,
      `GET /events/${said}`,
      `GET /events/by-slug/${said}`,
      `GET /events?${said}=${said}`,
      ...[`POST /events?_method=${said}`, `GET /events?_fields=${said}`, `GET /events?_jsonp=${said}`],
      ...[`GET /events?i18n_language=${said}`, `GET ${site}/?rest_route=/${said}`, `GET ${site}/${said}`],
    ])
      await call(line);
  });
});

/** Processes the items a few at a time. */
async function inTurns<Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>) {
  const results: Result[] = [];
  for (let at = 0; at < items.length; at += 8)
    results.push(...(await Promise.all(items.slice(at, at + 8).map(work))));
  return results;
}
