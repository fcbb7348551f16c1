import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { importAll } from '../../src/transfer/import.ts';
import { eventOf } from '../client.ts';
import { CODE, MARKUP, STEERING } from './payloads.ts';
import { administrator, call, config, db, editor } from './site.ts';

const folder = await mkdtemp(join(tmpdir(), 'almanac-imports-'));
after(() => rm(folder, { recursive: true, force: true }));

const lines = (said: string) => ({
  ...{ description: said, excerpt: said, slug: said, address: said, city: said, country: said, state: said },
  province: said,
  zip: said,
  phone: said,
  email: said,
  stateprovince: said,
  timezone: said,
  status: said,
  ...{ website: `javascript:alert(1)//${said}`, url: said, rest_url: said, global_id: said, author: said },
});

/** Prices whose parts are harmless, but not their concatenation. */
const TAG = { typed: 'img src=x onerror=alert(1)>', value: '1', symbol: '<', position: 'prefix' };
const cost = { prices: [TAG], words: [], text: '', symbol: '<', position: 'prefix', code: '', free: false };

const event = (said: string, position: number) => ({
  ...{ ...lines(said), ...eventOf(`i${position} ${said}`), cost: said, almanac: { cost, imported: said } },
  cost_details: { currency_symbol: '<', currency_code: said, currency_position: said, values: [said] },
  ...{ venue: { ...lines(said), venue: said }, organizer: [{ ...lines(said), organizer: said }] },
  ...{ categories: [{ ...lines(said), name: said }], tags: [{ ...lines(said), name: said }] },
});

describe('Hostile imports', () => {
  for (const [kind, header] of [
    ['another site', {}],
    ['an export', { almanac: { version: 1, time_zone: '<script>', password_salt: '../..' } }],
  ] as const)
    it(`Hostile records from ${kind} are imported`, async () => {
      const file = join(folder, `${kind}.json`);
      const events = [...MARKUP, ...CODE, ...STEERING].map(event);
      await writeFile(file, JSON.stringify({ ...header, events }));
      const report = await importAll(db, config, [file], {
        author: { id: administrator.id, login: administrator.user, role: 'administrator' },
        ...{ images: false, keepIds: false, onProgress: () => {}, pauseMs: 0, signal: undefined },
      });
      assert.equal(report.counts.event.created + report.counts.event.changed, events.length);
    });

  it('Imported hostile records are harmless in every list', async () => {
    for (const collection of ['events', 'venues', 'organizers', 'categories', 'tags'])
      for (let page = 1, pages = 1; page <= pages; page++) {
        const status = collection === 'events' ? '&status=publish,draft' : '';
        const list = await call(
          `GET /${collection}?per_page=50&page=${page}&hide_empty=false&start_date=2031-01-01&end_date=2032-01-01${status}`,
          { as: editor },
        );
        assert.equal(list.status, 200);
        pages = list.body.total_pages;
      }
  });
});
