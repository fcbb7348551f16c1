import assert from 'node:assert/strict';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { buildApp } from '../src/app.ts';
import { storeFile } from '../src/db/open.ts';
import { openEmbedded } from '../src/db/sqlite/driver.ts';
import { languages } from '../src/i18n/language.ts';
import { say } from '../src/i18n/say.ts';
import { deskOf, signedIn } from './admin.ts';
import { makeStore, spawnServe, startChild } from './child.ts';
import { caller, eventOf, eventually, seconds } from './client.ts';
import { almanacHere } from './command.ts';
import { configOf, makeEditor, untilItAnswers } from './crash/service.ts';
import { limitFiles, mayLimit, noise, openSmallDisk } from './disk/disk.ts';
import { assertPasses, assertTakesNothing, assertTellsNothing, LARGE, type Place } from './disk/passes.ts';
import { ownFolder } from './folder.ts';
import { startBeside } from './memory/beside.ts';
import { openGallery } from './pictures.ts';
import { makeServer, owner } from './postgres.ts';
import { startService } from './service.ts';
import { administer, SERVER } from './store.ts';

// Stores and disks that are full, read-only or broken: nothing is damaged, reads go on, and the service recovers by
// itself.

const folder = await ownFolder();
const SERVE_UNSYNCED = fileURLToPath(new URL('./serve-unsynced.ts', import.meta.url));

describe('The embedded store and its disk', { skip: SERVER !== undefined, concurrency: 2 }, () => {
  it('A read-only store refuses writes and answers reads', async () => {
    await using service = await startService();
    const { editor } = service.accounts;
    const first = await caller(service.base)('POST /events', { as: editor, json: eventOf('First') });
    const { token } = await signedIn(service, 'administrator');
    const file = storeFile(service.config);
    const writer = new DatabaseSync(file, { readOnly: true });
    const db = openEmbedded(file, writer);
    const app = buildApp(db, service.config);
    try {
      const site = await app.listen({ host: '127.0.0.1', port: 0 });
      // This account has not signed in before, so its last use has to be stored.
      await assertTakesNothing({ site, as: service.accounts.administrator }, first.body.id);
      const desk = deskOf(site, token);
      const event = `/events/${first.body.id}/`;
      for (const path of [
        ...[event, `${event}history/`, `${event}preview/`, `${event}translations/fr/`, '/', '/events/'],
        ...['/events/new/', '/agenda/', '/proposals/', '/venues/', '/tags/', '/pictures/', '/sources/'],
        ...['/sources/new/', '/trash/', '/settings/', '/settings/history/', '/people/', '/security/', '/me/'],
      ])
        assert.equal((await desk.open(path)).status, 200, path);
    } finally {
      await app.close();
      await db.destroy();
    }
  });

  it('A store that may not grow refuses writes until it may', async () => {
    await using service = await startService();
    // A transaction uses the writing connection.
    const limit = (pages: number) =>
      service.db.transaction().execute(db => sql.raw(`pragma max_page_count = ${pages}`).execute(db));
    await assertPasses(
      { site: service.site, as: service.accounts.editor },
      () => limit(1),
      () => limit(1_000_000),
    );
  });

  it('A store whose files may not grow leaves no partial picture', { skip: !mayLimit }, async () => {
    await using gallery = await openGallery();
    await using store = await makeStore();
    await using child = await startChild(store, { FETCH_ALLOW: gallery.host });
    const { pid } = child.process;
    const as = store.accounts.editor;
    await assertPasses(
      { site: child.site, as },
      () => limitFiles(pid, 0),
      () => limitFiles(pid, 'unlimited'),
    );
    const json = eventOf('Shown', { image: `http://${gallery.host}/small.png`, description: LARGE });
    const body = await noise(200, 200);
    const uploading = { as, body, headers: { 'content-type': 'image/png' } };
    const asked = () =>
      Promise.all([
        caller(child.site)('POST /images', uploading),
        caller(child.base)('POST /events', { as, json }),
      ]);
    // The small image fits, but its record does not. Of the large one only a part fits.
    await limitFiles(pid, 20_000);
    for (const { status, text } of await asked())
      assert.match(`${status} ${text}`, /^503.*store_not_writable/);
    assert.deepEqual(await readdir(join(store.folder, 'images')), []);
    await limitFiles(pid, 'unlimited');
    for (const { status, text } of await asked()) assert.equal(status, 201, text);
    assert.equal((await readdir(join(store.folder, 'images'))).length, 2);
  });

  it('A store on a full disk waits for room, at run time and at the start', async context => {
    await using disk = await openSmallDisk(4);
    if (!disk) return context.skip('this account may not have a disk of its own');
    {
      await using store = await makeStore(disk.folder);
      await using child = await startChild(store);
      const place = { site: child.site, as: store.accounts.editor };
      const fill = async () => {
        // The service would make room by emptying it.
        emptyLog(store);
        await disk.fill();
      };
      await assertPasses(place, fill, () => disk.clear());
    }
    await disk.fill();
    const late = spawnServe({ folder: join(disk.folder, 'new'), url: '' });
    try {
      let [output, errors] = ['', ''];
      late.stdout.on('data', piece => {
        output += piece;
      });
      late.stderr.on('data', piece => {
        errors += piece;
      });
      const isReported = async () => /DATA_DIR .*: the disk is full.* Retrying/.test(errors);
      assert.ok(await eventually(isReported, Boolean), errors);
      await disk.clear();
      assert.ok(await eventually(async () => output.includes('application password'), Boolean), errors);
    } finally {
      late.kill('SIGKILL');
    }
  });

  it('A store on a small disk checkpoints its log in time and uses the whole disk', async context => {
    await using disk = await openSmallDisk(10);
    if (!disk) return context.skip('this account may not have a disk of its own');
    await using store = await makeStore(disk.folder);
    await writeFile(join(disk.folder, 'filler'), Buffer.alloc(2 ** 20));
    await using service = await startBeside({ config: configOf(store) });
    const writing = { site: service.site, as: store.accounts.editor };
    await writeUntilRefused(writing);
    const file = storeFile({ DATA_DIR: store.folder });
    const [{ size }, log] = [await stat(file), await stat(`${file}-wal`)];
    assert.ok(size > 7 * 2 ** 20 && log.size < 2 ** 20, `${size} and ${log.size} bytes`);
    await disk.clear();
    assert.ok((await writeUntilRefused(writing)) > 0, 'it goes on once there is room');
  });

  it('A store whose log fills the disk during a long read accepts writes again after it', async context => {
    await using disk = await openSmallDisk(10);
    if (!disk) return context.skip('this account may not have a disk of its own');
    await using store = await makeStore(disk.folder);
    await using service = await startBeside({ config: configOf(store) });
    const writing = { site: service.site, as: store.accounts.editor };
    using reader = new DatabaseSync(storeFile({ DATA_DIR: store.folder }), { readOnly: true });
    reader.exec('begin; select count(*) from events');
    assert.ok((await writeUntilRefused(writing)) > 0);
    assert.equal(await writeUntilRefused(writing), 0, 'as long as it is read there is no room');
    const log = `${storeFile({ DATA_DIR: store.folder })}-wal`;
    const before = (await stat(log)).size;
    reader.exec('commit');
    assert.ok((await writeUntilRefused(writing)) > 0);
    assert.ok((await stat(log)).size < before, 'the room of the log was given back');
  });

  it('A write whose log cannot be synced may be in the store, and the answer says so', async () => {
    await using store = await makeStore();
    await using child = await startChild(store, {}, SERVE_UNSYNCED);
    const as = store.accounts.editor;
    const create = (language: string, headers = {}) =>
      caller(`${child.site}/${language}/cal/events/v1`)('POST /events', {
        ...{ as, headers, json: eventOf(`In ${language}`) },
      });
    const titles = async () => {
      const { body } = await caller(child.base)('GET /events?start_date=2031-01-01&end_date=2031-12-31');
      return body.events.map(({ title }) => title).sort();
    };
    const broken = join(store.folder, 'broken');
    await writeFile(broken, '');
    const key = { 'idempotency-key': '"once"' };
    for (const language of languages) {
      const { status, headers, body, text } = await create(language, language === 'en' ? key : {});
      assert.deepEqual([status, body.code], [503, 'store_not_writable']);
      assert.equal(body.message, say('write_in_doubt', language));
      assert.ok(Number(headers.get('retry-after')) > 0);
      assertTellsNothing(text);
    }
    const all = languages.map(language => `In ${language}`).sort();
    assert.deepEqual(await titles(), all, 'reading goes on, and shows them');
    await rm(broken);
    const again = await create('en', key);
    assert.equal(again.status, 201, again.text);
    assert.deepEqual(await titles(), all, 'the key finds the event again');
  });

  it('An embedded store with damaged pages answers 503 for them and goes on', async () => {
    await using store = await makeStore();
    await using child = await startChild(store, { CACHE_BYTES: '0' });
    const call = caller(child.base);
    const as = store.accounts.editor;
    const made: number[] = [];
    for (let number = 0; number < 20; number++)
      made.push(
        (await call('POST /events', { as, json: eventOf(`${number}`, { description: LARGE }) })).body.id,
      );
    await spoil(storeFile({ DATA_DIR: store.folder }), 0.5);
    const answers = await Promise.all(made.map(id => call(`GET /events/${id}`)));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))].sort(), [200, 503]);
    for (const { status, body, text } of answers)
      if (status === 503) {
        assert.equal(body.code, 'service_unavailable');
        assertTellsNothing(text);
      }
    assert.equal((await call('GET /doc')).status, 200);
  });

  it('A damaged or truncated store file stops the start and is left unchanged', async () => {
    const file = storeFile({ DATA_DIR: folder });
    {
      await using store = await makeStore();
      using database = new DatabaseSync(storeFile({ DATA_DIR: store.folder }));
      database.exec(`vacuum into '${file}'`);
    }
    const whole = await readFile(file);
    const startHere = () => almanacHere({ DATA_DIR: folder, PORT: '0' }, 'serve');
    for (const [at, damaged] of [
      Buffer.from('no database at all'.repeat(1000)),
      whole.subarray(0, 10_000),
      Buffer.concat([whole.subarray(0, 4096), Buffer.alloc(whole.length - 4096, 'garbage')]),
      Buffer.concat([Buffer.alloc(4096, 'garbage'), whole.subarray(4096)]),
    ].entries()) {
      await writeFile(file, damaged);
      // A process of its own for the first: what the others say is told by the same code.
      const starting = at === 0 ? startChild({ folder, url: '' }) : startHere().then(({ errors }) => errors);
      const started = await starting.catch((error: Error) => error.message);
      assert.match(String(started), /DATA_DIR \(.*\): the file of the store is damaged[^\n]*\n$/);
      assert.ok(damaged.equals(await readFile(file)));
    }
  });
});

describe('The log on a broken pipe', { skip: SERVER !== undefined }, () => {
  it('A log that cannot be written holds up nothing', async () => {
    await using store = await makeStore();
    await using child = await startChild(store);
    const ask = async () => (await caller(child.base)('GET /events')).status;
    child.process.stdout?.destroy();
    assert.equal(await ask(), 200);
    // By then the service has tried.
    await seconds(0.3);
    assert.equal(await ask(), 200);
    child.process.kill('SIGTERM');
    assert.equal(await child.ended, 0);
  });
});

describe('PostgreSQL and its disk', { skip: SERVER === undefined }, async () => {
  if (SERVER === undefined) return;
  const server = await makeServer();
  await server.start();
  after(() => server[Symbol.asyncDispose]());
  const administerAll = (statement: string) => administer(`${server.address}/postgres`, statement);

  /** A database of its own, in this tablespace. */
  async function create(name: string, tablespace = 'pg_default') {
    await administerAll(`create database ${name} tablespace ${tablespace}`);
    return { folder: join(folder, name), url: `${server.address}/${name}` };
  }

  it('A read-only database refuses writes and answers reads until it is writable', async () => {
    const engine = await create('unchanging');
    await using service = await startBeside({ config: configOf(engine) });
    const as = await makeEditor(engine, service);
    const set = async (state: 'on' | 'off') => {
      await administerAll(`alter system set default_transaction_read_only = ${state}`);
      await administerAll('select pg_reload_conf()');
      // New connections have the setting once all processes were notified.
      const shown = async () => (await administerAll('show default_transaction_read_only'))[0];
      await eventually(shown, found => Object.values(found ?? {})[0] === state);
    };
    await assertPasses(
      { site: service.site, as },
      () => set('on'),
      () => set('off'),
    );
  });

  it('A database on a full disk refuses writes until there is room', async context => {
    await using disk = await openSmallDisk(32, owner?.uid);
    if (!disk) return context.skip('this account may not have a disk of its own');
    await administerAll(`create tablespace crowded location '${disk.folder}'`);
    const engine = await create('crowded', 'crowded');
    await using service = await startBeside({ config: configOf(engine) });
    const as = await makeEditor(engine, service);
    await assertPasses(
      { site: service.site, as },
      () => disk.fill(),
      () => disk.clear(),
    );
    await administerAll('drop database crowded with (force)');
    await administerAll('drop tablespace crowded');
  });

  it('A database with damaged pages answers 503 for them and goes on', async () => {
    const engine = await create('spoilt');
    await using child = await startChild(engine);
    const as = await makeEditor(engine, child);
    const call = caller(child.base);
    const { id } = (await call('POST /events', { as, json: eventOf('Lost') })).body;
    const [{ file }] = (await administer(engine.url, `select pg_relation_filepath('events') as file`)) as [
      { file: string },
    ];
    await server.stop();
    await writeFile(join(server.data, file), Buffer.alloc(8192, 'garbage'), { flag: 'r+' });
    await server.start();
    await untilItAnswers(child);
    const { status, body, text } = await call(`GET /events/${id}`, { as });
    assert.deepEqual([status, body.code], [503, 'service_unavailable']);
    assertTellsNothing(text);
    const made = await call('POST /venues', { as, json: { venue: 'Hall' } });
    assert.equal(made.status, 201);
  });
});

/** Creates events until the disk is full; resolves to their number. */
async function writeUntilRefused({ site, as }: Place): Promise<number> {
  const call = caller(`${site}/cal/events/v1`);
  for (let written = 0; ; written++) {
    const { status, body } = await call('POST /events', {
      as,
      // Few large ones fill it sooner than many.
      json: eventOf('One more', { description: LARGE.repeat(3) }),
    });
    if (status === 201) continue;
    assert.deepEqual([status, body.code], [503, 'store_not_writable']);
    return written;
  }
}

/** Copies the log of a store into its file, and truncates it. */
function emptyLog({ folder }: { folder: string }): void {
  using database = new DatabaseSync(storeFile({ DATA_DIR: folder }));
  const { busy } = database.prepare('pragma wal_checkpoint(truncate)').get()!;
  assert.equal(busy, 0);
}

/** Overwrites the last part of a store's file with garbage while others have it open. */
async function spoil(file: string, part: number): Promise<void> {
  using database = new DatabaseSync(file);
  database.exec('pragma wal_checkpoint(truncate)');
  const bytes = await readFile(file);
  const from = Math.floor((bytes.length * part) / 4096) * 4096;
  bytes.fill('garbage', from);
  await writeFile(file, bytes, { flag: 'r+' });
  // A write makes the other connections read the file again.
  database.exec(`insert into settings values ('spoilt', '')`);
}
