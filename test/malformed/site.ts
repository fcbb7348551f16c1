import assert from 'node:assert/strict';
import { after } from 'node:test';
import { basic } from '../client.ts';
import { startService } from '../service.ts';
import type { Records } from './operations.ts';
import { problemOf, type Request, wireTo } from './wire.ts';

/** The service that receives all malformed requests, one kind after the other. */
export const service = await startService();
export const { site, db } = service;
export const V1 = '/cal/events/v1';
export const wire = wireTo(site);
after(async () => {
  wire.close();
  await service[Symbol.asyncDispose]();
});

const { user, app_password } = service.accounts.administrator;
const signed = { authorization: basic(user, app_password) };
export const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
export const EVENT = { title: 'Jazz', start_date: '2031-05-10 10:00:00', end_date: '2031-05-10 12:00:00' };

export const asAdministrator = (request: Request) =>
  wire.send({ ...request, headers: { ...signed, ...request.headers } });
export const json = (method: string, path: string, body: unknown): Request => ({
  ...{ method, path: V1 + path, headers: { 'content-type': 'application/json' } },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

/** Sends requests one after the other, and checks that each gets a proper response within this many milliseconds. */
export async function assertAnswered(requests: readonly Request[], most?: number): Promise<void> {
  const problems: string[] = [];
  for (const request of requests) {
    const problem = problemOf(await asAdministrator(request), most);
    const { method = 'GET', path, body = '' } = request;
    if (problem) problems.push(`${method} ${path.slice(0, 100)} ${String(body).slice(0, 100)} => ${problem}`);
  }
  assert.deepEqual(problems, []);
}

export async function created(path: string, fields: object): Promise<{ id: number; slug: string }> {
  const { status, text } = await asAdministrator(json('POST', path, fields));
  assert.equal(status, 201, text);
  return JSON.parse(text) as { id: number; slug: string };
}

async function deleted(path: string, fields: object): Promise<{ id: number; slug: string }> {
  const { id } = await created(path, fields);
  const { status, text } = await asAdministrator({ method: 'DELETE', path: `${V1}${path}/${id}` });
  assert.equal(status, 200, text);
  return JSON.parse(text) as { id: number; slug: string };
}

export const records: Records = {};
for (const [collection, fields] of Object.entries({
  ...{ events: EVENT, venues: { venue: 'Cellar' }, organizers: { organizer: 'Friends' } },
  ...{ categories: { name: 'Music' }, tags: { name: 'Free' } },
})) {
  const gone = await deleted(`/${collection}`, fields);
  const { id, slug } = await created(`/${collection}`, fields);
  records[collection] = { id, slug, gone: gone.id, goneSlug: gone.slug };
}
export const ids = (collection: string) => records[collection]!.id;
