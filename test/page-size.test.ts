import assert from 'node:assert/strict';
import { it } from 'node:test';
import { caller, eventOf } from './client.ts';
import { startService } from './service.ts';

interface Documented {
  paths: Record<string, { get?: { parameters?: { name: string; schema: { default?: unknown } }[] } }>;
}

it('PER_PAGE is the page size of every list that names none, in answers and in the documents', async () => {
  await using service = await startService({ PER_PAGE: '3' });
  const call = caller(service.base);
  const as = service.accounts.editor;
  const titles = ['one', 'two', 'three', 'four', 'five'];
  for (const title of titles) {
    const json = eventOf(title, { categories: [title], tags: [title], venue: title, organizer: title });
    assert.equal((await call('POST /events', { as, json })).status, 201);
  }
  for (const list of ['events', 'venues', 'organizers', 'categories', 'tags'] as const) {
    const { body } = await call(`GET /${list}?start_date=2000-01-01&end_date=2099-01-01`);
    assert.deepEqual([body[list].length, body.total, body.total_pages], [3, 5, 2], list);
    assert.match(body.rest_url, /[?&]per_page=3(&|$)/);
    const next = (await (await fetch(body.next_rest_url)).json()) as typeof body;
    assert.equal(next[list].length, 2, list);
    assert.equal(
      (await call(`GET /${list}?per_page=4&start_date=2000-01-01&end_date=2099-01-01`)).body[list].length,
      4,
    );
  }
  const { routes } = (await call('GET ')).body;
  const args = routes['/cal/events/v1/events']!.endpoints[0]!.args as Record<string, { default?: unknown }>;
  assert.equal(args.per_page!.default, 3);
  const { paths } = (await (await fetch(`${service.base}/doc`)).json()) as Documented;
  const parameters = paths['/events']!.get!.parameters!;
  assert.equal(parameters.find(({ name }) => name === 'per_page')!.schema.default, 3);
});
