import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../../config.ts';
import { addressAt } from '../../site/address.ts';
import { eventRoutes } from '../events/routes.ts';
import { openApiDocument } from './openapi.ts';

const config = readConfig({ TIME_ZONE: 'Europe/Madrid' });
const now = Date.UTC(2031, 4, 10, 12) / 1000;
const at = (host: string) => addressAt(`https://${host}`);
const call = { address: at('agenda.example.org'), config, language: 'ca', now } as const;

test('The document is built once for all hosts and the whole day, and names the server of the request', async () => {
  const routes = eventRoutes();
  const first = await openApiDocument(routes, call);
  const later = await openApiDocument(routes, { ...call, address: at('other.example.org'), now: now + 3600 });
  assert.equal(later.components, first.components);
  assert.equal(later.paths, first.paths);
  assert.deepEqual(first.servers, [{ url: 'https://agenda.example.org/cal/events/v1' }]);
  assert.deepEqual(later.servers, [{ url: 'https://other.example.org/cal/events/v1' }]);
  assert.notEqual((await openApiDocument(routes, { ...call, language: 'fr' })).paths, first.paths);
  assert.notEqual((await openApiDocument(eventRoutes(), call)).paths, first.paths);
});

test('The default dates of the document are those of the current day in the zone of the site', async () => {
  const routes = eventRoutes();
  const start = async (now: number) =>
    /"name":"start_date".*?"default":"([^"]+)"/.exec(
      JSON.stringify(await openApiDocument(routes, { ...call, now })),
    )?.[1];
  assert.equal(await start(now), '2031-05-10 00:00:00');
  assert.equal(await start(now + 10 * 3600 - 1), '2031-05-10 00:00:00');
  assert.equal(await start(now + 10 * 3600), '2031-05-11 00:00:00');
});

test('The cache of documents drops those of past days', async () => {
  const routes = eventRoutes();
  const first = await openApiDocument(routes, call);
  for (let day = 1; day <= 64; day++) await openApiDocument(routes, { ...call, now: now + day * 86_400 });
  assert.notEqual((await openApiDocument(routes, call)).paths, first.paths);
});
