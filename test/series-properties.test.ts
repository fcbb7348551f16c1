import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { EventRow } from '../src/db/tables.ts';
import { inTransaction } from '../src/db/transaction.ts';
import { generator } from '../src/demo/pictures.ts';
import { searchText } from '../src/events/store.ts';
import { KINDS } from '../src/kinds.ts';
import { timesFromSeries } from '../src/series/occurrence.ts';
import { ownOf, withLinkIds } from '../src/series/occurrences.ts';
import { inherited, LINKS, linkMembers, TIMES } from '../src/series/own.ts';
import { ownTexts } from '../src/series/own-texts.ts';
import { datesOf, horizonOf, recurrenceOf } from '../src/series/recurrence.ts';
import { regenerate } from '../src/series/write.ts';
import { historyOf } from './changes.ts';
import { eventOf } from './client.ts';
import { runsOf, SEED } from './sample.ts';
import { seriesOf } from './series.ts';
import { startService } from './service.ts';
import { assertSlugsSound } from './sound-slugs.ts';
import { SERVER } from './store.ts';

const service = await startService();
after(() => service[Symbol.asyncDispose]());
const { db, config, site } = service;
const { ask, rows } = seriesOf(service);
const { changes } = historyOf(service);
const now = Math.floor(Date.now() / 1000);

/** Changes per run. PostgreSQL is slower and gets half as many. */
const STEPS = Number(process.env.SERIES_STEPS ?? runsOf(80, SERVER ? 0.25 : 0.5));

const RULES = [
  ...['RRULE:FREQ=WEEKLY;COUNT=8', 'RRULE:FREQ=WEEKLY;COUNT=5', 'RRULE:FREQ=WEEKLY;BYDAY=TU,TH;COUNT=9'],
  ...['RRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=6', 'RRULE:FREQ=DAILY;COUNT=10', 'RRULE:FREQ=MONTHLY;COUNT=4'],
  ...['RRULE:FREQ=WEEKLY;UNTIL=20310620T235959', 'RRULE:FREQ=WEEKLY;BYDAY=WE;COUNT=7'],
];

/** The rows of all events that are or were part of a series. */
const all = () => db.selectFrom('events').selectAll().orderBy('id').execute();

/** Makes random changes, and checks after each that nothing is lost, doubled or out of line. */
class Walk {
  readonly #draw: () => number;
  /** The first series from which each id comes: an id never goes to another one. */
  readonly #roots = new Map<number, number>();
  readonly log: string[] = [];

  constructor(name: string) {
    this.#draw = generator(SEED, name);
  }

  #pick<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.#draw() * items.length)]!;
  }

  async step(): Promise<void> {
    const before = await all();
    const series = before.filter(({ recurrence }) => recurrence !== '');
    const occurrences = before.filter(({ series_id }) => series_id !== null);
    const one = occurrences.length > 0 ? this.#pick(occurrences) : undefined;
    const whole = series.length > 0 ? this.#pick(series) : undefined;
    const scope = this.#pick(['this', 'following', 'all']);
    const act = this.#draw();
    if (!whole || (act < 0.04 && series.length < 4)) await this.#create();
    else if (act < 0.12 && whole.status !== 'trash') await this.#undo(whole, occurrences);
    else if (act < 0.25) await this.#edit(`PATCH /events/${whole.id}`, this.#change(whole, true));
    else if (one && act < 0.55)
      await this.#edit(`PATCH /events/${one.id}?scope=${scope}`, this.#change(one, scope !== 'this'));
    else if (one && act < 0.65) await this.#edit(`DELETE /events/${one.id}?scope=${scope}`);
    else if (act < 0.68) await this.#edit(`DELETE /events/${whole.id}`);
    else if (act < 0.8) await this.#restoreTrash(before);
    else if (act < 0.84) await this.#deleteForGood(before);
    else if (act < 0.9) await this.#relink();
    else await this.#restoreVersion(this.#pick(one ? [whole.id, one.id] : [whole.id]));
  }

  async #create(): Promise<void> {
    const start = `2031-05-0${1 + Math.floor(this.#draw() * 9)} 19:30:00`;
    const times = { start_date: start, end_date: start.replace('19:30', '21:00') };
    const links = { venue: 'Hall', categories: ['Music'], tags: [] };
    const fields = { ...times, ...links, recurrence: this.#pick(RULES) };
    await this.#edit('POST /events', eventOf(`Series ${Math.floor(this.#draw() * 3)}`, fields));
  }

  #change({ start_date, end_date }: EventRow, isWhole: boolean): object {
    const shift = (date: string, hours: number) =>
      new Date(Date.parse(`${date.replace(' ', 'T')}Z`) + hours * 3_600_000)
        .toISOString()
        .slice(0, 19)
        .replace('T', ' ');
    const hours = this.#pick([1, -2, 24, 48, -24, 168]);
    return this.#pick([
      { title: `Title ${Math.floor(this.#draw() * 3)}` },
      { start_date: shift(start_date, hours), end_date: shift(end_date, hours) },
      { end_date: shift(end_date, 1) },
      { organizer: this.#pick([['Club'], ['Club', 'Choir'], []]), cost: this.#pick(['', '5', '9']) },
      { password: this.#pick(['', 'waltz', 'tango']), featured: this.#draw() < 0.5 },
      { timezone: this.#pick(['Europe/Madrid', 'America/New_York']) },
      { author: this.#pick([service.accounts.author.id, service.accounts.editor.id]) },
      { language: this.#pick(['en', 'fr', 'ca']) },
      { website: this.#pick(['', 'https://a.example/', 'https://b.example/']), date: '2026-01-01 10:00:00' },
      { venue: this.#pick(['Hall', 'Barn', []]), categories: this.#pick([['Music'], ['Stage'], []]) },
      { status: this.#pick(['publish', 'draft', 'private']) },
      {
        description: `Text ${Math.floor(this.#draw() * 3)}`,
        tags: this.#pick([[], ['Loud'], ['Soft', 'Loud']]),
      },
      {
        translations: {
          fr: this.#translation(isWhole),
          ...(this.#draw() < 0.3 && { es: { title: 'Título' } }),
        },
      },
      ...(isWhole ? [{ recurrence: this.#pick(RULES) }, { recurrence: this.#pick(RULES) }] : []),
      ...(isWhole ? [{ recurrence: [] }, { slug: `slug-${Math.floor(this.#draw() * 5)}` }] : []),
    ]);
  }

  #translation(isWhole: boolean): object | null {
    const number = Math.floor(this.#draw() * 4);
    return this.#pick([
      ...[null, { title: null }, { title: `Titre ${number}` }, { description: `Texte ${number}` }],
      ...[
        { status: 'draft', title: 'Projet' },
        { status: 'publish', excerpt: 'Résumé' },
      ],
      ...(isWhole ? [{ slug: `slug-${number}` }, { slug: `fiche-${number}` }, { slug: null }] : []),
    ]);
  }

  /** A write, which must be what its dry run says; whether the dates change is the rule's. */
  async #edit(line: string, json?: object): Promise<void> {
    this.log.push(`${line} ${JSON.stringify(json ?? '')}`);
    const before = await all();
    const dry = `${line}${line.includes('?') ? '&' : '?'}dry_run=true`;
    const plan = await ask(dry, { as: service.accounts.editor, ...(json && { json }) });
    const { status, text } = await ask(line, { as: service.accounts.editor, ...(json && { json }) });
    assert.equal(plan.status < 300, status < 300, `${line} ${text} ${plan.text}`);
    assert.ok(status < 300 || status === 400 || status === 410, `${line} ${status} ${text}`);
    if (status >= 300) return;
    if (line.startsWith('PATCH') && !('recurrence' in json!) && !('start_date' in json!))
      await assertDatesStay(before);
    const { added, removed, moved, kept } = plan.body as unknown as Record<string, { id: number | null }[]>;
    const present = new Set((await all()).map(({ id }) => id));
    for (const { id } of removed!) assert.ok(!present.has(id!), `${line}: ${id} is still there`);
    for (const { id } of [...added!, ...moved!, ...kept!])
      assert.ok(id === null || present.has(id), `${line}: ${id}`);
  }

  /** An edit that is taken back leaves the series as it was, with the same ids. */
  async #undo(series: EventRow, occurrences: readonly EventRow[]): Promise<void> {
    // What the named occurrence has of its own changes in a version of its own.
    const own = occurrences.filter(one => one.series_id === series.id && one.own_members === '');
    const at =
      own.length > 0 && this.#draw() < 0.5 ? `${this.#pick(own).id}?scope=following` : `${series.id}`;
    const latest = async () => (await changes(`events/${series.id}`))[0];
    const before = (await latest())?.version;
    const states = await this.#states(series.id);
    await this.#edit(`PATCH /events/${at}`, this.#change(series, true));
    const change = await latest();
    if (change?.version === undefined || change.version === before) return;
    await this.#maybe(`POST ${change.rest_url}/restore`, series.id);
    assert.deepEqual(await this.#states(series.id), states, 'undone');
  }

  #states = async (series: number) =>
    (await rows(series)).map(({ id, recurrence_id, status }) => [id, recurrence_id, status].join());

  /** Records that events name are merged, go into the trash or are deleted, and come back. */
  async #relink(): Promise<void> {
    const type = this.#pick(['venue', 'organizer', 'category', 'tag'] as const);
    const { collection } = KINDS[type];
    const named =
      type === 'venue' || type === 'organizer'
        ? await db
            .selectFrom(`${type}s` as 'venues')
            .select(['id', 'status'])
            .orderBy('id')
            .execute()
        : await db.selectFrom('terms').select('id').where('taxonomy', '=', type).orderBy('id').execute();
    const there = named.filter(one => !('status' in one) || one.status !== 'trash');
    if (there.length > 0 && this.#draw() < 0.5) {
      const [from, into] = [this.#pick(there).id, this.#pick(there).id];
      const line =
        from === into
          ? `DELETE /${collection}/${from}`
          : `POST ${site}/cal/history/v1/${collection}/${from}/merge`;
      await this.#send(line, from === into ? undefined : { into });
      return;
    }
    const gone = await db
      .selectFrom('versions')
      .select(['id', 'record_id'])
      .where('type', '=', type)
      .where('operation', 'in', ['trash', 'delete'])
      .orderBy('id')
      .execute();
    if (gone.length === 0) return;
    const { id, record_id } = this.#pick(gone);
    await this.#send(`POST ${site}/cal/history/v1/${collection}/${record_id}/${id}/restore`);
  }

  async #send(line: string, json?: object): Promise<void> {
    this.log.push(`${line.replace(site, '')} ${JSON.stringify(json ?? '')}`);
    const { status, text } = await ask(line, { as: service.accounts.editor, ...(json && { json }) });
    assert.ok(status < 300 || status === 400 || status === 404, `${line} ${status} ${text}`);
  }

  async #restoreTrash(rows: readonly EventRow[]): Promise<void> {
    const trashed = rows.filter(({ status }) => status === 'trash');
    if (trashed.length === 0) return;
    const { id } = this.#pick(trashed);
    await this.#maybe(`POST ${site}/cal/trash/v1/${id}/restore`, id);
  }

  async #deleteForGood(rows: readonly EventRow[]): Promise<void> {
    const trashed = rows.filter(({ status }) => status === 'trash');
    if (trashed.length === 0) return;
    const { id } = this.#pick(trashed);
    await this.#maybe(`DELETE ${site}/cal/trash/v1/${id}`, id);
  }

  /** A request that may find nothing to do. Nothing brings back an occurrence before its series. */
  async #maybe(line: string, id: number): Promise<void> {
    this.log.push(line.replace(site, ''));
    const events = await all();
    const series = events.find(one => one.id === id)?.series_id;
    const isUnderTrash = events.some(one => one.id === series && one.status === 'trash');
    const { status, text, body } = await ask(line, { as: service.accounts.editor });
    const isRefused = status === 400 && isUnderTrash && Object.keys(body.data.params).join() === 'status';
    assert.ok(status < 300 || status === 404 || isRefused, `${line} ${status} ${text}`);
    if (line.startsWith('POST') && isUnderTrash) assert.ok(status >= 400, `${line} ${status}`);
  }

  async #restoreVersion(id: number): Promise<void> {
    const versions = (await changes(`events/${id}`)).filter(({ version }) => version !== undefined);
    if (versions.length === 0) return;
    const { rest_url } = this.#draw() < 0.6 ? versions[0]! : this.#pick(versions);
    await this.#maybe(`POST ${rest_url}/restore`, id);
  }

  async check(): Promise<void> {
    const events = await all();
    const series = new Map(events.filter(({ recurrence }) => recurrence !== '').map(row => [row.id, row]));
    const parents = await splits();
    for (const row of events) {
      if (row.series_id === null) continue;
      assert.ok(series.has(row.series_id), `${row.id} has no series`);
      const root = rootOf(row.series_id, parents);
      assert.equal(this.#roots.get(row.id) ?? root, root, `${row.id} came to another series`);
      this.#roots.set(row.id, root);
    }
    for (const row of series.values()) await checkSeries(row);
    await assertSlugsSound(db);
    await checkCounts(events);
    await checkTombstones(events);
  }
}

/** Nothing but a change of the rule or of the start gives an occurrence another date, or lets one vanish. */
async function assertDatesStay(before: readonly EventRow[]): Promise<void> {
  const now = new Map((await all()).map(({ id, recurrence_id }) => [id, recurrence_id]));
  for (const { id, recurrence_id } of before) assert.equal(now.get(id), recurrence_id, `date of ${id}`);
}

/** The series from which each series was split off. */
async function splits(): Promise<ReadonlyMap<number, number>> {
  const versions = await db
    .selectFrom('versions')
    .select(['record_id', 'former'])
    .where('changed', 'like', '%split_into%')
    .execute();
  return new Map(versions.map(({ record_id, former }) => [JSON.parse(former!).split_into, record_id]));
}

function rootOf(series: number, parents: ReadonlyMap<number, number>): number {
  const parent = parents.get(series);
  return parent === undefined ? series : rootOf(parent, parents);
}

/** The occurrences of a series are exactly its dates, and take all from it that is not their own. */
async function checkSeries(row: EventRow): Promise<void> {
  const linked = await linksOfAll(row.id);
  const occurrences = await rows(row.id);
  const started = recurrenceOf(row)!;
  const dates = datesOf(started, horizonOf(row, now)).map(({ recurrenceId }) => recurrenceId);
  // A series whose occurrences were merged into another one lies in the trash without them.
  if (row.status !== 'trash' || occurrences.length > 0)
    assert.deepEqual(
      occurrences.map(({ recurrence_id }) => recurrence_id),
      dates,
      `dates of ${row.id}`,
    );
  const whole = await withLinkIds(db, row);
  for (const occurrence of occurrences) {
    const own = ownOf(occurrence);
    for (const [column, member] of inherited)
      if (!own.includes(member)) assert.equal(occurrence[column], row[column], `${occurrence.id} ${column}`);
    for (const member of linkMembers)
      if (!own.includes(member))
        assert.deepEqual(linked(member, occurrence.id), whole[LINKS[member]], `${occurrence.id} ${member}`);
    const differing = ownTexts(row, occurrence).filter(name => !own.includes(name));
    assert.deepEqual(differing, [], `texts of ${occurrence.id}`);
    assert.equal(occurrence.search_text, searchText(occurrence), `searched text of ${occurrence.id}`);
    const times = timesFromSeries(row, occurrence.recurrence_id!);
    for (const column of TIMES)
      if (!own.includes('start_date'))
        assert.equal(occurrence[column], times[column], `${occurrence.id} ${column}`);
    if (!own.includes('status') && !own.includes('status_before_trash')) {
      assert.equal(occurrence.status, row.status, `${occurrence.id} status`);
      assert.equal(
        occurrence.status_before_trash,
        row.status_before_trash,
        `${occurrence.id} status_before_trash`,
      );
    }
    const tail = occurrence.start_date.slice(0, 10);
    const isPlaced =
      row.slug === null ? occurrence.slug === null : occurrence.slug?.startsWith(`${row.slug}/${tail}`);
    assert.ok(isPlaced, `${occurrence.id}: ${occurrence.slug} of ${row.slug}`);
  }
  if (occurrences.length === 0) return;
  const context = { viewer: undefined, config, now, via: 'schedule' } as const;
  await inTransaction(db, async db => {
    const series = await withLinkIds(db, row);
    await regenerate(db, [series], series, context);
  });
  assert.deepEqual(await rows(row.id), occurrences, `expanding ${row.id} twice`);
}

/** The ids that the occurrences of a series link to, in the order of a single event's. */
async function linksOfAll(series: number) {
  const ids = db.selectFrom('events').select('id').where('series_id', '=', series);
  const venues = await db.selectFrom('event_venues').selectAll().where('event_id', 'in', ids).execute();
  const organizers = await db
    .selectFrom('event_organizers')
    .selectAll()
    .where('event_id', 'in', ids)
    .execute();
  const terms = await db
    .selectFrom('event_terms')
    .innerJoin('terms', 'terms.id', 'term_id')
    .select(['event_id', 'term_id', 'taxonomy'])
    .where('event_id', 'in', ids)
    .orderBy('term_id')
    .execute();
  const placed = {
    venue: venues.map(row => ({ ...row, id: row.venue_id })),
    organizer: organizers.map(row => ({ ...row, id: row.organizer_id })),
  };
  const taxonomies = { categories: 'category', tags: 'tag' } as const;
  return (member: keyof typeof LINKS, event: number): number[] =>
    member === 'venue' || member === 'organizer'
      ? placed[member]
          .filter(({ event_id }) => event_id === event)
          .sort((a, b) => a.position - b.position)
          .map(({ id }) => id)
      : terms
          .filter(({ event_id, taxonomy }) => event_id === event && taxonomy === taxonomies[member])
          .map(({ term_id }) => term_id);
}

async function checkCounts(events: readonly EventRow[]): Promise<void> {
  const counted = new Set(
    events.filter(({ status, recurrence }) => status === 'publish' && recurrence === '').map(({ id }) => id),
  );
  const links = await db.selectFrom('event_terms').selectAll().execute();
  for (const term of await db.selectFrom('terms').selectAll().execute()) {
    const expected = links.filter(
      ({ event_id, term_id }) => term_id === term.id && counted.has(event_id),
    ).length;
    assert.equal(term.count, expected, `count of ${term.name}`);
  }
  const visible = [...counted].length;
  const { total } = (await ask('GET /events?start_date=2000-01-01&end_date=2040-01-01&per_page=1')).body;
  assert.equal(total, visible);
}

/** What vanished is no record, and nothing else has its id. */
async function checkTombstones(events: readonly EventRow[]): Promise<void> {
  const present = new Set(events.map(({ id }) => id));
  const records = await db.selectFrom('records').selectAll().execute();
  const types = new Map(records.map(({ id, type }) => [id, type]));
  for (const { id } of events) assert.equal(types.get(id), 'event');
  for (const { id } of await db.selectFrom('vanished_occurrences').selectAll().execute()) {
    assert.ok(!present.has(id), `${id} vanished and is there`);
    assert.equal(types.get(id), 'deleted');
  }
}

describe('Whatever happens to series', () => {
  it('their occurrences are their dates, with ids that never change, and counts stay exact', async () => {
    const walk = new Walk('series');
    for (let step = 0; step < STEPS; step++) {
      try {
        await walk.step();
        await walk.check();
      } catch (error) {
        throw new Error(`after\n${walk.log.slice(-12).join('\n')}`, { cause: error });
      }
    }
  });
});
