import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { after, describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { makeStore, startChild } from './child.ts';
import { caller, eventOf, eventually, exactly } from './client.ts';
import { metricsOf, Scrape, scrapeOf } from './exposition.ts';
import { openGallery } from './pictures.ts';
import { OF_NO_STORE, SERVER } from './store.ts';

// The metrics of a service.

const stack = new AsyncDisposableStack();
after(() => stack.disposeAsync());
const gate = Promise.withResolvers<void>();
const gallery = stack.use(await openGallery(() => gate.promise));
const store = stack.use(await makeStore());
const child = stack.use(await startChild(store, { METRICS_PORT: '0', FETCH_ALLOW: gallery.host }));
const call = caller(child.base);
const as = store.accounts.editor;
const site = await metricsOf(child);
const scrape = () => scrapeOf(site);

/** How much the samples have grown since `before`. */
async function grown(before: Scrape, ...samples: string[]): Promise<number[]> {
  const now = await scrape();
  return samples.map(sample => now.of(sample) - before.of(sample));
}

const API = '/cal/events/v1';
const counted = (route: string, method: string, status: string) =>
  `almanac_http_requests_total{route="${route}",method="${method}",status="${status}"}`;
const timed = (route: string, method: string) =>
  `almanac_http_request_duration_seconds_count{route="${route}",method="${method}"}`;

/** Events that the test of caches has made. */
let keptEvents = 0;

describe('Metrics', () => {
  it('Metrics are served on an address of their own, with the probes', OF_NO_STORE, async () => {
    assert.match(site, /^http:\/\/127\.0\.0\.1:\d+$/);
    assert.equal((await exactly(child.site, '/metrics')).status, 404, 'not where the world asks');
    for (const path of ['/healthz', '/readyz', '/metrics?x=1'])
      assert.equal((await exactly(site, path)).status, 200, path);
    for (const path of ['/', '/metrics/x', `${API}/events`])
      assert.equal((await exactly(site, path)).status, 404, path);
    assert.equal((await exactly(site, '/metrics', {}, 'POST')).status, 404);
  });

  it('Metrics count requests by route, method and status', async () => {
    const before = await scrape();
    const { body } = await call('POST /events', { as, json: eventOf('Counted') });
    for (const path of [`${API}/events`, '/wp-json/tribe/events/v1/events', `/ca${API}/events?page=1`])
      assert.equal((await exactly(child.site, path)).status, 200);
    await call(`GET /events/${body.id}`);
    await call(`GET /events/${body.id}`, { as });
    await call(`GET /events/${body.id}?fields=x`);
    await call(`HEAD /events/${body.id}`);
    const tag = (await exactly(child.site, `${API}/events`)).headers.etag!;
    assert.equal((await call('GET /events', { headers: { 'if-none-match': tag } })).status, 304);
    await call('GET /events/999999999');
    await call('GET /events?page=none');
    await call('POST /events', { json: eventOf('Nobody') });
    await exactly(child.site, '/nowhere');
    await exactly(child.site, '/nowhere', {}, 'PROPFIND');
    const samples: [sample: string, count: number][] = [
      [counted(`${API}/events`, 'POST', '2xx'), 1],
      [counted(`${API}/events`, 'POST', '4xx'), 1],
      [counted(`${API}/events`, 'GET', '2xx'), 4],
      [counted(`${API}/events`, 'GET', '3xx'), 1],
      [counted(`${API}/events`, 'GET', '4xx'), 1],
      [counted(`${API}/events/:id`, 'GET', '2xx'), 3],
      [counted(`${API}/events/:id`, 'HEAD', '2xx'), 1],
      [counted(`${API}/events/:id`, 'GET', '4xx'), 1],
      [counted('other', 'GET', '4xx'), 1],
      [counted('other', 'other', '4xx'), 1],
      [timed(`${API}/events`, 'GET'), 6],
      [timed(`${API}/events`, 'POST'), 2],
    ];
    const names = samples.map(([name]) => name);
    const expected = samples.map(([, count]) => count);
    const found = await eventually(
      () => grown(before, ...names),
      counts => String(counts) === String(expected),
    );
    assert.deepEqual(
      Object.fromEntries(names.map((name, at) => [name, found[at]])),
      Object.fromEntries(samples),
    );
  });

  it('Metrics contain nothing about clients, and labels only for routes', OF_NO_STORE, async () => {
    const before = await scrape();
    const secret = 'Xyzzy42';
    for (let number = 0; number < 50; number++) {
      await call(`GET /events?search=${secret}${number}`);
      await call(`GET /events/by-slug/${secret}-${number}`);
      await call(`GET /venues/${912_345_678 + number}`);
      await call(`GET ${child.site}/ca/cal/history/v1/venues/${912_345_678 + number}/912345678`);
      await exactly(child.site, `/${secret}/${number}`, { host: `${secret}.example.test` });
    }
    await call('GET /events', { headers: { authorization: `Basic ${btoa(`${secret}:a`)}` } });
    await call('POST /tags', { as, json: { name: secret } });
    const { text } = await exactly(site, '/metrics');
    assert.doesNotMatch(text, new RegExp(`${secret}|${as.user}|${as.app_password}|9123456|example`, 'i'));
    const now = new Scrape(text);
    const templates = [
      ...[`${API}/events/by-slug/:slug`, `${API}/venues/:id`, '/cal/history/v1/venues/:id/:version'],
    ];
    assert.ok(templates.every(template => now.labels('almanac_http_requests_total', 'route').has(template)));
    const routes = (at: Scrape) => at.labels('almanac_http_requests_total', 'route');
    const added = routes(now).difference(routes(before));
    assert.ok(added.isSubsetOf(new Set([...templates, `${API}/tags`])), [...added].join());
  });

  it('Metrics count cache hits and misses', async () => {
    const hits = 'almanac_cache_lookups_total{cache="answers",result="hit"}';
    const misses = 'almanac_cache_lookups_total{cache="answers",result="miss"}';
    const parts = ['hit', 'miss'].map(
      result => `almanac_cache_lookups_total{cache="parts",result="${result}"}`,
    );
    const onDay = async (day: string) => {
      const kept = eventOf('Kept', { start_date: `${day} 10:00`, end_date: `${day} 12:00` });
      assert.equal((await call('POST /events', { as, json: kept })).status, 201);
      const list = `GET /events?start_date=${day}&end_date=${day}`;
      const before = await scrape();
      for (let round = 0; round < 4; round++) await call(`${list}&per_page=5`);
      await call(`${list}&per_page=6`);
      return grown(before, hits, misses, ...parts);
    };
    // A response is cached from the second request on.
    const expected = [2, 3, 2, 1];
    // A new process also looks up pages for its first visitors, which ends soon.
    const first = Temporal.PlainDate.from('2032-01-01');
    const counted = await eventually(
      () => onDay(first.add({ days: ++keptEvents }).toString()),
      counts => isDeepStrictEqual(counts, expected),
    );
    assert.deepEqual(counted, expected);
    assert.ok((await scrape()).of('almanac_cache_bytes{cache="answers"}') > 0);
  });

  it('Metrics count statements, commits and the transactions that share them', async () => {
    const commits = 'almanac_store_commit_duration_seconds_count';
    const transactions = 'almanac_store_commit_transactions_sum';
    const written = 'almanac_store_statement_duration_seconds_count{kind="write"}';
    const before = await scrape();
    const json = { name: 'Of many' };
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, number) =>
        call('POST /tags', { as, json: { name: `${json.name} ${number}` } }),
      ),
    );
    assert.ok(replies.every(({ status }) => status === 201));
    const [committed = 0, shared = 0, statements = 0] = await grown(before, commits, transactions, written);
    // Scheduled records are looked for every second, by a read alone, and old changes are pruned every half a minute.
    assert.ok(shared === 12 || shared === 13, `${shared}`);
    assert.ok(committed >= 1 && committed <= shared, `${committed}`);
    assert.ok(statements >= 12, `${statements}`);
    const now = await scrape();
    assert.equal(now.of('almanac_store_waiting'), 0);
    assert.equal(now.of('almanac_store_connections{state="idle"}') > 0, SERVER !== undefined);
  });

  it('Metrics count fetched pictures and requests in progress', async () => {
    const fetching = 'almanac_pictures_in_progress{step="fetch"}';
    const working = 'almanac_http_requests_in_progress';
    const results = ['ok', 'status', 'address'].map(
      result => `almanac_picture_fetches_total{result="${result}"}`,
    );
    const steps = ['fetch', 'store'].map(step => `almanac_picture_duration_seconds_count{step="${step}"}`);
    const before = await scrape();
    const image = (path: string) => ({ as, json: eventOf('Shown', { image: path }) });
    const slow = call('POST /events', image(`http://${gallery.host}/slow.png`));
    const during = await eventually(scrape, at => at.of(fetching) === 1);
    assert.deepEqual([during.of(fetching), during.of(working)], [1, 1]);
    gate.resolve();
    assert.equal((await slow).status, 201);
    await call('POST /events', image(`http://${gallery.host}/none.png`));
    await call('POST /events', image('http://127.0.0.2/a.png'));
    assert.deepEqual(await grown(before, ...results, ...steps), [1, 1, 1, 3, 1]);
    const later = await eventually(scrape, at => at.of(working) === 0);
    assert.deepEqual([later.of(fetching), later.of(working)], [0, 0]);
  });

  it('Metrics count aborted requests and connections', OF_NO_STORE, async () => {
    const before = await scrape();
    const asking = request(`${child.base}/events`, {
      method: 'POST',
      agent: false,
      headers: { 'content-length': 9 },
    });
    asking.on('error', () => {});
    asking.flushHeaders();
    await once(asking, 'socket');
    const open = await eventually(scrape, at => at.of('almanac_http_requests_in_progress') === 1);
    assert.equal(open.of('almanac_http_requests_in_progress'), 1);
    assert.ok(open.of('almanac_http_connections') >= 1);
    asking.destroy();
    const aborted = async () => (await grown(before, 'almanac_http_requests_aborted_total'))[0];
    assert.equal(await eventually(aborted, count => count === 1), 1);
  });

  it('Metrics describe the process, its event loop and its index', async () => {
    // A read applies the last write to memory.
    await call('GET /events');
    const now = await scrape();
    const rss = now.of('process_resident_memory_bytes');
    assert.ok(rss > 2e7 && rss < 2e9, `${rss}`);
    // The service runs in the process of its tests.
    const age = Date.now() / 1000 - now.of('process_start_time_seconds');
    assert.ok(age > 0 && age < process.uptime() + 5, `${age} ${process.uptime()}`);
    assert.ok(now.of('process_cpu_seconds_total') > 0.05);
    assert.ok(now.of('almanac_event_loop_active_seconds_total') > 0.01);
    const [half = 0, most = 0] = ['0.5', '1'].map(quantile =>
      now.of(`almanac_event_loop_delay_seconds{quantile="${quantile}"}`),
    );
    assert.ok(half <= most && most < 10, `${half} ${most}`);
    assert.deepEqual([now.of('almanac_ready'), now.of('almanac_index_ready{index="events"}')], [1, 1]);
    assert.equal(now.of('almanac_index_events'), 2 + keptEvents);
    const [built] = [...now.samples.keys()].filter(key => key.startsWith('almanac_build_info'));
    assert.match(
      built ?? '',
      new RegExp(`version="\\d+\\.\\d+\\.\\d+",node="v\\d+.*",store="${SERVER ? 'postgres' : 'sqlite'}"`),
    );
  });

  it('Metrics and the names in alerts are documented', OF_NO_STORE, async () => {
    const page = await readFile(new URL('../docs/operating.md', import.meta.url), 'utf8');
    const explained = new Set(
      [...page.matchAll(/`((?:almanac|process|nodejs)_\w+)`/g)].map(([, name]) => name!),
    );
    for (const name of (await scrape()).types.keys()) assert.ok(explained.has(name), name);
    const alerts = await readFile(new URL('../packaging/examples/alerts.yaml', import.meta.url), 'utf8');
    const named = [...alerts.matchAll(/\b(?:almanac|process)_\w+/g)].map(([name]) =>
      name.replace(/_bucket$/, ''),
    );
    assert.ok(named.length >= 10);
    for (const name of named) assert.ok(explained.has(name), name);
  });
});
