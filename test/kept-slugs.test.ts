import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { anEvent, startCalendarSite } from './calendar-site.ts';
import { caller, eventOf } from './client.ts';
import { take } from './importing.ts';
import { startService } from './service.ts';

const service = await startService();
after(() => service[Symbol.asyncDispose]());
const call = caller(service.base);
const { editor } = service.accounts;

const done = async (line: string, json: object = {}) => {
  const { status, body, text } = await call(line, { as: editor, json });
  assert.ok(status < 300, text);
  return body;
};
const four = async (path: string, record: object) => {
  const ids: number[] = [];
  for (let i = 0; i < 4; i++) ids.push((await done(`POST ${path}`, record)).id);
  return ids;
};
const slugOf = async (path: string) => (await call(`GET ${path}`)).body.slug;

describe('The slug of a record that is wished again', () => {
  it('An event keeps its number, whatever program wishes the slug without it, and however often', async () => {
    const ids = await four('/events', eventOf('Market h3'));
    const slugs = async () => Promise.all(ids.map(id => slugOf(`/events/${id}`)));
    const before = ['market-h3', 'market-h3-2', 'market-h3-3', 'market-h3-4'];
    assert.deepEqual(await slugs(), before);
    for (const method of ['PATCH', 'PUT', 'POST'])
      for (const id of [ids[2], ids[1], ids[3], ids[0]]) {
        await done(`${method} /events/${id}`, { slug: 'market-h3', title: `Market ${method}` });
        assert.deepEqual(await slugs(), before);
      }
    await done('PATCH /events/by-slug/market-h3-3', { slug: 'market-h3' });
    await done(`PATCH /events/${ids[2]}`, { slug: 'Market h3', status: 'draft' });
    await done(`PATCH /events/${ids[2]}`, { slug: '', title: 'Market h3', status: 'publish' });
    assert.deepEqual(await slugs(), before);
  });

  it('An event gets the slug that is wished as soon as no other has it', async () => {
    const [first, second] = await four('/events', eventOf('Fair'));
    await done(`PATCH /events/${first}`, { slug: 'old-fair' });
    assert.equal((await done(`PATCH /events/${second}`, { slug: 'fair' })).slug, 'fair');
  });

  it('Another number, and a slug that only begins alike, are other slugs', async () => {
    const [first, second, third] = await four('/events', eventOf('Walk'));
    assert.equal((await done(`PATCH /events/${second}`, { slug: 'walk-3' })).slug, 'walk-3-2');
    assert.equal((await done(`PATCH /events/${first}`, { slug: 'walk-1' })).slug, 'walk-1');
    assert.equal((await done(`PATCH /events/${third}`, { slug: 'wal' })).slug, 'wal');
  });

  it('An event that was in the trash comes back under its own number', async () => {
    const [, second] = await four('/events', eventOf('Parade'));
    await done(`DELETE /events/${second}`);
    assert.equal(
      (await done(`PATCH /events/${second}`, { status: 'publish', slug: 'parade' })).slug,
      'parade-2',
    );
  });

  it('The slug of a translation keeps its number, too', async () => {
    const translations = { ca: { title: 'Mercat', slug: 'mercat' } };
    const [, second, third] = await four('/events', eventOf('Trade', { translations }));
    const inCatalan = async (id: number) => (await call(`GET /events/${id}?i18n_language=ca`)).body.slug;
    assert.equal(await inCatalan(third!), 'mercat-3');
    for (const id of [third, second]) await done(`PATCH /events/${id}`, { translations });
    assert.deepEqual([await inCatalan(second!), await inCatalan(third!)], ['mercat-2', 'mercat-3']);
  });

  it('A repeated import leaves every address as it was, also when the source has lost a record', async () => {
    await using site = await startCalendarSite();
    await using elsewhere = await startService();
    const days = ['04', '08', '09', '10'];
    const list = (title: string) =>
      days.map((day, i) =>
        anEvent(site.url, 20 + i, 'live-music-2', {
          title: `${title} ${day}`,
          ...{ start_date: `2031-04-${day} 20:00:00`, end_date: `2031-04-${day} 22:00:00` },
          ...{ utc_start_date: `2031-04-${day} 20:00:00`, utc_end_date: `2031-04-${day} 22:00:00` },
          modified_utc: `2020-01-03 15:00:0${title.length % 10}`,
        }),
      );
    const addresses = async () => {
      const { events } = (await caller(elsewhere.base)('GET /events?include=20,21,22,23')).body;
      return events.map(({ url, start_date }) => `${new URL(url).pathname} ${start_date.slice(0, 10)}`);
    };
    site.lists.events = list('Live');
    await take(elsewhere, [site.url]);
    const first = await addresses();
    assert.equal(new Set(first).size, 4);
    for (const title of ['Live!', 'Live!!']) {
      site.lists.events = list(title);
      await take(elsewhere, [site.url]);
      assert.deepEqual(await addresses(), first);
    }
    await elsewhere.db.updateTable('events').set({ slug: 'elsewhere' }).where('id', '=', 20).execute();
    site.lists.events = list('Live!!!').slice(1);
    await take(elsewhere, [site.url]);
    assert.deepEqual((await addresses()).slice(1), first.slice(1));
  });
});
