import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { dialectOf } from '../src/db/dialect.ts';
import { openSqlite } from '../src/db/sqlite/sqlite.ts';
import type { Db } from '../src/db/tables.ts';
import { savePendingEdit } from '../src/events/pending-edits.ts';
import { addProposal } from '../src/events/public-proposals.ts';
import { putMails } from '../src/mail/outbox.ts';
import { setWish } from '../src/mail/wishes.ts';
import { storeId } from '../src/records/store-id.ts';
import { writeSettings } from '../src/site/settings-store.ts';
import { type CopyCounts, CopyRefused, copyStore } from '../src/transfer/copy.ts';
import { askForReading } from '../src/transfer/sources/readings.ts';
import { addSource } from '../src/transfer/sources/sources.ts';
import { openSession } from '../src/users/sessions.ts';
import { caller, eventOf } from './client.ts';
import { almanac, almanacHere } from './command.ts';
import { ownFolder } from './folder.ts';
import { picture } from './pictures.ts';
import { startService } from './service.ts';
import { openEmbedded, openTestStore } from './store.ts';

// Copies from the embedded store to the store of the run, and back.

const folder = await ownFolder();

/** A service on the embedded store, with records of every kind. */
async function fullService() {
  const service = await startService({}, openEmbedded);
  const call = caller(service.base);
  const { administrator: as, author } = service.accounts;
  const made: number[] = [];
  const titles = ['Nit de jazz', '日本の祭り', '😀 & <b>', "l'àvia \\ %_"];
  for (const [at, title] of titles.entries()) {
    const json = eventOf(title, {
      categories: [`Category ${at === 2 ? 0 : at}`],
      ...(at !== 2 && { tags: [`Tag ${at}`] }),
      venue: { venue: `Hall ${at}`, geo_lat: 41.123456789 + at, geo_lng: -2.5 },
      organizer: [{ organizer: `Club ${at}` }],
      cost: '5.50 €',
      ...(at === 1 && { password: 'open' }),
    });
    const headers = { 'idempotency-key': `"${at}"` };
    const { status, text, body } = await call('POST /events', { as: at === 2 ? author : as, json, headers });
    assert.equal(status, 201, text);
    made.push(body.id);
  }
  assert.equal((await call(`DELETE /events/${made[0]}`, { as })).status, 200);
  const gone = (await call('POST /tags', { as, json: { name: 'Gone' } })).body.id;
  assert.equal((await call(`DELETE /tags/${gone}`, { as })).status, 200);
  const days = { start_date: '2031-05-06', end_date: '2031-05-06', all_day: true };
  const weekly = { ...eventOf('Weekly'), ...days, recurrence: 'RRULE:FREQ=WEEKLY;COUNT=2' };
  const series = (await call('POST /events', { as, json: weekly })).body.id;
  const shorter = { recurrence: 'RRULE:FREQ=WEEKLY;COUNT=1' };
  assert.equal((await call(`PATCH /events/${series}`, { as, json: shorter })).status, 200);
  const renamed = `POST /events/${made[1]}`;
  const fields = { slug: 'renamed', translations: { fr: { title: 'Fête', slug: 'fete' } } };
  assert.equal((await call(renamed, { as, json: fields })).status, 200);
  await storeId(service.db);
  const changes = [{ name: 'SITE_NAME', value: 'Agenda' }] as const;
  await writeSettings(service.db, changes, { actor: { via: 'command' }, now: 7 });
  const imported = {
    type: 'event' as const,
    source: 'https://old.example/é',
    local_id: made[1]!,
    fingerprint: 'f',
  };
  await service.db
    .insertInto('imported')
    .values({ ...imported, modified_at: null })
    .execute();
  await addPerson(service.db, service.accounts.editor.id);
  const opened = { event_id: made[1]!, user_id: service.accounts.editor.id };
  const edit = { ...opened, base: { title: 'a' }, members: { title: 'b' }, saved_at: 7, submitted_at: 8 };
  await savePendingEdit(service.db, edit, undefined);
  await service.db
    .insertInto('open_forms')
    .values({ ...opened, at: 7 })
    .execute();
  const proposal = { token: 't', state: 'waits', typed: {}, name: 'n', email: 'e', language: 'en' } as const;
  const { config } = service;
  await addProposal(service.db, { ...proposal, client: 'c', start_at: 7, end_at: 8, now: 7, config });
  const { id: user } = service.accounts.editor;
  const mail = { to: { user }, notice: 'refused', data: { title: 'é' }, path: '/admin/', now: 7 } as const;
  const source = (await addSource(service.db, {
    ...{ owner_id: user, name: 'é', address: 'https://hall.example/', file: '', file_name: '', every: 'day' },
    ...{ due_at: 7, category_id: null, queues: 0, prunes: 1, shrink_limit: 3, created_at: 7 },
  })) as number;
  await askForReading(service.db, { source, by: user, now: 7 });
  await putMails(service.db, { SMTP_URL: 'smtp://127.0.0.1' }, [mail]);
  await setWish(service.db, { recipient: 'hash', topic: 'decisions' }, 'never');
  const body = await picture(20, 20);
  const headers = { 'content-type': 'image/png' };
  assert.equal((await call(`POST ${service.site}/images`, { as, body, headers })).status, 201);
  return service;
}

/** What an account has that works at /admin. */
async function addPerson(db: Db, user_id: number): Promise<void> {
  const session = { user: user_id, role: 'editor', now: 7, from: '127.0.0.1', device: 'test' } as const;
  await openSession(db, session);
  const until = { created_at: 7, expires_at: 9 };
  await db
    .insertInto('secret_links')
    .values({ user_id, purpose: 'invitation', hash: 'h', code_hash: null, ...until })
    .execute();
  const key = { credential: 'c', public_key: 'k', algorithm: -7, uses: 0, name: 'phone', created_at: 7 };
  await db
    .insertInto('passkeys')
    .values({ user_id, ...key, last_used_at: null })
    .execute();
  await db.insertInto('used_challenges').values({ challenge: 'c', expires_at: 9 }).execute();
  const entry = { at: 7, what: 'sign-in', login: 'editor', address: '127.0.0.1', actor: '{}', details: '{}' };
  await db
    .insertInto('security_log')
    .values({ user_id, ...entry })
    .execute();
}

/** All rows of the tables. */
async function dump(db: Db, tables: string[]) {
  const found: Record<string, unknown> = {};
  for (const table of tables) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db);
    // The service stores last uses a while later, perhaps after the copy.
    const kept = rows.map(({ last_used_at: _, last_used_from: __, ...row }) => row);
    found[table] = kept.map(row => JSON.stringify(Object.entries(row).sort())).sort();
  }
  return found;
}

describe('Copies of a store', () => {
  it('A copy of a store holds everything, there and back', async () => {
    await using service = await fullService();
    await using middle = await openTestStore(folder);
    const back = await openSqlite(join(folder, 'back.sqlite'));
    try {
      const shown: string[] = [];
      const counts = await copyStore(service.db, middle.db, (table, rows) => shown.push(`${table} ${rows}`));
      assert.equal(counts.events, 6);
      assert.equal(counts.vanished_occurrences, 1);
      const empty = Object.entries(counts).flatMap(([table, count]) => (count === 0 ? table : []));
      assert.deepEqual(empty, []);
      assert.ok(shown.includes('events 6'));
      assert.deepEqual(await copyStore(middle.db, back, () => {}), counts);
      const tables = Object.keys(counts satisfies CopyCounts);
      assert.deepEqual(await dump(back, tables), await dump(service.db, tables));
      for (const table of [
        'records',
        'terms',
        'users',
        'app_passwords',
        'versions',
        'site_settings',
      ] as const)
        for (const db of [middle.db, back])
          assert.equal(
            await dialectOf(db).lastId(db, table),
            await dialectOf(service.db).lastId(service.db, table),
            table,
          );
      const found = await middle.db
        .selectFrom('events')
        .select('id')
        .where(dialectOf(middle.db).contains(sql.ref('search_text'), 'jazz'))
        .execute();
      assert.equal(found.length, 1, 'words are found in the copy');
    } finally {
      await back.destroy();
    }
  });

  it('A copy into a store in use is refused, and a failed copy leaves nothing', async () => {
    await using service = await fullService();
    await using target = await openTestStore(join(folder, 'target'));
    await target.db.insertInto('settings').values({ name: 'any', value: 'thing' }).execute();
    await assert.rejects(
      copyStore(service.db, target.db, () => {}),
      CopyRefused,
    );
    await target.db.deleteFrom('settings').execute();
    // The copy fails after most rows were written.
    const failing = copyStore(service.db, target.db, table => {
      if (table === 'event_terms') throw new Error('the machine stops');
    });
    await assert.rejects(failing, /the machine stops/);
    for (const [table, rows] of Object.entries(
      await dump(target.db, ['users', 'records', 'events', 'terms', 'settings']),
    ))
      assert.deepEqual(rows, [], table);
    assert.equal((await copyStore(service.db, target.db, () => {})).events, 6);
  });

  it('The copy command copies a store and reports wrong arguments', async () => {
    await using service = await fullService();
    const from = `sqlite:${join(service.config.DATA_DIR, 'almanac.sqlite')}`;
    const to = `sqlite:${join(folder, 'by-command.sqlite')}`;
    const done = await almanac(folder, {}, 'copy', '--from', from, '--to', to);
    assert.equal(done.code, 0, done.errors);
    assert.match(done.errors, /^events: 6$/m);
    const again = await almanacHere({}, 'copy', '--from', from, '--to', to);
    assert.deepEqual([again.code, /not empty/.test(again.errors)], [1, true]);
    const wrong: [string[], RegExp][] = [
      [['--to', to], /--from: expected sqlite:FILE or postgres:/],
      [['--from', from], /--to: expected/],
      [['--from', 'mysql://x/y', '--to', to], /--from: expected/],
      [['--from', 'sqlite:no-such-file', '--to', to], /no file "no-such-file"/],
      [['--from', from, '--to', from], /the same store/],
      [['--from', from, '--to', to, 'more'], /takes no arguments, not "more"/],
    ];
    for (const [words, expected] of wrong) {
      const { code, errors } = await almanacHere({}, 'copy', ...words);
      assert.deepEqual([code, expected.test(errors)], [2, true], errors);
    }
  });
});
