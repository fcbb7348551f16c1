import assert from 'node:assert/strict';
import { buildApp } from '../../src/app.ts';
import { type Body, type Call, caller } from '../client.ts';
import { type Service, startService } from '../service.ts';

/** Zones of events, from the first to the last place on earth where a day begins. */
export const ZONES = [
  ...['Europe/Madrid', 'UTC', 'UTC+0', 'America/New_York', 'America/Los_Angeles', 'Asia/Tokyo'],
  ...['Pacific/Auckland', 'Pacific/Kiritimati', 'Etc/GMT+12', 'UTC-3.5'],
];
/** Zones of sites. */
export const SITES = ['Europe/Madrid', 'America/New_York', 'Pacific/Auckland', 'UTC'];

/** A way to read a service. */
export interface Reading {
  readonly by: string;
  readonly call: Call;
  readonly site: string;
}

/** A service, read through the index in memory and by the store alone. */
export async function openSite(settings: Record<string, string>) {
  const service = await startService({ LANGUAGE: 'en', ...settings });
  const plain = buildApp(service.db, service.config, null);
  const site = await plain.listen({ host: '127.0.0.1', port: 0 });
  const readings: Reading[] = [
    { by: 'the index', call: caller(service.base), site: service.site },
    { by: 'the store', call: caller(`${site}/cal/events/v1`), site },
  ];
  const close = async () => {
    await plain.close();
    await service[Symbol.asyncDispose]();
  };
  return { service, readings, [Symbol.asyncDispose]: close };
}

export const create = async ({ base, accounts }: Service, json: object): Promise<Body> => {
  const { status, body } = await caller(base)('POST /events', { as: accounts.editor, json });
  assert.equal(status, 201, JSON.stringify(body));
  return body;
};

export const wholeDay = (title: string, start_date: string, timezone: string, end_date = start_date) => ({
  ...{ title, start_date, end_date, timezone, all_day: true },
});

export const titles = ({ events }: Body): string[] => events.map(({ title }) => title);
export const titlesOf = async (call: Call, query: string): Promise<string[]> =>
  titles((await call(`GET /events?per_page=50&${query}`)).body);
