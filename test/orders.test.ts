import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { fold } from '../src/lib/text/search-terms.ts';
import type { TitleOrder } from '../src/read-model/index/title-ranks.ts';
import { ReadModel } from '../src/read-model/read-model.ts';
import type { EventFilter } from '../src/search/event-filter.ts';
import { findEvents } from '../src/search/find-events.ts';
import type { EventOrder } from '../src/search/order.ts';
import { caller, eventually } from './client.ts';
import { fill, VENUE } from './plans/calendar.ts';
import { sampleOf } from './sample.ts';
import { type Service, startService } from './service.ts';
import { SERVER } from './store.ts';

// A calendar that is large enough for a full-text index: the index and the store find the same pages in each order.

const SIZES = { events: 2300, venues: 120, organizers: 40 };

describe('Orders of a large calendar', () => {
  let service: Service;
  let readModel: ReadModel;

  before(async () => {
    service = await startService();
    const { db, accounts } = service;
    await fill(db, accounts.author.id, SIZES);
    const titles = ['jazz', 'jazzmen', 'ñandú', 'nit', 'Àvia', 'ball'];
    for (const [at, title] of titles.entries()) {
      const folded = title.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
      const rest = `\n${at % 2 ? 'some jazz' : 'xjazz'}`;
      await db
        .updateTable('events')
        .set({
          title: sql`${title} || ' ' || id % 50`,
          search_text: sql`${folded} || ' ' || id % 50 || ${rest}`,
          language: at % 2 ? 'ca' : '',
          modified_at: sql`1900000000 + id * 7 % 40`,
          date_at: sql`1900000000 + id * 11 % 60`,
        })
        .where(sql<boolean>`id % ${titles.length} = ${at}`)
        .execute();
    }
    // A third of the events has a title in French, and some have a draft of one in Spanish.
    for (const [at, title] of ['Éclats', 'jazz en été', 'Nuit', 'œuvres', 'le Bal'].entries()) {
      const fr = { title, description: 'ronde de nuit' };
      const es = { title: 'Ñu secreto', status: 'draft' };
      await db
        .updateTable('events')
        .set({
          translations: JSON.stringify({ fr, ...(at % 2 && { es }) }),
          translated: 'fr',
          search_text: sql`replace(search_text, ${'\n'}, ${`\t${fold(title)}\n`}) || ${'\tronde de nuit'}`,
        })
        .where(sql<boolean>`id % 15 = ${3 * at}`)
        .execute();
    }
    await db.updateTable('events').set({ password_hash: 'none' }).where(sql<boolean>`id % 17 = 0`).execute();
    for (const [at, status] of (['draft', 'pending', 'private'] as const).entries())
      await db.updateTable('events').set({ status }).where(sql<boolean>`id % 13 = ${at}`).execute();
    await db
      .updateTable('venues')
      .set({ name: 'Jazz Club', folded_name: 'jazz club' })
      .where('id', '=', VENUE + 3)
      .execute();
    await db
      .updateTable('venues')
      .set({ status: 'draft' })
      .where('id', '=', VENUE + 5)
      .execute();
    await db
      .updateTable('venues')
      .set({ name: 'Hidden Jazz', folded_name: 'hidden jazz' })
      .where('id', '=', VENUE + 5)
      .execute();
    readModel = await ReadModel.open(db, service.config);
    await eventually(
      async () => readModel.index?.hasWords,
      has => has === true,
    );
  });
  after(async () => {
    readModel.close();
    await service[Symbol.asyncDispose]();
  });

  const BY = [
    'start',
    'end',
    'date',
    'modified',
    'title',
    'venue',
    'status',
    'distance',
    'relevance',
  ] as const;
  const filters: readonly EventFilter[] = [
    {},
    { categories: [3] },
    { search: { all: ['jazz'], none: [] } },
    { search: { all: ['jazz', 'some'], none: ['ball'] } },
    { search: { all: ['some jazz'], none: [] }, venues: [VENUE + 3, VENUE + 5] },
    { search: { all: ['nuit'], none: [] } },
    { search: { all: ['en ete', 'ronde'], none: ['club'] } },
    { search: { all: ['jazz'], none: ['nuit'] } },
    // No phrase spans two languages.
    { search: { all: ['jazz eclats'], none: [] } },
    { search: { all: ['secreto'], none: [] } },
    { hasLanguage: { has_language: ['fr'], LANGUAGE: 'en' } },
    { hasLanguage: { has_language: ['ca', 'es'], LANGUAGE: 'es' } },
    { missingLanguage: { missing_language: ['fr', 'ca'], LANGUAGE: 'en' } },
  ];
  const titleOrders: readonly TitleOrder[] = [
    { alphabet: 'latin' },
    { alphabet: 'spanish' },
    { alphabet: 'latin', language: 'fr' },
    { alphabet: 'spanish', language: 'es' },
  ];
  const around = { lat: 41.5, lng: 1.1, radius: 80 };

  function* asked(): Generator<EventFilter & { order: EventOrder }> {
    for (const by of BY)
      for (const filter of filters)
        for (const isReversed of [false, true])
          for (const titles of by === 'title' ? titleOrders : titleOrders.slice(0, 1)) {
            if (by === 'relevance' && !filter.search) continue;
            if (!['start', 'title', 'relevance'].includes(by) && filters.indexOf(filter) > 4) continue;
            const order: EventOrder = { by, isReversed, ...titles };
            yield { ...filter, order, ...(by === 'distance' && { around }) };
          }
  }

  const editor = { id: 1, login: 'editor', role: 'editor' } as const;

  async function compareAll(name: string) {
    const { db } = service;
    for (const one of sampleOf(name, asked(), SERVER ? 0.15 : 0.4))
      for (const offset of [0, 33]) {
        const range = { limit: 20, offset };
        const viewer = one.order.by === 'status' ? editor : undefined;
        const byStore = await findEvents({ db }, one, viewer, range);
        const found = await findEvents({ db, readModel }, one, viewer, range);
        const what = JSON.stringify({ one, offset });
        assert.ok(found.version !== undefined, `the index answers ${what}`);
        assert.deepEqual([found.ids, found.total], [byStore.ids, byStore.total], what);
      }
  }

  async function compareLanguages() {
    const { db } = service;
    const request = { names: ['language', 'cost'], isSideways: false, limit: 10, zone: 'UTC' } as const;
    for (const filter of filters)
      for (const oneOfSeries of [undefined, 'first', 'last'] as const)
        for (const language of ['en', 'ca'] as const) {
          const asked = { ...filter, oneOfSeries };
          const counted = { ...request, language };
          const byStore = await findEvents({ db }, asked, undefined, { limit: 1, offset: 0 }, counted);
          const found = await findEvents(
            { db, readModel },
            asked,
            undefined,
            { limit: 1, offset: 0 },
            counted,
          );
          assert.ok(found.version !== undefined);
          assert.deepEqual(found.facets, byStore.facets, JSON.stringify(asked));
        }
  }

  it('The index and the store count the same languages', compareLanguages);

  it('The index and the store find the same pages in every order', async () => {
    await compareAll('orders');
  });

  it('The index and the store find the same pages in every order after changes', async () => {
    const { base, accounts } = service;
    const call = caller(base);
    for (const [at, title] of ['jazz 7', 'Ñandú 12', 'Nz', 'jazzy', 'aaa', 'Zzz'].entries()) {
      const translations = {
        es: { title: 'Ñu y jazz', ...(at % 2 && { status: 'draft' }) },
        ...(at > 3 && { fr: null }),
      };
      const json = { title, description: 'some jazz', venue: [VENUE + 3 + at], translations };
      const { status } = await call(`PATCH /events/${1000 + 7 * at}`, { as: accounts.editor, json });
      assert.equal(status, 200);
    }
    await call('DELETE /events/1200', { as: accounts.editor });
    await readModel.current();
    await compareLanguages();
    await compareAll('orders after changes');
  });
});
