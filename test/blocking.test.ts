import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { makeStore, startChild } from './child.ts';
import { caller, eventOf, eventually, seconds } from './client.ts';
import { metricsOf, scrapeOf } from './exposition.ts';

// A request that blocks the event loop is logged, and none of those that waited for it.

const stack = new AsyncDisposableStack();
after(() => stack.disposeAsync());
const store = stack.use(await makeStore());
const program = fileURLToPath(new URL('./blocking/serve.ts', import.meta.url));
const child = stack.use(await startChild(store, { METRICS_PORT: '0' }, program));
const call = caller(child.base);
const as = store.accounts.editor;
const metrics = await metricsOf(child);
// The first request of a route may take long, because its code is loaded.
await call('GET /events');
await call('POST /events', { as, json: eventOf('First') });

interface Line {
  level: number;
  msg: string;
  reqId: string;
  method: string;
  route: string;
  ms: number;
  url: string;
  status: number;
}

const API = '/cal/events/v1';
const lines = () =>
  child
    .output()
    .filter(line => line.startsWith('{'))
    .map(line => JSON.parse(line) as Line);
const blocking = () => lines().filter(({ msg }) => msg === 'the request blocked all others');

/** Less than the quarter of a second for which the service blocks. A busy machine may suspend it for a shorter time. */
const LONG = 200;

/** The next log line about a request that blocks for long. */
async function nextLine(act: () => Promise<{ status: number; headers: Headers }>) {
  const long = () => blocking().filter(({ ms }) => ms >= LONG);
  const before = long().length;
  const { status, headers } = await act();
  const [line, ...others] = (
    await eventually(
      async () => long(),
      found => found.length > before,
    )
  ).slice(before);
  assert.ok(line && others.length === 0, `${others.length} others are named`);
  return { status, line, reqId: headers.get('x-request-id') };
}

describe('Requests that block the event loop', () => {
  const searching = `${API}/events?search=takeslong`;
  for (const [who, sending] of [
    ['anybody', {}],
    ['an editor', { as }],
  ] as const)
    it(`A request of ${who} that blocks the event loop is logged with its route and the milliseconds`, async () => {
      const { status, line, reqId } = await nextLine(() => call(`GET ${child.site}${searching}`, sending));
      assert.equal(status, 200);
      assert.deepEqual(
        [line.level, line.method, line.route, line.reqId],
        [40, 'GET', `${API}/events`, reqId],
      );
      assert.ok(line.ms >= 245, `${line.ms} ms`);
      assert.equal(line.url, undefined);
      assert.doesNotMatch(JSON.stringify(line), /takeslong|search/);
    });

  for (const [when, links] of [
    ['at once', { venue: 'takeslong' }],
    ['after a pause', { organizer: ['takesaslice', 'takeslong'] }],
  ] as const)
    it(`A write that blocks the event loop ${when} is logged with its route`, async () => {
      const json = eventOf('Slow', links);
      const { status, line, reqId } = await nextLine(() => call('POST /events', { as, json }));
      assert.equal(status, 201);
      assert.deepEqual([line.method, line.route, line.reqId], ['POST', `${API}/events`, reqId]);
    });

  it('Only the request that blocks the event loop is logged, and not those that wait for it', async () => {
    const quick = () =>
      Promise.all(['/venues', '/tags', '/events/1', '/categories'].map(path => call(`GET ${path}`)));
    const { line } = await nextLine(async () => {
      const slow = call(`GET ${child.site}${searching}&page=1`);
      // They arrive while the first one runs.
      await seconds(0.1);
      await quick();
      return slow;
    });
    assert.equal(line.route, `${API}/events`);
  });

  it('A blocking request is counted by its route, and its time is the longest lag of the event loop', async () => {
    const counted = `almanac_http_requests_blocking_total{route="${API}/events"}`;
    const before = (await scrapeOf(metrics)).of(counted);
    await nextLine(() => call(`GET ${child.site}${searching}&page=1&per_page=9`));
    const now = await scrapeOf(metrics);
    assert.equal(now.of(counted), before + 1);
    const longest = now.of('nodejs_eventloop_lag_max_seconds');
    assert.ok(longest >= 0.245 && longest < 60, `${longest} s`);
  });

  it('The first request of a route is counted, and no warning', async () => {
    const counted = `almanac_http_requests_blocking_total{route="${API}/organizers"}`;
    const before = (await scrapeOf(metrics)).of(counted);
    await call('GET /organizers?search=takeslong');
    await eventually(async () => (await scrapeOf(metrics)).of(counted) > before);
    assert.equal((await scrapeOf(metrics)).of(counted), before + 1);
    await nextLine(() => call('GET /organizers?search=takeslong&page=1'));
  });

  it('A quick request is not logged as blocking', async () => {
    const before = blocking().length;
    for (let number = 0; number < 50; number++) {
      await call(`GET /events?search=quick${number}`);
      await call('POST /tags', { as, json: { name: `Quick ${number}` } });
    }
    const answered = () => lines().filter(({ msg, url }) => msg === 'answered' && url.endsWith('/tags'));
    await eventually(() => answered().length >= 50);
    // A busy machine may suspend this process for a moment.
    assert.ok(blocking().length - before <= 5, `${blocking().length - before} are named`);
  });
});
