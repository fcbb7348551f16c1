import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { makeStore, startChild } from './child.ts';
import { caller, eventOf, eventually, type Reply, type Sending } from './client.ts';
import { openCollector, type Span } from './collector.ts';
import { openGallery } from './pictures.ts';
import { OF_NO_STORE, SERVER } from './store.ts';

// The spans that a collector receives for requests of all kinds.

const stack = new AsyncDisposableStack();
after(() => stack.disposeAsync());
const collector = stack.use(await openCollector());
const gallery = stack.use(await openGallery());
const store = stack.use(await makeStore());
const child = stack.use(
  await startChild(store, {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.address,
    OTEL_SERVICE_NAME: 'agenda',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    OTEL_BSP_SCHEDULE_DELAY: '50',
    FETCH_ALLOW: gallery.host,
  }),
);
const call = caller(child.base);
const as = store.accounts.editor;
const SERVING = 2;
const ASKING = 3;

/** The spans of a request once they have been sent, the request's own first. */
async function spansOf({ headers }: Reply, count = 1): Promise<[own: Span, ...others: Span[]]> {
  const id = headers.get('x-request-id');
  const look = async () => {
    const own = collector.spans.find(({ attributes }) => attributes['almanac.request_id'] === id);
    const others = collector.spans.filter(span => own && span !== own && span.traceId === own.traceId);
    return own ? [own, ...others] : [];
  };
  const found = await eventually(look, spans => spans.length >= count);
  assert.equal(found.length, count, `${id}: ${found.map(({ name }) => name)}`);
  return found as [Span];
}

describe('Traces', () => {
  it('Each request has a span, whatever its answer', async () => {
    const cases: [line: string, sending: Sending, name: string, status: number][] = [
      ['GET /events', {}, 'GET /cal/events/v1/events', 200],
      ['GET /events', {}, 'GET /cal/events/v1/events', 200],
      ['GET /events', { as }, 'GET /cal/events/v1/events', 200],
      ['GET /events/999?x=1', {}, 'GET /cal/events/v1/events/:id', 404],
      ['GET /events?page=x', {}, 'GET /cal/events/v1/events', 400],
      ['POST /events', { json: eventOf('Nobody') }, 'POST /cal/events/v1/events', 401],
      [`GET ${child.site}/nowhere`, {}, 'GET', 404],
    ];
    for (const [line, sending, name, status] of cases) {
      const reply = await call(line, sending);
      const [span] = await spansOf(reply);
      assert.deepEqual([span.name, span.kind, span.status], [name, SERVING, 0], line);
      const [method, path] = line.split(' ');
      const route = name.split(' ')[1];
      const { attributes } = span;
      assert.equal(reply.status, status, line);
      assert.equal(attributes['http.response.status_code'], status, line);
      assert.equal(attributes['http.request.method'], method);
      assert.equal(attributes['http.route'], route);
      const address = new URL(path!.startsWith('http') ? path! : child.base + path);
      assert.equal(attributes['url.path'], address.pathname);
      assert.equal(attributes['server.port'], Number(address.port));
    }
    const [{ resource }] = collector.spans as [Span];
    assert.equal(resource['service.name'], 'agenda');
    assert.equal(resource['deployment.environment.name'], 'test');
    assert.match(String(resource['service.version']), /^\d+\.\d+\.\d+$/);
  });

  it(
    'A span continues the trace of its client, and an unsampled trace is left out',
    OF_NO_STORE,
    async () => {
      const [trace, parent] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];
      for (const sending of [{}, { as }]) {
        const headers = { traceparent: `00-${trace}-${parent}-01` };
        const reply = await call('GET /events', { ...sending, headers });
        const { headers: answered } = reply;
        const look = async () =>
          collector.spans.find(
            span => span.attributes['almanac.request_id'] === answered.get('x-request-id'),
          );
        const span = await eventually(look, found => found !== undefined);
        assert.deepEqual([span?.traceId, span?.parentSpanId], [trace, parent]);
      }
      const other = '11111111111111111111111111111111';
      await call('GET /events', { headers: { traceparent: `00-${other}-${parent}-00` } });
      await spansOf(await call('GET /events'));
      assert.ok(!collector.received().includes(other));
    },
  );

  it('Transactions and picture fetches are child spans of their request', async () => {
    const image = (path: string) => ({
      as,
      json: eventOf('Shown', { image: `http://${gallery.host}${path}` }),
    });
    const reply = await call('POST /events', image('/a.png?signature=Xyzzy42'));
    assert.equal(reply.status, 201);
    const [own, ...others] = await spansOf(reply, 3);
    assert.ok(others.every(({ parentSpanId, kind }) => parentSpanId === own.spanId && kind === ASKING));
    const fetched = others.find(({ name }) => name === 'GET');
    assert.equal(fetched?.attributes['url.full'], `http://${gallery.host}/a.png`);
    const written = others.find(({ name }) => name === 'transaction');
    assert.equal(written?.attributes['db.system.name'], SERVER ? 'postgresql' : 'sqlite');
    const [, refused] = await spansOf(await call('POST /events', image('/none.png')), 2);
    assert.deepEqual([refused?.status, refused?.attributes['error.type']], [2, 'status']);
  });

  it('Log lines name their trace, and traces contain no secrets', OF_NO_STORE, async () => {
    const { body } = await call('POST /events', { as, json: eventOf('Closed', { password: 'Xyzzy42' }) });
    for (const sending of [{}, { as }]) {
      const reply = await call(`GET /events/${body.id}?password=Xyzzy42`, sending);
      assert.equal(reply.status, 200);
      const [{ traceId, spanId }] = await spansOf(reply);
      const id = reply.headers.get('x-request-id');
      const look = async () => child.output().find(line => line.includes(`"reqId":"${id}"`)) ?? '{}';
      const line = JSON.parse(await eventually(look, found => found !== '{}'));
      assert.deepEqual([line.trace_id, line.span_id], [traceId, spanId]);
    }
    assert.doesNotMatch(collector.received(), new RegExp(`Xyzzy42|${as.app_password}|Basic|signature`));
  });

  it('All spans are sent before the process ends', OF_NO_STORE, async () => {
    const last = await call('GET /organizers');
    child.process.kill('SIGTERM');
    assert.equal(await child.ended, 0);
    await spansOf(last);
    assert.ok(!child.output().some(line => line.includes('could not be sent')));
  });
});
