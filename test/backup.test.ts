import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { hash, randomBytes } from 'node:crypto';
import { cp, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import pg from 'pg';
import { followChanges } from '../src/db/changes.ts';
import { readsThrough } from '../src/db/prepared.ts';
import { openSqlite } from '../src/db/sqlite/sqlite.ts';
import { saveSourceFile } from '../src/transfer/sources/source-files.ts';
import type { Account } from './account.ts';
import { type Child, makeStore, startChild } from './child.ts';
import { type Body, type Call, caller, eventOf, eventually } from './client.ts';
import { almanac, almanacHere } from './command.ts';
import { configOf, type Place } from './crash/service.ts';
import { ownFolder } from './folder.ts';
import { startBeside } from './memory/beside.ts';
import { copyEvent } from './memory/copy-event.ts';
import { picture } from './pictures.ts';
import { administer, databaseUrl, SERVER } from './store.ts';

// Backups of running services, and the answers of services restored from them.

const folder = await ownFolder();
const run = promisify(execFile);
const WHY_NO_DUMP = await whyNoDump();
const EVER = '?start_date=2000-01-01&end_date=2099-12-31&per_page=50';

/** Writers that keep what was acknowledged: the ids of events, each with a venue, a tag and an image of its own. */
class Writers {
  readonly acknowledged: number[] = [];
  #isOver = false;
  readonly #all: Promise<void>[];

  constructor(child: Child, as: Account) {
    const call = caller(child.base);
    this.#all = Array.from({ length: 4 }, async (_, writer) => {
      for (let at = 0; !this.#isOver; at++) await this.#write(call, child.site, as, `${writer}-${at}`);
    });
  }

  async #write(call: Call, site: string, as: Account, name: string): Promise<void> {
    const body = await picture(20, 20);
    const headers = { 'content-type': 'image/png' };
    const image = (await call(`POST ${site}/images`, { as, body, headers })).body.id;
    const json = eventOf(`Night ${name}`, { image, venue: { venue: `Hall ${name}` }, tags: [`Tag ${name}`] });
    const { status, text, body: event } = await call('POST /events', { as, json });
    assert.equal(status, 201, text);
    this.acknowledged.push(event.id);
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#all);
  }
}

/** The answers to anonymous requests and to an editor, without the address of the service. */
async function answersOf({ base, site }: Pick<Child, 'base' | 'site'>, as: Account, ids: readonly number[]) {
  const call = caller(base);
  const lists = ['events', 'venues', 'organizers', 'categories', 'tags'].map(name => `/${name}`);
  const paths = [...lists, `/events${EVER}`, `/events${EVER}&page=2`, '/events?search=night'];
  const answers: Record<string, string> = {};
  for (const path of [...paths, ...ids.map(id => `/events/${id}`)])
    for (const reader of [undefined, as]) {
      const { status, text } = await call(`GET ${path}`, { as: reader });
      answers[`${path} ${reader?.user}`] = `${status} ${text}`
        .replaceAll(site.replaceAll('/', '\\/'), '')
        .replaceAll(site, '');
    }
  return answers;
}

/** Serves a store in this process, because starting another one takes ten times as long. */
const serveHere = (place: Place) => startBeside({ config: configOf(place) });

async function restoreTo(name: string, file: string): Promise<Place> {
  const place = { folder: join(folder, name), url: '' };
  const { code, errors } = await almanacHere({ DATA_DIR: place.folder }, 'restore', join(folder, file));
  assert.equal(code, 0, errors);
  return place;
}

describe('Backups of a running service', {
  skip: SERVER !== undefined && 'of the embedded store',
  concurrency: 2,
}, () => {
  const plain = join(folder, 'plain');
  before(async () => {
    await (await openSqlite(join(plain, 'almanac.sqlite'))).destroy();
    assert.equal((await almanacHere({ DATA_DIR: plain }, 'backup', join(folder, 'plain.tar'))).code, 0);
  });

  it('A backup holds every write acknowledged before it and no partial write, and its restore answers the same', async () => {
    await using store = await makeStore();
    const as = store.accounts.editor;
    await using child = await startChild(store);
    const writers = new Writers(child, as);
    const written = async () => writers.acknowledged.length;
    await eventually(written, count => count >= 20);
    const before = [...writers.acknowledged];
    const settings = { DATA_DIR: store.folder };
    const taken = await almanac(folder, settings, 'backup', 'calendar.tar');
    assert.equal(taken.code, 0, taken.errors);
    assert.ok((await stat(join(store.folder, 'last-backup'))).isFile());
    await writers.end();
    assert.ok(writers.acknowledged.length > before.length, 'writes went on');
    const underLoad = { DATA_DIR: join(folder, 'under-load') };
    const back = await almanacHere(underLoad, 'restore', join(folder, 'calendar.tar'));
    assert.equal(back.code, 0, back.errors);
    const found = await eventsIn({ folder: underLoad.DATA_DIR });
    const there = new Set(found.map(({ id }) => id));
    assert.deepEqual([before.filter(id => !there.has(id)), there.size === found.length], [[], true]);
    for (const { title, venue, tag, file } of found) {
      const name = title.replace('Night ', '');
      assert.deepEqual([venue, tag], [`Hall ${name}`, `Tag ${name}`]);
      assert.ok((await stat(join(underLoad.DATA_DIR, 'images', file))).size > 0);
    }

    const again = await almanacHere(settings, 'backup', join(folder, 'calendar.tar'), '--overwrite');
    assert.equal(again.code, 0, again.errors);
    await using restored = await serveHere(await restoreTo('same', 'calendar.tar'));
    const ids = writers.acknowledged.slice(-3);
    assert.deepEqual(await answersOf(restored, as, ids), await answersOf(child, as, ids));
    const { body } = await caller(restored.base)(`GET /events/${ids[0]}`);
    assert.equal((await caller(restored.base)(`GET ${body.image.url}`)).status, 200);
    assert.equal((await caller(restored.base)('POST /events', { as, json: eventOf('Next') })).status, 201);
  });

  it('A backup or an export that is told to become the store leaves it as it is', async () => {
    await using store = await makeStore();
    const settings = { DATA_DIR: store.folder };
    const file = join(store.folder, 'almanac.sqlite');
    await symlink(file, join(folder, 'link.sqlite'));
    const before = await eventsIn(store);
    for (const path of [file, join(folder, 'link.sqlite')])
      for (const call of [
        ['export', path],
        ['backup', path, '--overwrite'],
      ]) {
        const { code, errors } = await almanacHere(settings, ...call);
        assert.equal(code, 2);
        assert.match(errors, /^FILE: .* is the store, which DATA_DIR names: choose another name\.$/m);
      }
    assert.deepEqual(await eventsIn(store), before);
  });

  it('A backup is a tar file that tar itself reads, with valid checksums', async () => {
    const target = join(folder, 'by-hand');
    await mkdir(target);
    await run('tar', ['-xf', 'plain.tar', '-C', target], { cwd: folder });
    const names = ['backup.json', 'almanac.sqlite'];
    assert.deepEqual((await readdir(target)).sort(), ['SHA256SUMS', ...names].sort());
    const contents = await Promise.all(names.map(name => readFile(join(target, name))));
    const sums = contents.map((content, at) => `${hash('sha256', content)}  ${names[at]}\n`);
    assert.equal(await readFile(join(target, 'SHA256SUMS'), 'utf8'), sums.join(''));
  });

  it('With --keep a backup is named by its time, and the oldest ones are removed after it', async () => {
    const kept = join(folder, 'kept');
    await mkdir(kept);
    const old = ['almanac-2020-01-01T000000Z.tar', 'almanac-2020-01-02T000000Z.tar'];
    for (const name of old) await writeFile(join(kept, name), '');
    const none = await almanacHere({ DATA_DIR: join(folder, 'none') }, 'backup', kept, '--keep', '2');
    assert.deepEqual([none.code, (await readdir(kept)).sort()], [1, old], 'a failed backup removes nothing');
    const { code, errors } = await almanacHere({ DATA_DIR: plain }, 'backup', kept, '--keep', '2');
    assert.deepEqual([code, errors.includes(`Removed: ${old[0]}\n`)], [0, true], errors);
    const names = (await readdir(kept)).sort();
    assert.deepEqual([names.length, names[0]], [2, old[1]]);
    const back = await almanacHere({ DATA_DIR: join(folder, 'dated') }, 'restore', join(kept, names[1]!));
    assert.equal(back.code, 0, back.errors);
    for (const keep of ['0', 'x', '-1'])
      assert.equal((await almanacHere({ DATA_DIR: plain }, 'backup', kept, `--keep=${keep}`)).code, 2);
  });

  it('A backup or restore that cannot be done is refused with the reason', async () => {
    const empty = join(folder, 'empty');
    await writeFile(join(folder, 'broken.tar'), 'no archive at all');
    const cases: [string[], number, RegExp][] = [
      [['backup', 'x.tar'], 1, /There is no store in/],
      [['backup'], 2, /FILE is missing/],
      [['restore', 'none.tar'], 1, /none\.tar: ENOENT/],
      [['restore', 'broken.tar'], 1, /damaged, or not a backup of Almanac/],
      [['backup', 'plain.tar'], 1, /plain\.tar exists/],
      [['restore', 'plain.tar'], 1, /almanac\.sqlite exists: move it away/],
      [['backup', 'no/such/folder/plain.tar'], 1, /There is no folder .*folder\.$/m],
    ];
    const ended = await Promise.all(
      cases.map(([[command, ...files]]) => {
        const settings = { DATA_DIR: files.join().includes('plain') ? plain : empty };
        return almanacHere(settings, command!, ...files.map(file => join(folder, file)));
      }),
    );
    for (const [at, [words, expected, why]] of cases.entries()) {
      const { code, errors } = ended[at]!;
      assert.deepEqual([code, why.test(errors)], [expected, true], `${words.join(' ')}: ${errors}`);
    }
  });

  it('A restored store does not use an index of later writes', async () => {
    await using store = await makeStore();
    const db = await store.open();
    {
      await using first = await serveHere(store);
      const as = store.accounts.editor;
      const { body } = await caller(first.base)('POST /events', { as, json: eventOf('Original') });
      await copyEvent(db, body.id, 2500);
    }
    assert.equal(
      (await almanacHere({ DATA_DIR: store.folder }, 'backup', join(folder, 'large.tar'))).code,
      0,
    );
    await db.updateTable('events').set({ status: 'trash' }).where('id', '<', 1_000_100).execute();
    await db.destroy();
    {
      await using later = await serveHere(store);
      assert.equal((await caller(later.base)(`GET /events${EVER}`)).body.total, 2401);
      await eventually(
        () => indexesIn(store.folder),
        found => found.some(name => /^words-[^.]+\.index$/.test(name)),
      );
    }
    // Once after a restore, and once as if somebody had copied the folder back by hand.
    for (const stale of [false, true]) {
      const restored = await restoreTo(`large-${stale}`, 'large.tar');
      if (stale) await cp(join(store.folder, 'memory'), join(restored.folder, 'memory'), { recursive: true });
      await using service = await serveHere(restored);
      const call = caller(service.base);
      for (const query of ['', '&search=original']) {
        const { body } = await call(`GET /events${EVER}${query}`);
        assert.equal(body.total, 2501, `${stale} ${query}`);
      }
    }
  });
});

describe('Backups with records in PostgreSQL', { skip: SERVER === undefined && 'of PostgreSQL' }, () => {
  it('A backup beside PostgreSQL holds the pictures and says that pg_dump is for the records', async () => {
    await using store = await makeStore();
    await using child = await startChild(store);
    const url = await illustrate(child, store.accounts.editor);
    const read = await saveSourceFile({ DATA_DIR: store.folder }, { name: 'a.csv', bytes: Buffer.from('a') });
    const db = await store.open();
    const chosen = { name: 'S', address: '', every: 'never', prunes: 0, shrink_limit: 50 } as const;
    const source = { ...chosen, file: read, file_name: 'a.csv', category_id: null, queues: 0 };
    await db
      .insertInto('sources')
      .values({ ...source, owner_id: null, due_at: null, created_at: 1 })
      .execute();
    await db.destroy();
    const at = (name: string) => ({ DATA_DIR: join(folder, name), DATABASE_URL: store.url });
    const taken = await almanac(folder, { ...at(''), DATA_DIR: store.folder }, 'backup', 'pictures.tar');
    assert.equal(taken.code, 0, taken.errors);
    assert.match(taken.errors, /^1 image file, 1 file of sources.*\n.*run pg_dump/);
    const archive = join(folder, 'pictures.tar');
    const elsewhere = await almanacHere(at('elsewhere'), 'backup', join(folder, 'none.tar'));
    assert.deepEqual([elsewhere.code, /^DATA_DIR.*none of the files/.test(elsewhere.errors)], [1, true]);
    const alone = await almanacHere({ DATA_DIR: join(folder, 'alone') }, 'restore', archive);
    assert.deepEqual([alone.code, /set DATABASE_URL/.test(alone.errors)], [1, true]);
    const back = await almanacHere(at('pictures'), 'restore', join(folder, 'pictures.tar'));
    assert.equal(back.code, 0, back.errors);
    assert.equal(await readFile(join(folder, 'pictures', 'sources', read), 'utf8'), 'a');
    await using restored = await serveHere({ folder: join(folder, 'pictures'), url: store.url });
    assert.equal((await caller(restored.base)(`GET ${url.replace(child.site, restored.site)}`)).status, 200);
    const onto = await almanacHere(at('pictures'), 'restore', archive);
    assert.deepEqual([onto.code, /images exists/.test(onto.errors)], [1, true]);
  });

  it('pg_dump and pg_restore bring back the records beside a restored backup', {
    skip: WHY_NO_DUMP,
  }, async () => {
    await using store = await makeStore();
    const as = store.accounts.editor;
    await using child = await startChild(store);
    await illustrate(child, as);
    await run('pg_dump', ['--format=custom', '--file', join(folder, 'calendar.dump'), store.url]);
    const settings = { DATA_DIR: store.folder, DATABASE_URL: store.url };
    const archive = join(folder, 'beside-dump.tar');
    assert.equal((await almanacHere(settings, 'backup', archive)).code, 0);
    const name = `almanac_restored_${randomBytes(6).toString('hex')}`;
    await administer(SERVER!, `create database ${name}`);
    try {
      const place = { folder: join(folder, 'beside-dump'), url: databaseUrl(SERVER!, name) };
      const early = { DATA_DIR: place.folder, DATABASE_URL: place.url };
      const refused = await almanacHere(early, 'restore', archive);
      assert.deepEqual([refused.code, /no records in this database/.test(refused.errors)], [1, true]);
      await run('pg_restore', ['--exit-on-error', '--dbname', place.url, join(folder, 'calendar.dump')]);
      const back = await almanacHere(early, 'restore', archive);
      assert.equal(back.code, 0, back.errors);
      await using restored = await serveHere(place);
      assert.deepEqual(await answersOf(restored, as, []), await answersOf(child, as, []));
      assert.equal((await caller(restored.base)('POST /events', { as, json: eventOf('Next') })).status, 201);
    } finally {
      await administer(SERVER!, `drop database ${name} with (force)`);
    }
  });

  it('Changes in a dump from a cluster with higher transaction ids are reported only once', async () => {
    await using store = await makeStore();
    const db = await store.open();
    const { newChanges: news } = await followChanges(readsThrough(db));
    const foreign = sql`insert into changes (type, record_id, xid) values ('event', 1, '9000000000'::xid8)`;
    for (let times = 0; times < 2; times++) await foreign.execute(db);
    assert.equal((await news()).length, 2);
    assert.equal((await news()).length, 1, 'they are news for ever');
    await (await store.open()).destroy();
    // Pruned changes are reported once.
    await news();
    assert.deepEqual(await news(), []);
    await db.destroy();
  });
});

/** An event with an image; returns the image's address. */
async function illustrate({ base, site }: Child, as: Account): Promise<string> {
  const call = caller(base);
  const headers = { 'content-type': 'image/png' };
  const { body } = await call(`POST ${site}/images`, { as, body: await picture(20, 20), headers });
  const image = body as unknown as Body['image'];
  const json = eventOf('Night of pictures', { image: image.id, tags: ['Seen'] });
  assert.equal((await call('POST /events', { as, json })).status, 201);
  return image.url;
}

/**
 * Why PostgreSQL's own tools cannot be tested here; false if they can. They read servers of their own version or
 * older.
 */
async function whyNoDump(): Promise<string | false> {
  if (SERVER === undefined) return false;
  const tool = await run('pg_dump', ['--version']).catch(() => undefined);
  const client = new pg.Client({ connectionString: SERVER });
  await client.connect();
  const server = (await client.query('show server_version')).rows[0].server_version;
  await client.end();
  if (!tool) return 'there is no pg_dump';
  return major(tool.stdout) < major(server) && `pg_dump is older than PostgreSQL ${server}`;
}

/** The first number in a text: of `18.4` and of `pg_dump (PostgreSQL) 18.4 (Debian …)`. */
function major(version: string): number {
  return Number(/(?<!\S)\d+/.exec(version)?.[0]);
}

const indexesIn = (place: string): Promise<string[]> => readdir(join(place, 'memory')).catch(() => []);

/** The events of a store with their links. */
async function eventsIn(place: { folder: string }) {
  const db = await openSqlite(join(place.folder, 'almanac.sqlite'));
  try {
    return await db
      .selectFrom('events')
      .leftJoin('event_venues', 'event_venues.event_id', 'events.id')
      .leftJoin('venues', 'venues.id', 'event_venues.venue_id')
      .leftJoin('event_terms', 'event_terms.event_id', 'events.id')
      .leftJoin('terms', 'terms.id', 'event_terms.term_id')
      .innerJoin('images', 'images.id', 'events.image_id')
      .select(['events.id', 'title', 'venues.name as venue', 'terms.name as tag', 'images.file'])
      .execute();
  } finally {
    await db.destroy();
  }
}
