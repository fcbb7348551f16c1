import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { calendarText, vevent } from './calendar-text.ts';
import { historyOf } from './changes.ts';
import { done, saved, type Taken, take } from './importing.ts';
import { seriesOf } from './series.ts';
import { type Service, shareService } from './service.ts';

const MADRID = { TIME_ZONE: 'Europe/Madrid' };
const START = { 'DTSTART;TZID=Europe/Madrid': '20310506T193000', DURATION: 'PT2H', SUMMARY: 'Choir' };
const WEEKLY = { ...START, RRULE: 'FREQ=WEEKLY;COUNT=6' };
const RECURRENCE_ID = 'RECURRENCE-ID;TZID=Europe/Madrid';
const MOVED = {
  ...{ [RECURRENCE_ID]: '20310513T193000', SUMMARY: 'Choir in the park' },
  ...{ 'DTSTART;TZID=Europe/Madrid': '20310514T200000', DURATION: 'PT1H' },
};
const CANCELLED = {
  ...{ ...START, 'DTSTART;TZID=Europe/Madrid': '20310520T193000' },
  ...{ [RECURRENCE_ID]: '20310520T193000', STATUS: 'CANCELLED' },
};

type Lines = Readonly<Record<string, string>>;

const load = async (service: Service, events: readonly Lines[], options = {}, head: string[] = []) =>
  take(
    service,
    [
      await saved(
        'choir.ics',
        calendarText(
          events.map(lines => vevent(lines)),
          head,
        ),
      ),
    ],
    options,
  );

const counts = (taken: Taken) => done(taken).event;

/** All series with their occurrences. */
async function all({ db }: Service) {
  const rows = await db.selectFrom('events').selectAll().orderBy('id').execute();
  const series = rows.filter(({ recurrence }) => recurrence !== '');
  const of = (id: number) =>
    rows
      .filter(({ series_id }) => series_id === id)
      .sort((a, b) => (a.recurrence_id! < b.recurrence_id! ? -1 : 1));
  return { rows, series, occurrences: series.flatMap(({ id }) => of(id)) };
}

const ids = async (service: Service) => (await all(service)).occurrences.map(({ id }) => id);

const shown = async (service: Service) =>
  (await all(service)).occurrences.map(({ title, start_date, end_date, own_members }) =>
    [title, start_date.slice(5, 16), end_date.slice(5, 16), own_members].join(' '),
  );

describe('Repeating events of calendars', () => {
  const emptied = shareService(MADRID);

  it('They are series with exceptions, and change nothing the second time', async () => {
    const service = await emptied();
    assert.deepEqual(counts(await load(service, [WEEKLY, MOVED, CANCELLED])), [3, 0, 0, 0]);
    assert.deepEqual(await shown(service), [
      'Choir 05-06 19:30 05-06 21:30 ',
      'Choir in the park 05-14 20:00 05-14 21:00 start_date,title',
      'Choir 05-20 19:30 05-20 21:30 event_status',
      'Choir 05-27 19:30 05-27 21:30 ',
      'Choir 06-03 19:30 06-03 21:30 ',
      'Choir 06-10 19:30 06-10 21:30 ',
    ]);
    const before = await all(service);
    const again = await load(service, [WEEKLY, MOVED, CANCELLED]);
    assert.deepEqual([counts(again), again.vanished], [[0, 0, 3, 0], []]);
    assert.deepEqual(await all(service), before);
  });

  it('What they say of the dates changes with them, and each date keeps its id', async () => {
    const service = await emptied();
    await load(service, [WEEKLY, MOVED, CANCELLED]);
    const before = await ids(service);
    // The rule moves to Wednesdays, one exception is none any more, another one says something else.
    const wednesdays = { ...WEEKLY, 'DTSTART;TZID=Europe/Madrid': '20310507T180000', SUMMARY: 'Singers' };
    const moved = { ...MOVED, [RECURRENCE_ID]: '20310514T180000', SUMMARY: 'Singers in the park' };
    assert.deepEqual(counts(await load(service, [wednesdays, moved])), [1, 1, 0, 0]);
    assert.deepEqual(await ids(service), before);
    assert.deepEqual(await shown(service), [
      'Singers 05-07 18:00 05-07 20:00 ',
      'Singers in the park 05-14 20:00 05-14 21:00 start_date,title',
      'Singers 05-21 18:00 05-21 20:00 ',
      'Singers 05-28 18:00 05-28 20:00 ',
      'Singers 06-04 18:00 06-04 20:00 ',
      'Singers 06-11 18:00 06-11 20:00 ',
    ]);
  });

  it('An exception that says what it said stays so when its series changes', async () => {
    const service = await emptied();
    const named = { ...MOVED, SUMMARY: 'Choir' };
    await load(service, [WEEKLY, named]);
    await load(service, [{ ...WEEKLY, SUMMARY: 'Singers' }, named]);
    assert.deepEqual((await shown(service)).slice(0, 2), [
      'Singers 05-06 19:30 05-06 21:30 ',
      'Choir 05-14 20:00 05-14 21:00 start_date,title',
    ]);
  });

  it('An exception that is none any more is an ordinary occurrence again', async () => {
    const service = await emptied();
    await load(service, [WEEKLY, MOVED, CANCELLED]);
    const before = await ids(service);
    const taken = await load(service, [WEEKLY, CANCELLED]);
    assert.deepEqual(taken.vanished, []);
    assert.equal((await shown(service))[1], 'Choir 05-13 19:30 05-13 21:30 ');
    assert.deepEqual(await ids(service), before);
    assert.deepEqual(counts(await load(service, [WEEKLY, CANCELLED])), [0, 0, 2, 0]);
  });

  it('An event that starts or stops repeating keeps its id', async () => {
    const service = await emptied();
    await load(service, [START]);
    const [single] = (await all(service)).rows;
    await load(service, [WEEKLY]);
    const { series, occurrences } = await all(service);
    assert.deepEqual([series.map(({ id }) => id), occurrences.length], [[single!.id], 6]);
    await load(service, [START]);
    assert.deepEqual(
      (await all(service)).rows.map(({ id, recurrence }) => [id, recurrence]),
      [[single!.id, '']],
    );
    await load(service, [WEEKLY]);
    assert.deepEqual(
      await ids(service),
      occurrences.map(({ id }) => id),
    );
  });

  it('A series with a new UID is found by what it says, with its exceptions', async () => {
    const service = await emptied();
    await load(service, [WEEKLY, MOVED, CANCELLED]);
    const before = await all(service);
    const renamed = [WEEKLY, MOVED, CANCELLED].map(lines => ({ ...lines, UID: 'new@example.org' }));
    const taken = await load(service, renamed);
    assert.deepEqual([counts(taken), taken.vanished], [[0, 0, 3, 0], []]);
    assert.deepEqual(await all(service), before);
  });

  it('A series that vanished is moved to the trash as a whole, and returns whole', async () => {
    const service = await emptied();
    const others = [1, 2, 3].map(day => ({ UID: `other-${day}`, DTSTART: `2031070${day}T100000Z` }));
    await load(service, [WEEKLY, MOVED, CANCELLED, ...others]);
    const before = await ids(service);
    const reported = await load(service, others);
    assert.deepEqual(
      reported.vanished.map(({ why }) => why),
      ['it is no longer at its source'],
    );
    await load(service, others, { prune: true });
    assert.ok((await all(service)).occurrences.every(({ status }) => status === 'trash'));
    await load(service, [WEEKLY, MOVED, CANCELLED, ...others], { prune: true });
    assert.deepEqual(await ids(service), before);
    assert.ok((await all(service)).rows.every(({ status }) => status === 'publish'));
    // Of two events one is more than a third, however many exceptions it has.
    await load(service, others.slice(1), { prune: true });
    assert.equal((await all(service)).rows.filter(({ status }) => status === 'trash').length, 0);
  });

  it('A change from a date on splits the series, and each date keeps its id', async () => {
    const service = await emptied();
    await load(service, [WEEKLY, MOVED]);
    const before = await ids(service);
    const later = {
      ...{ 'RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Madrid': '20310527T193000', SUMMARY: 'Late choir' },
      ...{ 'DTSTART;TZID=Europe/Madrid': '20310528T210000', DURATION: 'PT1H' },
    };
    const taken = await load(service, [WEEKLY, MOVED, later]);
    assert.deepEqual(taken.skipped, []);
    assert.equal((await all(service)).series.length, 2);
    assert.deepEqual((await ids(service)).sort(), [...before].sort());
    assert.deepEqual((await shown(service)).slice(3), [
      'Late choir 05-28 21:00 05-28 22:00 ',
      'Late choir 06-04 21:00 06-04 22:00 ',
      'Late choir 06-11 21:00 06-11 22:00 ',
    ]);
    const state = await all(service);
    assert.deepEqual(counts(await load(service, [WEEKLY, MOVED, later])), [0, 0, 3, 0]);
    assert.deepEqual(await all(service), state);
  });

  it('A later part that is gone goes to the trash, however few events there are', async () => {
    const service = await emptied();
    const later = {
      ...{ 'RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Madrid': '20310527T193000', SUMMARY: 'Late choir' },
      ...{ 'DTSTART;TZID=Europe/Madrid': '20310528T210000', DURATION: 'PT1H' },
    };
    await load(service, [WEEKLY, later]);
    const taken = await load(service, [WEEKLY], { prune: true });
    assert.deepEqual(
      taken.vanished.map(({ why }) => why),
      ['it is no longer at its source and was moved to the trash'],
    );
    const { rows } = await all(service);
    const live = rows.filter(({ status, recurrence }) => status === 'publish' && recurrence === '');
    assert.deepEqual(new Set(live.map(({ title }) => title)), new Set(['Choir']));
    assert.equal(live.length, 6);
  });

  it('A series that has lost all its dates is gone, and returns with them', async () => {
    const service = await emptied();
    const others = [1, 2, 3].map(day => ({ UID: `other-${day}`, DTSTART: `2031070${day}T100000Z` }));
    const short = { ...START, RRULE: 'FREQ=WEEKLY;COUNT=2' };
    const EXDATE = '20310506T193000,20310513T193000';
    const empty = { ...short, 'EXDATE;TZID=Europe/Madrid': EXDATE };
    await load(service, [short, ...others]);
    const before = await ids(service);
    const reported = await load(service, [empty, ...others]);
    assert.deepEqual(
      [...reported.skipped, ...reported.vanished].map(({ why }) => why),
      ['it takes place on no date', 'it is no longer at its source'],
    );
    await load(service, [empty, ...others], { prune: true });
    assert.ok((await all(service)).occurrences.every(({ status }) => status === 'trash'));
    await load(service, [short, ...others], { prune: true });
    assert.ok((await all(service)).rows.every(({ status }) => status === 'publish'));
    assert.deepEqual(await ids(service), before);
  });

  it('Of two revisions of an exception, whose date is written in two ways, the last one counts', async () => {
    const service = await emptied();
    const [newer, older] = [2, 1].map(revision => ({ ...MOVED, SEQUENCE: `${revision}` }));
    const { [RECURRENCE_ID]: _, ...others } = newer!;
    const inUtc = { ...others, 'RECURRENCE-ID': '20310513T173000Z', SUMMARY: 'Choir at the lake' };
    for (const exceptions of [
      [older!, inUtc],
      [inUtc, older!],
    ]) {
      await load(service, [WEEKLY, ...exceptions]);
      assert.match((await shown(service))[1]!, /^Choir at the lake /);
    }
  });

  it('A message cancels an occurrence, and a series', async () => {
    const service = await emptied();
    await load(service, [WEEKLY]);
    const message = { [RECURRENCE_ID]: '20310603T193000', 'DTSTART;TZID=Europe/Madrid': '20310603T193000' };
    assert.deepEqual(counts(await load(service, [message], {}, ['METHOD:CANCEL'])), [1, 0, 0, 0]);
    const status = async () => (await all(service)).occurrences.map(({ event_status }) => event_status);
    assert.deepEqual(await status(), [
      ...['scheduled', 'scheduled', 'scheduled', 'scheduled', 'canceled', 'scheduled'],
    ]);
    await load(service, [WEEKLY], {}, ['METHOD:CANCEL']);
    assert.deepEqual(new Set(await status()), new Set(['canceled']));
    const text = (await all(service)).series.map(({ title }) => title);
    assert.deepEqual(text, ['Choir']);
  });

  it('A message changes an occurrence of a series that was imported', async () => {
    const service = await emptied();
    await load(service, [WEEKLY]);
    await load(service, [MOVED], {}, ['METHOD:REQUEST']);
    assert.equal((await shown(service))[1], 'Choir in the park 05-14 20:00 05-14 21:00 start_date,title');
    assert.equal((await all(service)).rows.length, 7);
  });

  it('What was edited here is not lost when the calendar changes elsewhere', async () => {
    const service = await emptied();
    await load(service, [WEEKLY, MOVED]);
    const { done: ask } = seriesOf(service);
    const [first] = await ids(service);
    await ask(`PATCH /events/${first}`, { title: 'First night' });
    await load(service, [{ ...WEEKLY, DESCRIPTION: 'All voices' }, MOVED]);
    const { occurrences } = await all(service);
    assert.deepEqual(
      occurrences.slice(0, 3).map(({ title, description }) => [title, description]),
      [
        ['First night', '<p>All voices</p>'],
        ['Choir in the park', ''],
        ['Choir', '<p>All voices</p>'],
      ],
    );
  });

  it('What people made of a date stays where its calendar describes that date for the first time', async () => {
    const service = await emptied();
    await load(service, [WEEKLY]);
    const { done: ask } = seriesOf(service);
    const [, second, third] = await ids(service);
    await ask(`PATCH /events/${second}`, {
      ...{ title: 'Guest night', venue: 'Abbey', website: 'https://example.org/guests' },
      translations: { ca: { title: 'Nit de convidats' } },
    });
    await ask(`PATCH /events/${third}`, { start_date: '2031-05-21 18:00', end_date: '2031-05-21 19:00' });
    const said = { LOCATION: 'Park', URL: 'https://example.org/choir', DESCRIPTION: 'Outdoors' };
    const described = [
      { ...MOVED, ...said },
      { ...CANCELLED, SUMMARY: 'No choir' },
    ];
    assert.deepEqual(counts(await load(service, [WEEKLY, ...described])), [2, 1, 0, 0]);
    const now = (await shown(service)).slice(1, 3);
    const own = 'description,start_date,title,translations.ca.status,translations.ca.title,venue,website';
    assert.deepEqual(now, [
      `Guest night 05-14 20:00 05-14 21:00 ${own}`,
      'No choir 05-21 18:00 05-21 19:00 event_status,start_date,title',
    ]);
    const { website, search_text } = (await all(service)).occurrences[1]!;
    assert.equal(website, 'https://example.org/guests');
    assert.equal(search_text, 'guest night\tnit de convidats\n\noutdoors');
    assert.equal((await ask(`GET /events/${second}`)).venue.venue, 'Abbey');
    // It is as edited as before when the calendar describes it no more, or anew.
    await load(service, [WEEKLY]);
    assert.deepEqual((await shown(service)).slice(1, 3), now);
    const { notes } = await load(service, [WEEKLY, { ...MOVED, SUMMARY: 'Choir at the lake' }]);
    assert.deepEqual(
      notes.map(({ why }) => why),
      ['it had been changed here, too: the version of the source was taken'],
    );
  });

  it('What was split off here stays as it is when the calendar changes, and no date stands twice', async () => {
    const service = await emptied();
    const guest = { [RECURRENCE_ID]: '20310603T193000', SUMMARY: 'Guest night' };
    const late = { ...guest, 'DTSTART;TZID=Europe/Madrid': '20310604T203000', DURATION: 'PT1H' };
    await load(service, [WEEKLY, MOVED, late]);
    const before = await ids(service);
    await seriesOf(service).done(`PATCH /events/${before[3]}?scope=following`, {
      ...{ title: 'Summer choir', start_date: '2031-05-28 20:00:00', end_date: '2031-05-28 21:00:00' },
    });
    const summer = [
      'Summer choir 05-28 20:00 05-28 21:00 ',
      'Guest night 06-04 20:30 06-04 21:30 start_date,title',
      'Summer choir 06-11 20:00 06-11 21:00 ',
    ];
    assert.deepEqual((await shown(service)).slice(3), summer);
    const endless = { ...WEEKLY, RRULE: 'FREQ=WEEKLY' };
    const [at18, fewer] = ['20310506T180000', '20310513T180000'];
    const early = { ...endless, 'DTSTART;TZID=Europe/Madrid': at18 };
    for (const [choir, moved, dates] of [
      [{ ...WEEKLY, SUMMARY: 'Singers' }, MOVED, 3],
      [endless, MOVED, 3],
      [early, { ...MOVED, [RECURRENCE_ID]: fewer }, 3],
      [{ ...early, 'EXDATE;TZID=Europe/Madrid': '20310520T180000' }, { ...MOVED, [RECURRENCE_ID]: fewer }, 2],
    ] as const) {
      const { skipped, vanished } = await load(service, [choir, moved, late], { prune: true });
      assert.deepEqual([skipped, vanished], [[], []]);
      assert.deepEqual((await shown(service)).slice(dates), summer);
      assert.deepEqual((await ids(service)).slice(dates), before.slice(3));
    }
    const following = { 'RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Madrid': '20310603T193000' };
    const { skipped } = await load(service, [WEEKLY, MOVED, { ...following, SUMMARY: 'Late choir' }]);
    assert.deepEqual(
      skipped.map(({ why }) => why),
      ['it could not be written: its dates were split off or deleted here'],
    );
    assert.deepEqual((await shown(service)).slice(3), summer);
  });

  it('What was split off and joined again is that of its calendar again', async () => {
    const service = await emptied();
    const guest = { [RECURRENCE_ID]: '20310603T193000', SUMMARY: 'Guest night' };
    const late = { ...guest, 'DTSTART;TZID=Europe/Madrid': '20310604T203000', DURATION: 'PT1H' };
    await load(service, [WEEKLY, late]);
    const before = await ids(service);
    const { done: ask } = seriesOf(service);
    await ask(`PATCH /events/${before[2]}?scope=following`, { title: 'Summer choir' });
    const { changes, restore } = historyOf(service);
    const [whole] = await changes(`events/${(await all(service)).series[0]!.id}`);
    await restore(whole!);
    assert.deepEqual(await ids(service), before);
    const { notes } = await load(service, [
      { ...WEEKLY, SUMMARY: 'Singers' },
      { ...late, SUMMARY: 'Last night' },
    ]);
    assert.match(notes.map(({ why }) => why).join(), /the version of the source was taken/);
    assert.deepEqual((await shown(service)).slice(2), [
      'Singers 05-20 19:30 05-20 21:30 ',
      'Singers 05-27 19:30 05-27 21:30 ',
      'Last night 06-04 20:30 06-04 21:30 start_date,title',
      'Singers 06-10 19:30 06-10 21:30 ',
    ]);
  });

  it('A series that was ended here does not go on when the calendar changes, until that is taken back', async () => {
    const service = await emptied();
    await load(service, [WEEKLY]);
    const before = await ids(service);
    const { done: ask } = seriesOf(service);
    await ask(`DELETE /events/${before[2]}?scope=following`);
    const later = { [RECURRENCE_ID]: '20310603T193000', SUMMARY: 'Guest night' };
    await load(service, [{ ...WEEKLY, SUMMARY: 'Singers' }, later]);
    assert.deepEqual(await ids(service), before.slice(0, 2));
    const { series } = await all(service);
    await ask(`PATCH /events/${series[0]!.id}`, { recurrence: 'RRULE:FREQ=WEEKLY;COUNT=3' });
    await load(service, [{ ...WEEKLY, SUMMARY: 'Voices' }]);
    assert.deepEqual(await ids(service), before);
  });
});
