import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anEvent } from './calendar-site.ts';
import { done, saved, take } from './importing.ts';
import { type Service, startService } from './service.ts';

const SITE = 'https://agenda.example';

/** An occurrence as sites of the original interface show it: its number changes, its address does not. */
const occurrence = (number: number, place: string, more: object = {}) =>
  anEvent(SITE, 10_000_000 + number, 'yoga', {
    ...{ title: 'Yoga', description: 'Bring a mat.', url: `${SITE}/event/yoga/${place}/` },
    ...{ start_date: `${place.slice(0, 10)} 10:00:00`, end_date: `${place.slice(0, 10)} 11:00:00` },
    ...{ utc_start_date: `${place.slice(0, 10)} 08:00:00`, utc_end_date: `${place.slice(0, 10)} 09:00:00` },
    timezone: 'Europe/Madrid',
    ...more,
  });

const events = async ({ db }: Service) =>
  db
    .selectFrom('events')
    .select(['id', 'title', 'start_date', 'uid', 'status'])
    .orderBy('start_date')
    .execute();

const leadsTo = async ({ site, db }: Service, path: string) => {
  const { status, headers } = await fetch(site + path, { redirect: 'manual' });
  assert.equal(status, 301, path);
  const slug = /\/event\/([^/]+)\/$/.exec(headers.get('location') ?? '')?.[1] ?? '';
  const found = db.selectFrom('events').select('start_date').where('slug', '=', slug);
  return (await found.executeTakeFirstOrThrow()).start_date;
};

describe('Occurrences of a site that numbers them anew', () => {
  it('They keep their ids here when those of the site change, and their addresses lead to them', async () => {
    await using service = await startService();
    const days = ['2031-05-06', '2031-05-13', '2031-05-20', '2031-05-20/2'];
    const first = await saved('occurrences.json', {
      events: days.map((day, i) => occurrence(i, day, i === 1 ? { title: 'Yoga outside' } : {})),
    });
    const report = await take(service, [first]);
    assert.deepEqual(done(report).event, [4, 0, 0, 0]);
    assert.deepEqual(
      report.notes.map(({ why }) => why),
      ['3 events are dates of the same ones at their source: /event/yoga (3)'],
    );
    const before = await events(service);
    // The site has grown: all numbers are others, and some belong to other dates now.
    const grown = ['2031-04-29', ...days].map((day, i) =>
      occurrence(i + 1, day, day === '2031-05-13' ? { title: 'Yoga at the sea' } : {}),
    );
    assert.deepEqual(
      done(await take(service, [await saved('grown.json', { events: grown })])).event,
      [1, 1, 3, 0],
    );
    const after = await events(service);
    assert.equal(after.length, 5);
    assert.deepEqual(
      after.slice(1).map(({ title: _, ...one }) => one),
      before.map(({ title: _, ...one }) => one),
    );
    assert.equal(
      after.find(({ start_date }) => start_date.startsWith('2031-05-13'))?.title,
      'Yoga at the sea',
    );
    assert.equal(new Set(after.map(({ id }) => id)).size, 5);
    for (const day of ['2031-04-29', ...days.slice(0, 3)])
      assert.equal((await leadsTo(service, `/event/yoga/${day}/`)).slice(0, 10), day);
    const second = await leadsTo(service, '/event/yoga/2031-05-20/2/');
    assert.equal(second, '2031-05-20 10:00:00');
    // Fewer dates: nothing is trashed, and nothing is written.
    const fewer = await saved('fewer.json', { events: [occurrence(77, '2031-05-20')] });
    assert.deepEqual(done(await take(service, [fewer])).event, [0, 0, 1, 0]);
    assert.deepEqual(await events(service), after);
  });

  it('They are recognised if they were imported by their numbers', async () => {
    await using service = await startService();
    const days = ['2031-05-06', '2031-05-13'];
    const as = (from: number) => ({ events: days.map((day, i) => occurrence(from + i, day)) });
    await take(service, [await saved('numbers.json', as(0))]);
    // As earlier versions remembered them.
    for (const { id } of await events(service))
      await service.db
        .updateTable('imported')
        .set({ source: `agenda.example?id=${id}` })
        .where('type', '=', 'event')
        .where('local_id', '=', id)
        .execute();
    const before = await events(service);
    assert.deepEqual(done(await take(service, [await saved('numbers-2.json', as(1))])).event, [0, 0, 2, 0]);
    assert.deepEqual(await events(service), before);
  });
});
