import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { uidOf } from '../src/events/event.ts';
import { findEventRow } from '../src/events/store.ts';
import { storeId } from '../src/records/store-id.ts';
import { findOccurrences, findTombstones } from '../src/series/occurrences.ts';
import { updateSeries } from '../src/series/write.ts';
import { copyStore } from '../src/transfer/copy.ts';
import { exportAll } from '../src/transfer/export/export.ts';
import { historyOf } from './changes.ts';
import { eventOf } from './client.ts';
import { folder, saved, take } from './importing.ts';
import { seriesOf } from './series.ts';
import { type Service, shareService, startService } from './service.ts';
import { openTestStore } from './store.ts';
import { openWeb } from './web.ts';

const SITE = { SITE_URL: 'https://agenda.example.org' };

async function exported({ db, config }: Service): Promise<string> {
  const chunks: string[] = [];
  await exportAll(db, config, async chunk => void chunks.push(chunk), { images: true });
  return chunks.join('');
}

let files = 0;
const taken = async (service: Service, text: string) =>
  take(service, [await saved(`series-${files++}.json`, text)]);

/** An export without what differs between two: time and store. */
const comparable = (text: string): string[] =>
  text
    .replace(/"exported":"[^"]*"/, '')
    .replace(/"store":"[^"]*"/, '')
    .split('\n');

/** A calendar with series of all kinds. */
async function fill(service: Service) {
  const { done, ids, weekly } = seriesOf(service);
  const plain = await weekly('Choir', 6, {
    venue: 'Hall',
    categories: ['Music'],
    tags: ['voice'],
    cost: '5',
  });
  const edited = await weekly('Dance', 8, { venue: 'Hall', categories: ['Dance'] });
  const [first, second, third, fourth] = await ids(edited.id);
  await done(`PATCH /events/${first}`, { title: 'Ball', venue: 'Palace', categories: ['Gala'] });
  await done(`PATCH /events/${second}`, { start_date: '2031-05-20 10:00', end_date: '2031-05-20 11:00' });
  await done(`DELETE /events/${third}`);
  await done(`PATCH /events/${fourth}`, { status: 'draft', cost: '12', description: 'Not yet' });
  // Dates vanish, with and without something of their own.
  const shorter = await weekly('Drums', 6);
  const drums = await ids(shorter.id);
  await done(`PATCH /events/${drums[4]}`, { title: 'Finale', venue: 'Arena', tags: ['loud'] });
  await done(`PATCH /events/${shorter.id}`, { recurrence: 'RRULE:FREQ=WEEKLY;COUNT=3' });
  // Split, with a former address.
  const split = await weekly('Chess', 6);
  const chess = await ids(split.id);
  await done(`PATCH /events/${chess[3]}?scope=following`, { title: 'Chess at night', slug: 'night-chess' });
  const dates = [
    { start_date: '2031-06-01 10:00', end_date: '2031-06-01 11:00' },
    { start_date: '2031-06-01 15:00', end_date: '2031-06-01 18:00' },
    { start_date: '2031-06-09 10:00', end_date: '2031-06-10 11:00' },
  ];
  const listed = await done('POST /events', { ...eventOf('Market'), ...dates[0], dates });
  await done(
    'POST /events',
    eventOf('Night watch', {
      ...{ start_date: '2027-03-28 02:30', end_date: '2027-03-28 02:45', timezone: 'Europe/Madrid' },
      recurrence: ['RRULE:FREQ=DAILY;COUNT=5', 'EXDATE:20270329T023000'],
    }),
  );
  const endless = await done(
    'POST /events',
    eventOf('Walk', {
      ...{ start_date: '2026-12-05', end_date: '2026-12-05', all_day: true },
      recurrence: 'RRULE:FREQ=MONTHLY;BYDAY=1SA',
    }),
  );
  const gone = await weekly('Gone', 3);
  await done(`DELETE /events/${(await ids(gone.id))[1]}`);
  await done(`DELETE /events/${gone.id}`);
  await weekly('Draft', 2, { status: 'draft' });
  const secret = await weekly('Secret', 3);
  await done(`PATCH /events/${secret.id}`, { password: 'sesame' });
  await done(`PATCH /events/${(await ids(secret.id))[2]}`, { title: 'More secret' });
  await done('POST /events', eventOf('Single'));
  return { plain, edited, shorter, split, listed, endless, secret };
}

/** What the store says of series, apart from revisions and times of change. */
async function contentOf({ db }: Pick<Service, 'db'>) {
  const store = await storeId(db);
  const rows = await db.selectFrom('events').selectAll().orderBy('id').execute();
  const vanished = await db.selectFrom('vanished_occurrences').selectAll().orderBy('id').execute();
  const terms = await db.selectFrom('terms').select(['id', 'slug', 'count']).orderBy('id').execute();
  return {
    events: rows.map(({ modified_at: _, sequence: __, author_id: ___, ...row }) => ({
      ...row,
      uid: row.series_id === null ? uidOf(row, store) : undefined,
    })),
    vanished: vanished.map(({ own, ...one }) => ({ ...one, own: own && (JSON.parse(own) as object) })),
    terms,
  };
}

const LISTS = [
  '/events?start_date=2026-01-01&end_date=2040-01-01&per_page=50',
  '/events?start_date=2026-01-01&end_date=2040-01-01&per_page=50&page=3',
  '/events?search=finale',
  '/events?start_date=2031-05-01&end_date=2031-06-30&per_page=50&status=draft,publish,trash',
];

const listsOf = ({ base }: Service) =>
  Promise.all(LISTS.map(async path => (await (await fetch(base + path)).text()).replaceAll(base, '')));

describe('Series on the move', () => {
  const begin = shareService(SITE);
  let original: Service;
  let made: Awaited<ReturnType<typeof fill>>;
  before(async () => {
    original = await startService(SITE);
    made = await fill(original);
  });
  after(() => original[Symbol.asyncDispose]());

  async function copyTo(copy: Service): Promise<void> {
    const { author, ...counted } = { author: 0, ...(await taken(copy, await exported(original))) };
    assert.deepEqual([counted.incomplete, counted.skipped, counted.notes], [[], [], []]);
  }

  it('An export carries series to an empty store, whose lists, ids and own export are the same', async () => {
    const copy = await begin();
    await copyTo(copy);
    const text = await exported(original);
    assert.deepEqual(await contentOf(copy), await contentOf(original));
    assert.deepEqual(comparable(await exported(copy)), comparable(text));
    assert.deepEqual(await listsOf(copy), await listsOf(original));
    // One record for each series and each exception, none for other occurrences.
    const whole = JSON.parse(text) as { events: { id: number }[] };
    const rows = await original.db.selectFrom('events').select(['id', 'series_id', 'own_members']).execute();
    assert.deepEqual(
      whole.events.map(({ id }) => id).sort((a, b) => a - b),
      [
        ...rows
          .filter(({ series_id, own_members }) => series_id === null || own_members !== '')
          .map(({ id }) => id),
        ...(await contentOf(original)).vanished.filter(({ own }) => own).map(({ id }) => id),
      ].sort((a, b) => a - b),
    );
  });

  for (const name of ['with addresses', 'without addresses'])
    it(`What comes back with the export of another store stays as it is here, with the dates of its series (${name})`, async () => {
      const [own, other] = name === 'with addresses' ? ['here', 'there'] : [];
      await using here = await startService(own ? { SITE_URL: `https://${own}.example.org` } : {});
      await using there = await startService(other ? { SITE_URL: `https://${other}.example.org` } : {});
      const { done: at } = seriesOf(here);
      const filled = await fill(here);
      const single = await at('POST /events', eventOf('Concert', { venue: 'Hall', tags: ['loud'] }));
      const gone = await at('POST /events', eventOf('Fair'));
      await taken(there, await exported(here));
      const { done: away, ids, weekly } = seriesOf(there);
      const [, second] = await ids(filled.plain.id);
      const edits = { title: 'Edited there', start_date: '2031-08-01 10:00', end_date: '2031-08-01 11:00' };
      for (const id of [second, single.id]) await away(`PATCH /events/${id}`, edits);
      const { venues: halls } = await away('GET /venues?search=hall');
      await away(`PATCH /venues/${(halls as { id: number }[])[0]!.id}`, { venue: 'Renamed there' });
      await weekly('Made there', 2);
      await at(`DELETE /events/${gone.id}`);
      await at(`DELETE ${here.site}/cal/trash/v1/${gone.id}`);
      const places = () => here.db.selectFrom('venues').select(['id', 'name']).orderBy('id').execute();
      const [before, venues] = [await contentOf(here), await places()];
      const known = new Set(before.events.map(({ id }) => id));
      for (const created of [2, 0]) {
        const report = await taken(here, await exported(there));
        assert.deepEqual([report.incomplete, report.counts.event.created], [[], created]);
        const { events } = await contentOf(here);
        assert.deepEqual(
          events.filter(({ id }) => known.has(id)),
          before.events,
        );
        const fresh = events.filter(({ id }) => !known.has(id)).map(({ title }) => title);
        assert.deepEqual(fresh.sort(), ['Fair', 'Made there', 'Made there', 'Made there']);
        assert.deepEqual(await places(), venues);
      }
    });

  it('A repeated import of series writes nothing', async () => {
    const copy = await begin();
    await copyTo(copy);
    const rows = () => copy.db.selectFrom('events').selectAll().orderBy('id').execute();
    const versions = () => copy.db.selectFrom('versions').select('id').execute();
    const before = [await rows(), await versions()];
    const report = await taken(copy, await exported(original));
    const { created, changed, skipped } = report.counts.event;
    assert.deepEqual([created, changed, skipped], [0, 0, 0]);
    assert.deepEqual([await rows(), await versions()], before);
  });

  it('Edits of series reach the copy with the next import, where all ids stay the same', async () => {
    await using source = await startService(SITE);
    await copyTo(source);
    const copy = await begin();
    await taken(copy, await exported(source));
    const { done, ids } = seriesOf(source);
    const { changes, restore } = historyOf(source);
    const step = async (name: string) => {
      const report = await taken(copy, await exported(source));
      assert.deepEqual([report.incomplete, report.skipped], [[], []], name);
      assert.deepEqual(await contentOf(copy), await contentOf(source), name);
    };
    await step('as it is');
    await done(`PATCH /events/${made.plain.id}`, {
      title: 'Great choir',
      start_date: '2031-05-07 20:00',
      end_date: '2031-05-07 22:00',
    });
    await step('moved');
    await done(`PATCH /events/${made.shorter.id}`, { recurrence: 'RRULE:FREQ=WEEKLY;COUNT=6' });
    await step('vanished dates came back');
    const [, one] = await ids(made.plain.id);
    await done(`PATCH /events/${one}`, { title: 'Guest choir', venue: 'Abbey' });
    await step('an exception');
    await done(`PATCH /events/${one}`, { title: 'Great choir', venue: 'Hall' });
    await step('an exception no more');
    const dance = await ids(made.edited.id);
    await done(`PATCH /events/${dance[5]}?scope=following`, { title: 'Late dance' });
    await step('split');
    const whole = (await changes(`events/${made.edited.id}`))[0]!;
    await restore({ rest_url: whole.rest_url.replace(SITE.SITE_URL, source.site) });
    await step('joined again');
    await done(`PATCH /events/${made.endless.id}`, { recurrence: 'RRULE:FREQ=MONTHLY;BYDAY=1SU' });
    await step('another weekday');
    await done(`PATCH /events/${made.listed.id}`, { recurrence: null });
    await step('a single event');
    await done(`DELETE /events/${made.secret.id}`);
    await step('in the trash');
  });

  it('An import from a running Almanac takes series as such, and repeats without a write', async () => {
    await using source = await startService();
    await using copy = await startService();
    await fill(source);
    const report = await take(copy, [source.site]);
    assert.deepEqual(report.incomplete, []);
    assert.deepEqual(
      report.skipped.map(({ why }) => why),
      Array.from({ length: 3 }, () => 'a password protects it at its source'),
    );
    const seen = async ({ base, site }: Service) => {
      const list = await fetch(`${base}/events?start_date=2026-01-01&end_date=2040-01-01&per_page=50&page=1`);
      const { events } = (await list.json()) as { events: Record<string, unknown>[]; total: number };
      const kept = [
        'id',
        'title',
        'start_date',
        'end_date',
        'slug',
        'recurrence_id',
        'series',
        'url',
        'cost',
      ];
      return {
        events: events
          .filter(({ slug }) => slug !== 'secret')
          .map(event => JSON.stringify(kept.map(name => event[name])).replaceAll(site, '')),
      };
    };
    assert.deepEqual(await seen(copy), await seen(source));
    const rows = () => copy.db.selectFrom('events').selectAll().orderBy('id').execute();
    const before = await rows();
    const { created, changed } = (await take(copy, [source.site])).counts.event;
    assert.deepEqual([created, changed], [0, 0]);
    assert.deepEqual(await rows(), before);
    assert.ok(before.every(({ status }) => status === 'publish'));
  });

  it('A list of another Almanac brings the whole series of each occurrence that it shows', async () => {
    await using source = await startService();
    await using copy = await startService();
    const { weekly, ids } = seriesOf(source);
    const { id } = await weekly('Choir', 5);
    const day = '?start_date=2031-05-13&end_date=2031-05-14';
    for (const path of [`/events${day}`, `/events/${id}`, `/events/${(await ids(id))[1]}`]) {
      const { incomplete, counts } = await take(copy, [`${source.base}${path}`]);
      assert.deepEqual(incomplete, []);
      assert.equal(counts.event.skipped, 0);
      assert.deepEqual(await seriesOf(copy).ids(id), await ids(id), path);
    }
    assert.equal((await contentOf(copy)).events.length, 6);
  });

  it('A series whose pages of occurrences lead back to themselves does not hold up the import', async () => {
    await using copy = await startService();
    let asked = 0;
    await using web = await openWeb(({ url = '', headers: { host } }, response) => {
      const base = `http://${host}/cal/events/v1`;
      const times = { start_date: '2031-05-06 10:00:00', end_date: '2031-05-06 11:00:00' };
      const event = (id: number, recurrence_id: string | null) => ({
        ...{ ...times, id, title: 'Choir', url: `http://${host}/event/choir-${id}/`, recurrence_id },
        ...{ series: { id: 1, rest_url: `${base}/events/1` }, recurrence: ['RRULE:FREQ=DAILY;COUNT=2'] },
      });
      const list = (events: object[]) => ({ events, total: events.length, total_pages: 1 });
      const all = Array.from({ length: 50 }, () => event(2, times.start_date));
      const next_rest_url = `${base}/events/1/occurrences?page=2`;
      if (/occurrences/.test(url)) asked++;
      const answer = /occurrences/.test(url)
        ? { ...list(asked > 200 ? [] : all), next_rest_url }
        : url.endsWith('/events/1')
          ? event(1, null)
          : list(all.slice(0, 1));
      response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
    });
    const report = await take(copy, [`${web.origin}/cal/events/v1/events`]);
    assert.deepEqual(report.incomplete, []);
    assert.equal(report.counts.event.created, 1);
    assert.ok(asked < 100, `${asked} pages`);
  });

  it('What was edited here stays, unless the source has changed it too', async () => {
    await using source = await startService(SITE);
    await copyTo(source);
    const copy = await begin();
    await taken(copy, await exported(source));
    const [at, here] = [seriesOf(source), seriesOf(copy)];
    const [first, second, third] = await at.ids(made.plain.id);
    await here.done(`PATCH /events/${first}`, { title: 'Changed here' });
    await here.done(`DELETE /events/${second}`);
    const [ball] = await at.ids(made.edited.id);
    await here.done(`PATCH /events/${ball}`, { excerpt: 'Written here' });
    const before = await contentOf(copy);
    await taken(copy, await exported(source));
    assert.deepEqual(await contentOf(copy), before);
    // The series and another occurrence change at the source.
    await at.done(`PATCH /events/${made.plain.id}`, { description: '<p>Bring a friend</p>' });
    await at.done(`PATCH /events/${third}`, { cost: '50' });
    await taken(copy, await exported(source));
    const rows = await here.rows(made.plain.id);
    assert.deepEqual(
      rows.slice(0, 3).map(({ title, description, status }) => [title, description, status]),
      [
        ['Changed here', '<p>Bring a friend</p>', 'publish'],
        ['Choir', '<p>Bring a friend</p>', 'trash'],
        ['Choir', '<p>Bring a friend</p>', 'publish'],
      ],
    );
    assert.deepEqual(rows[2]!.own_members, 'cost');
    // An exception that was edited on both sides is that of the source, and the report names it.
    await at.done(`PATCH /events/${ball}`, { title: 'Great ball' });
    const { notes } = await taken(copy, await exported(source));
    assert.deepEqual(
      notes.map(({ why }) => why),
      ['it had been changed here, too: the version of the source was taken'],
    );
    assert.equal((await here.rows(made.edited.id))[0]!.title, 'Great ball');
  });

  it('Series get other ids where theirs are taken, and a second import knows them', async () => {
    const copy = await begin();
    const { done } = seriesOf(copy);
    for (let at = 0; at < 12; at++) await done('POST /events', eventOf(`Own ${at}`));
    const own = (await contentOf(copy)).events;
    assert.deepEqual((await taken(copy, await exported(original))).skipped, []);
    const known = await contentOf(copy);
    assert.deepEqual(known.events.slice(0, 12), own);
    const shape = ({ events }: typeof known) =>
      events
        .filter(({ title }) => !title.startsWith('Own'))
        .map(({ title, start_date, recurrence_id, own_members, status, slug }) =>
          [title, start_date, recurrence_id, own_members, status, slug].join(),
        )
        .sort();
    assert.deepEqual(shape(known), shape(await contentOf(original)));
    const again = await taken(copy, await exported(original));
    assert.deepEqual([again.counts.event.created, again.counts.event.changed], [0, 0]);
    assert.deepEqual(await contentOf(copy), known);
  });

  it('An import that was stopped leaves whole series, and the next one goes on', async () => {
    const copy = await begin();
    const text = await exported(original);
    const at = text.indexOf('"Market"');
    const broken = await taken(copy, text.slice(0, at));
    assert.equal(broken.incomplete.length, 1);
    const some = await contentOf(copy);
    const whole = await contentOf(original);
    const ids = new Set(some.events.map(({ id }) => id));
    assert.ok(ids.size > 20 && ids.size < whole.events.length);
    assert.deepEqual(
      some.events,
      whole.events.filter(({ id }) => ids.has(id)),
    );
    await taken(copy, text);
    assert.deepEqual(await contentOf(copy), whole);
  });

  it('A copy of a store has series with all their ids, and gives them again to dates that come back', async () => {
    const service = await begin();
    const made = await fill(service);
    await using copy = await openTestStore(folder);
    await copyStore(service.db, copy.db, () => {});
    assert.deepEqual(await contentOf(copy), await contentOf(service));
    const vanished = await findTombstones(copy.db, made.shorter.id);
    assert.equal(vanished.length, 3);
    const { config, accounts } = service;
    const viewer = { id: accounts.editor.id, login: 'editor', role: 'editor' } as const;
    const context = { viewer, config, now: Math.floor(Date.now() / 1000) };
    const patch = { recurrence: 'RRULE:FREQ=WEEKLY;COUNT=6' };
    await updateSeries(copy.db, (await findEventRow(copy.db, { id: made.shorter.id }))!, patch, context);
    const ids = (await findOccurrences(copy.db, made.shorter.id)).map(({ id }) => id);
    assert.deepEqual(
      ids.slice(3),
      vanished.map(({ id }) => id),
    );
  });
});
