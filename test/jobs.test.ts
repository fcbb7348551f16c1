import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, describe, it } from 'node:test';
import { sql } from 'kysely';
import { dialectOf } from '../src/db/dialect.ts';
import { extendHorizon, startExtending } from '../src/jobs/extend-horizon.ts';
import { FailedRecords, publishDue } from '../src/jobs/publish.ts';
import { tidy } from '../src/jobs/tidy.ts';
import { removeOrphans, removeUnused } from '../src/trash/unused-images.ts';
import { caller, eventOf, type Image } from './client.ts';
import { almanacHere } from './command.ts';
import { picture } from './pictures.ts';
import { seriesOf } from './series.ts';
import { startService } from './service.ts';

// One record on which a job fails does not keep the others waiting.

// One request fails on purpose.
const service = await startService({ LOG_LEVEL: 'silent' });
after(() => service[Symbol.asyncDispose]());
const { db, site, base, config, accounts } = service;
const call = caller(base);
const { done, rows } = seriesOf(service);
const DAY = 86_400;

/** Collects the lines that a job logs. */
function collect() {
  const lines: { text: string; type?: string; id?: number; series?: number; err: Error }[] = [];
  const error = (details: object, text: string) => lines.push({ ...(details as { err: Error }), text });
  return { lines, log: { info() {}, warn() {}, error } };
}

/** Makes the store refuse changes of one row; the returned function ends that. */
async function refuseChanges(table: string, id: number, of: 'update' | 'delete') {
  const isPostgres = dialectOf(db).name === 'postgres';
  for (const statement of isPostgres
    ? [
        `create or replace function refuse() returns trigger language plpgsql as
          $$ begin raise exception 'refused by a trigger'; end $$`,
        `create trigger refused before ${of} on ${table} for each row when (old.id = ${id}) execute function refuse()`,
      ]
    : [
        `create trigger refused before ${of} on ${table} when old.id = ${id}
          begin select raise(abort, 'refused by a trigger'); end`,
      ])
    await sql.raw(statement).execute(db);
  return () => sql.raw(isPostgres ? `drop trigger refused on ${table}` : 'drop trigger refused').execute(db);
}

describe('The daily extension of series', () => {
  const start = Temporal.Now.plainDateISO('UTC').subtract({ days: 30 });
  const endless = (title: string, recurrence = 'RRULE:FREQ=WEEKLY') =>
    done(
      'POST /events',
      eventOf(title, {
        ...{ start_date: `${start} 09:00`, end_date: `${start} 12:00`, timezone: 'UTC' },
        recurrence,
      }),
    );
  const ruleOf = (id: number, recurrence: string) =>
    db.updateTable('events').set({ recurrence }).where('id', '=', id).execute();

  it('A series that cannot be extended is named, and those before and behind it are extended', async () => {
    const made = [];
    for (const title of ['First', 'Broken', 'Third', 'Broken as well', 'Last'])
      made.push(await endless(title));
    const [first, broken, third, other, last] = made.map(({ id }) => id) as [
      number,
      number,
      number,
      number,
      number,
    ];
    for (const id of [broken, other]) await ruleOf(id, 'RRULE:FREQ=WEEKLY;BYDAY=XX');
    const count = async (id: number) => (await rows(id)).length;
    const before = await count(first);
    const now = Math.floor(Date.now() / 1000) + 70 * DAY;
    const failed: [number, string][] = [];
    const extend = (now: number) =>
      extendHorizon(db, config, now, undefined, (series, error) =>
        failed.push([series, (error as Error).name]),
      );
    const added = await extend(now);
    assert.deepEqual(failed, [
      [broken, 'RecurrenceProblem'],
      [other, 'RecurrenceProblem'],
    ]);
    for (const id of [first, third, last]) assert.equal(await count(id), before + 10);
    assert.equal(added, 30);
    assert.equal(await count(broken), before);
    assert.equal(await extend(now), 0, 'the day is done');
    assert.equal(failed.length, 2);
    for (const id of [broken, other]) await ruleOf(id, 'RRULE:FREQ=WEEKLY');
    assert.equal(await extend(now + DAY * 7), 3 + 2 * 11, 'the next day tries them again');
  });

  it('Two processes that meet the same series pass it over once each, and lose no other', async () => {
    const made = [];
    for (let at = 0; at < 25; at++) made.push((await endless(`Series ${at}`, 'RRULE:FREQ=YEARLY')).id);
    const broken = made[12]!;
    await ruleOf(broken, 'RRULE:FREQ=YEARLY;BYDAY=XX');
    const before = (await rows(made[0]!)).length;
    const now = Math.floor(Date.now() / 1000) + 400 * DAY;
    const failed = new Set<number>();
    const extend = () => extendHorizon(db, config, now, undefined, series => failed.add(series));
    await Promise.all([extend(), extend()]);
    assert.deepEqual([...failed], [broken]);
    for (const id of made.filter(id => id !== broken)) assert.equal((await rows(id)).length, before + 1);
    await ruleOf(broken, 'RRULE:FREQ=YEARLY');
  });

  it('The log names the series', async t => {
    const { id } = await endless('Logged');
    await ruleOf(id, 'RRULE:FREQ=WEEKLY;BYDAY=XX');
    const { lines, log } = collect();
    t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.now() + 470 * DAY * 1000 });
    const job = startExtending(db, config, log);
    t.mock.timers.tick(30_000);
    while (lines.length === 0) await new Promise(setImmediate);
    job.stop();
    assert.deepEqual([lines[0]!.series, lines[0]!.err.name], [id, 'RecurrenceProblem']);
    await ruleOf(id, 'RRULE:FREQ=WEEKLY');
  });
});

describe('Scheduled publication', () => {
  it('A record that cannot be published is named and tried again, and the others are published', async () => {
    const date = '2040-01-01 08:00:00';
    const ids: number[] = [];
    for (const title of ['One', 'Two', 'Three'])
      ids.push((await done('POST /events', eventOf(title, { date }))).id);
    const { id: venue } = await done('POST /venues', { venue: 'Hall', date });
    const allow = await refuseChanges('events', ids[1]!, 'update');
    const { lines, log } = collect();
    let clock = 0;
    const failures = new FailedRecords(log, 'not published', () => clock);
    const publish = () => publishDue(db, config, Date.UTC(2040, 1, 1) / 1000, failures);
    assert.equal(await publish(), 3);
    const statusOf = async (path: string) =>
      (await call(`GET /${path}`, { as: accounts.editor })).body.status;
    assert.deepEqual(await Promise.all([...ids.map(id => `events/${id}`), `venues/${venue}`].map(statusOf)), [
      'publish',
      'future',
      'publish',
      'publish',
    ]);
    assert.deepEqual(
      lines.map(({ type, id, text }) => [type, id, text]),
      [['event', ids[1], 'not published']],
    );
    assert.match(lines[0]!.err.message, /refused by a trigger/);
    await publish();
    assert.equal(lines.length, 1, 'it is too early');
    for (const [seconds, tries] of [
      [1, 2],
      [2, 2],
      [3, 3],
      [6, 3],
      [7, 4],
    ] as const) {
      clock = seconds * 1000;
      await publish();
      assert.equal(lines.length, tries, `after ${seconds} s`);
    }
    await allow();
    clock = 3_600_000;
    assert.equal(await publish(), 1);
    assert.equal(await statusOf(`events/${ids[1]}`), 'publish');
  });
});

describe('The expired trash', () => {
  const trashed = async (title: string) => {
    const { id } = await done('POST /events', eventOf(title));
    await done(`DELETE /events/${id}`);
    return id;
  };
  const old = Math.floor(Date.now() / 1000) + 40 * DAY;
  const settings = { ...config, TRASH_DAYS: 30, HISTORY_DAYS: Infinity };
  const left = async (ids: number[]) =>
    (await db.selectFrom('events').select('id').where('id', 'in', ids).execute()).map(({ id }) => id);

  it('A record that cannot be deleted is named, and the others are deleted', async () => {
    const ids = [await trashed('One'), await trashed('Two'), await trashed('Three')];
    const allow = await refuseChanges('events', ids[1]!, 'delete');
    const failed: unknown[] = [];
    const done = await tidy(db, settings, old, ({ type, id }) => failed.push([type, id]));
    assert.equal(done.events, 2);
    assert.deepEqual(failed, [['event', ids[1]]]);
    assert.deepEqual(await left(ids), [ids[1]]);
    await allow();
    assert.equal((await tidy(db, settings, old)).events, 1);
  });

  it('A request and a command delete the rest as well, and then say what they could not', async () => {
    const ids = [await trashed('One'), await trashed('Two')];
    const allow = await refuseChanges('events', ids[0]!, 'delete');
    const reply = await call(`DELETE ${site}/cal/trash/v1`, { as: accounts.editor });
    assert.equal(reply.status, 500);
    assert.deepEqual(await left(ids), [ids[0]]);
    const more = await trashed('Three');
    const here = { DATA_DIR: config.DATA_DIR, DATABASE_URL: config.DATABASE_URL };
    const { code, out, errors } = await almanacHere(here, 'trash', 'empty');
    assert.deepEqual([code, out], [1, 'Deleted 1 events, 0 venues, 0 organizers.\n']);
    assert.match(errors, new RegExp(`^Not deleted: event ${ids[0]}: .*refused by a trigger`));
    assert.deepEqual(await left([...ids, more]), [ids[0]]);
    await allow();
  });

  it('An image whose files cannot be removed is named, and the others are removed', async () => {
    const images: Image[] = [];
    for (let at = 0; at < 2; at++) {
      const sending = { body: await picture(9, 9), headers: { 'content-type': 'image/png' } };
      const { body } = await call(`POST ${site}/images`, { as: accounts.editor, ...sending });
      images.push(body as unknown as Image);
    }
    const folderOf = ({ url }: Image) => join(config.DATA_DIR, dirname(new URL(url).pathname));
    const free = folderOf(images[1]!);
    assert.ok(existsSync(free));
    // No account, root included, can remove what would lie below a file.
    const broken = images[0]!.id;
    await db
      .updateTable('images')
      .set({ file: 'not-a-folder/inside/a.png' })
      .where('id', '=', broken)
      .execute();
    await writeFile(join(config.DATA_DIR, 'images', 'not-a-folder'), '');
    const failed: [string, number, string][] = [];
    const removed = await removeUnused(
      db,
      config,
      images.map(({ id }) => id),
      ({ type, id }, error) => failed.push([type, id, (error as Error).message]),
    );
    assert.equal(removed, 1);
    assert.deepEqual(
      failed.map(([type, id]) => [type, id]),
      [['image', broken]],
    );
    assert.match(failed[0]![2], /not-a-folder\/inside is no longer used and could not be removed: ENOTDIR/);
    assert.ok(!existsSync(free));
  });
});

describe('Files of images that no record has', () => {
  it('They are removed after a week, unless they are most or a text mentions them', async () => {
    const folder = join(config.DATA_DIR, 'images');
    const own: string[] = [];
    for (let at = 0; at < 5; at++) {
      const sending = { body: await picture(9, 9), headers: { 'content-type': 'image/png' } };
      const { body } = await call(`POST ${site}/images`, { as: accounts.editor, ...sending });
      own.push(new URL((body as unknown as Image).url).pathname.split('/').at(-2)!);
    }
    const [old, fresh, mentioned] = ['a'.repeat(24), 'b'.repeat(24), 'c'.repeat(24)];
    const description = `<img src="/images/${mentioned}/x.png">`;
    const json = eventOf('T', { description });
    assert.equal((await call('POST /events', { as: accounts.editor, json })).status, 201);
    const there = () => readdirSync(folder).filter(name => [...own, old, fresh, mentioned].includes(name));
    for (const name of [old, fresh, mentioned]) mkdirSync(join(folder, name));
    for (const name of [...own, old, mentioned]) utimesSync(join(folder, name), 0, 0);
    const many = Array.from({ length: 100 }, (_, at) => at.toString(16).padStart(24, 'd'));
    for (const name of many) mkdirSync(join(folder, name));
    await removeOrphans(db, config, Date.now() / 1000);
    assert.equal(there().length, 8);
    for (const name of many) rmSync(join(folder, name), { recursive: true });
    await removeOrphans(db, config, Date.now() / 1000);
    assert.deepEqual(there().sort(), [...own, fresh, mentioned].sort());
  });
});
