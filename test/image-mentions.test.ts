import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { sql } from 'kysely';
import { dialectOf } from '../src/db/dialect.ts';
import { savePendingEdit } from '../src/events/pending-edits.ts';
import { imageMentions, removeUnused } from '../src/trash/unused-images.ts';
import { caller, eventOf, type Image } from './client.ts';
import { almanacHere } from './command.ts';
import { picture } from './pictures.ts';
import { seriesOf } from './series.ts';
import { startService } from './service.ts';

// An image is removed with the last trace of it, and not before.

const service = await startService();
after(() => service[Symbol.asyncDispose]());
const { db, site, base, config, accounts } = service;
const call = caller(base);
const { done, ids } = seriesOf(service);
const settings = { DATA_DIR: config.DATA_DIR, DATABASE_URL: config.DATABASE_URL };

const upload = async (): Promise<Image> => {
  const sending = {
    as: accounts.editor,
    body: await picture(9, 9),
    headers: { 'content-type': 'image/png' },
  };
  return (await call(`POST ${site}/images`, sending)).body as unknown as Image;
};

/** Keeps a change of an event, which the public does not see. */
async function keepEdit(event_id: number, members: Record<string, string>): Promise<void> {
  const edit = { event_id, user_id: accounts.editor.id, base: {}, members: { title: 'x', ...members } };
  await savePendingEdit(db, { ...edit, saved_at: 7, submitted_at: null }, undefined);
}

/** Deletes an event with this image for good, so that it is looked at. */
async function lookAt(image: Image): Promise<void> {
  const { id } = await done('POST /events', eventOf('Passing', { image: image.id }));
  await done(`DELETE /events/${id}`);
  const { code, errors } = await almanacHere(settings, 'trash', 'empty', '--without-history');
  assert.equal(code, 0, errors);
}

const statusOf = async ({ url }: Image) => (await call(`GET ${url}`)).status;
const shown = ({ url }: Image) => `<p><img src="${url}"></p>`;

describe('The last trace of an image', () => {
  it('An image that nothing shows is removed with the record that showed it', async () => {
    const image = await upload();
    await lookAt(image);
    assert.equal(await statusOf(image), 404);
  });

  it('An image stays that a change of an event shall show', async () => {
    const image = await upload();
    const { id } = await done('POST /events', eventOf('Published'));
    await keepEdit(id, { image: String(image.id) });
    await lookAt(image);
    assert.equal(await statusOf(image), 200);
  });

  for (const [kind, member] of [
    ['events', 'title'],
    ['venues', 'venue'],
    ['organizers', 'organizer'],
    ['categories', 'name'],
    ['tags', 'name'],
  ] as const)
    it(`An image stays that only a translation of ${kind} shows, or its history`, async () => {
      const image = await upload();
      const { id } = await done(`POST /${kind}`, {
        ...(kind === 'events' ? eventOf(`With ${kind}`) : { [member]: `With ${kind}` }),
        // Terms have no HTML.
        translations: { fr: { [member]: 'Avec', description: member === 'name' ? image.url : shown(image) } },
      });
      await lookAt(image);
      assert.equal(await statusOf(image), 200);
      await done(`PATCH /${kind}/${id}`, { translations: { fr: null } });
      await lookAt(image);
      assert.equal(await statusOf(image), 200, 'a version would bring it back');
    });

  it('An image stays that an exception shows whose date may come back', async () => {
    const [image, inText] = [await upload(), await upload()];
    const series = await done('POST /events', eventOf('Choir', { recurrence: 'RRULE:FREQ=WEEKLY;COUNT=3' }));
    const last = (await ids(series.id)).at(-1);
    await done(`PATCH /events/${last}`, { title: 'Finale', image: image.id, description: shown(inText) });
    await db.deleteFrom('versions').execute();
    await done(`PATCH /events/${series.id}`, { recurrence: 'RRULE:FREQ=WEEKLY;COUNT=2' });
    await db.deleteFrom('versions').execute();
    await lookAt(image);
    await lookAt(inText);
    assert.deepEqual([await statusOf(image), await statusOf(inText)], [200, 200]);
    await done(`PATCH /events/${series.id}`, { recurrence: 'RRULE:FREQ=WEEKLY;COUNT=3' });
    assert.equal((await done(`GET /events/${last}`)).image.id, image.id);
  });
});

describe('What can mention an image', () => {
  it('An image stays as long as its address stands in any text of any record', async () => {
    const made = await done(
      'POST /events',
      eventOf('All', { venue: 'Hall', organizer: 'Club', tags: ['a'] }),
    );
    const series = await done('POST /events', eventOf('Weekly', { recurrence: 'RRULE:FREQ=WEEKLY;COUNT=2' }));
    await done(`PATCH /events/${(await ids(series.id))[1]}`, { title: 'Other' });
    await done(`PATCH /events/${series.id}`, { recurrence: 'RRULE:FREQ=WEEKLY;COUNT=1' });
    await done(`PATCH /events/${made.id}`, { title: 'Renamed' });
    await almanacHere(settings, 'settings', 'set', 'SITE_FOOTER', 'x');
    await keepEdit(made.id, {});
    const image = await upload();
    for (const [table, { texts }] of Object.entries(imageMentions))
      for (const column of texts.filter(column => column !== 'author_id')) {
        const { rows } = await sql<{ id: number; value: string | null }>`
          select id, ${sql.ref(column)} as value from ${sql.table(table)} order by id desc limit 1`.execute(
          db,
        );
        const [{ id, value }] = rows as [(typeof rows)[0]];
        const write = (value: string | null) =>
          sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value} where id = ${id}`.execute(db);
        await write(JSON.stringify({ text: shown(image) }));
        assert.equal(await removeUnused(db, config, [image.id]), 0, `${table}.${column}`);
        await write(value);
      }
    assert.equal(await removeUnused(db, config, [image.id]), 1);
  });

  it('The id of an image in a stored row is not that of one whose id begins with it', async () => {
    const image = await upload();
    const add = (id: number, own: string) =>
      db
        .insertInto('vanished_occurrences')
        .values({ series_id: 1, recurrence_id: String(id), id, own })
        .execute();
    await add(900_001, JSON.stringify({ columns: { image_id: Number(`${image.id}0`) } }));
    await add(900_002, JSON.stringify({ columns: { image_id: image.id, title: '' } }));
    assert.equal(await removeUnused(db, config, [image.id]), 0);
    await db.deleteFrom('vanished_occurrences').where('id', '=', 900_002).execute();
    assert.equal(await removeUnused(db, config, [image.id]), 1);
  });

  it('Each text of a record can mention an image, unless it can have no address', async () => {
    for (const [table, { texts }] of Object.entries(imageMentions)) {
      if (texts.length === 0) continue;
      const others = (await textColumnsOf(table)).filter(column => !texts.includes(column));
      assert.deepEqual(
        others.filter(column => !WITHOUT_ADDRESS.has(column)),
        [],
        table,
      );
    }
  });
});

/** Words, dates, digests, and what is made from other columns. */
const WITHOUT_ADDRESS = new Set([
  ...[
    'status',
    'status_before_trash',
    'decision',
    'imported',
    'event_status',
    'availability',
    'color',
    'taxonomy',
    'language',
    'translated',
    'type',
    'batch',
    'operation',
  ],
  ...['start_date', 'end_date', 'recurrence', 'recurrence_id', 'own_members', 'password_hash', 'uid'],
  ...['search_text', 'folded_name', 'match_key', 'lower_name', 'sort_name', 'actor', 'changed', 'setting'],
]);

async function textColumnsOf(table: string): Promise<string[]> {
  const { rows } = await (dialectOf(db).name === 'postgres'
    ? sql<{ name: string }>`select column_name as name from information_schema.columns
        where table_name = ${table} and data_type = 'text'`
    : sql<{ name: string }>`select name from pragma_table_info(${table}) where lower(type) = 'text'`
  ).execute(db);
  return rows.map(({ name }) => name);
}
