import assert from 'node:assert/strict';
import { globSync, watch } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { openStore } from '../src/db/open.ts';
import { loadSegment } from '../src/read-model/index/segment-file.ts';
import { takeBuildLock } from '../src/read-model/index/segments.ts';
import { ReadModel } from '../src/read-model/read-model.ts';
import { addAccounts } from './account.ts';
import { caller, eventOf, eventually, exactly } from './client.ts';
import { almanacHere } from './command.ts';
import { ownFolder } from './folder.ts';
import { type Answered, openReference, readerOf, SETTINGS, startBeside } from './memory/beside.ts';
import { copyEvent, plantMany } from './memory/copy-event.ts';
import { pages, pathsOfRecords } from './memory/pages.ts';
import { lists } from './memory/questions.ts';
import { calendars, plant } from './properties/calendar.ts';
import { type Service, startService } from './service.ts';
import { OF_NO_STORE, openTestStore, SERVER } from './store.ts';

// An index is built once, whoever begins it and however often it is stopped, and answers do not depend on how far it is.

const MEMORY = 'memory';
const indexIn = (folder: string) => join(folder, MEMORY, 'events.index');
const namesIn = (folder: string) => globSync('*', { cwd: join(folder, MEMORY) });

describe('Answers while the index is built', () => {
  it('The store, an index without words and a whole one give the same answers', async () => {
    await using service = await startService(SETTINGS);
    await using reference = await openReference(service);
    const { paths, viewers, seed } = await questionsTo(service);
    const DATA_DIR = join(service.config.DATA_DIR, 'own');
    const folder = join(DATA_DIR, MEMORY);
    const expected: Answered[] = [];
    for (const [at, path] of paths.entries())
      expected.push(await reference.ask(path, viewers[at % viewers.length]));
    const ask = async (site: string, stage: string) => {
      for (const [at, path] of paths.entries())
        assert.deepEqual(
          await readerOf(site)(path, viewers[at % viewers.length]),
          expected[at],
          `seed ${seed}, ${stage}: ${path} of ${viewers[at % viewers.length]?.user}`,
        );
    };
    const found = expected.filter(({ text }) => /"total":[1-9]/.test(text));
    assert.ok(found.length > 12, `${found.length} lists that show something`);
    let lock = takeBuildLock(indexIn(DATA_DIR))!;
    {
      await using beside = await startBeside(service, { DATA_DIR });
      const { memory } = beside;
      await ask(beside.site, 'the store');
      assert.deepEqual(await stateOf(beside.site), ['reading', 'reading']);
      lock.free();
      assert.ok(
        await eventually(() => globSync('mark-*', { cwd: folder }).length > 0 && memory.index?.hasWords),
      );
      await ask(beside.site, 'the whole index');
      assert.deepEqual(await stateOf(beside.site), ['ready', 'ready']);
    }
    lock = takeBuildLock(indexIn(DATA_DIR))!;
    for (const name of globSync('{words,mark}-*', { cwd: folder })) await rm(join(folder, name));
    await using beside = await startBeside(service, { DATA_DIR });
    assert.deepEqual(await stateOf(beside.site), ['ready', 'reading']);
    await ask(beside.site, 'an index without words');
    assert.equal(beside.memory.index?.hasWords, false);
    lock.free();
    assert.ok(await eventually(() => beside.memory.index?.hasWords));
    await ask(beside.site, 'the completed index');
  });

  /** What `/readyz` tells of the index and of its words. */
  async function stateOf(site: string) {
    const { index, words } = JSON.parse((await exactly(site, '/readyz')).text);
    return [index, words];
  }

  /** Some of what can be asked, and who asks. */
  async function questionsTo(service: Service) {
    const { accounts, db } = service;
    const seed = Math.floor(Math.random() * 2 ** 31);
    const [plan] = fc.sample(calendars(40), { seed, numRuns: 1 });
    const calendar = await plant(service, plan!);
    const as = accounts.editor;
    const json = eventOf('Jazz', { description: 'Mercat i blues', start_date: '2031-05-01 10:00' });
    const { body } = await caller(service.base)('POST /events', { as, json });
    await copyEvent(db, body.id, 2100);
    const events = '/cal/events/v1/events?start_date=2000-01-01&end_date=2099-12-31';
    const facets = 'facets=categories,tags,venue,organizer,city,month,cost,language';
    const searches = ['search=jazz', 'search=mercat+-blues', 'search=%22mercat+i+blues%22', 'search=zz'];
    return {
      seed,
      viewers: [undefined, accounts.author, undefined, as],
      paths: [
        ...searches.flatMap(search => [
          `${events}&${search}`,
          `${events}&${search}&orderby=relevance&page=2`,
          `${events}&${search}&orderby=title&order=desc&hide_subsequent_recurrences=1`,
          `${events}&${search}&${facets}`,
          `${events}&${search}&categories=${calendar.categories[0] ?? 1}&${facets}&drill_sideways=1`,
          `/events.rss?${search}&start_date=2031-05-01&end_date=2099-12-31`,
          `/events/map/?${search}`,
        ]),
        ...[`${events}&${facets}`, '/cal/events/v1/venues?has_events=1', '/events.ics?start_date=2031-05-20'],
        '/cal/events/v1/organizers?only_with_upcoming=1',
        ...fc.sample(lists(calendar), { seed, numRuns: 8 }),
        ...fc.sample(pages(calendar, await pathsOfRecords(db)), { seed, numRuns: 8 }),
      ],
    };
  }
});

describe('A build that is stopped', () => {
  let service: Service;
  before(async () => {
    service = await startService();
    // So many words that the build saves twice what it has read.
    const description = Array.from({ length: 1100 }, (_, at) => `mot${at}`).join(' ');
    const json = eventOf('Wordy', { description });
    const { body } = await caller(service.base)('POST /events', { as: service.accounts.editor, json });
    await copyEvent(service.db, body.id, 4300);
  });
  after(() => service[Symbol.asyncDispose]());

  it('The next start takes up what was built, and reads only the rest', async () => {
    const { db, config } = service;
    const place = { ...config, DATA_DIR: join(config.DATA_DIR, 'own') };
    const folder = join(place.DATA_DIR, MEMORY);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    using saves = savesIn(folder);
    const first = await ReadModel.open(db, place);
    await saves.first;
    const { id } = first.index!;
    assert.equal(first.index!.hasWords, false);
    first.close();
    const begun = saves.begun.size;
    const second = await ReadModel.open(db, place);
    try {
      assert.equal(second.index?.id, id, 'the segment is there at once');
      assert.equal(second.index.hasWords, false);
      assert.ok(await eventually(() => second.index?.hasWords));
      assert.equal(second.index.id, id);
      const complete = ['build.lock', 'events.index', `mark-${id}.json`, `words-${id}.index`];
      assert.deepEqual(
        await eventually(
          () => namesIn(place.DATA_DIR).sort(),
          all => all.length === 4,
        ),
        complete,
      );
      // A whole build saves three times what it has read: after two blocks, after four, and at the end.
      assert.ok(saves.begun.size - begun <= 2, `${saves.begun.size - begun} of 3 saves`);
    } finally {
      second.close();
    }
  });
});

/** The saves of what builds in a folder have read. */
function savesIn(folder: string) {
  const { promise: first, resolve } = Promise.withResolvers<void>();
  const begun = new Set<string>();
  const watching = watch(folder);
  watching.on('change', (_, name) => {
    if (/^words-\S+\.read$/.test(String(name))) resolve();
    if (/^words-\S+\.read\.\S+$/.test(String(name))) begun.add(String(name));
  });
  return { first, begun, [Symbol.dispose]: () => watching.close() };
}

describe('The index that an import leaves', () => {
  let file: string;
  before(async () => {
    await using source = await startService();
    await plantMany(source, 'Pinball', 2100);
    file = join(await ownFolder(), 'export.json');
    const { DATA_DIR, DATABASE_URL } = source.config;
    assert.equal((await almanacHere({ DATA_DIR, DATABASE_URL }, 'export', file)).code, 0);
  });

  /** An empty store that no process has open. */
  async function emptyStore() {
    const folder = await ownFolder();
    const store = await openTestStore(folder);
    await addAccounts(store.db);
    if (!SERVER) await store.db.destroy();
    return { store, settings: { DATA_DIR: folder, DATABASE_URL: store.url } };
  }

  const open = (settings: { DATA_DIR: string; DATABASE_URL: string }) =>
    openStore({ ...settings, DATABASE_POOL: 3, DATABASE_TIMEOUT: 10 });

  it('The next start takes it up, and another import leaves it as it is', async () => {
    const { store, settings } = await emptyStore();
    await using _ = store;
    const { code, errors } = await almanacHere(settings, 'import', file);
    assert.deepEqual([code, errors], [0, '']);
    const { id } = loadSegment(indexIn(settings.DATA_DIR))!;
    await almanacHere(settings, 'import', file);
    const db = await open(settings);
    const memory = await ReadModel.open(db, { ...settings, CACHE_BYTES: 1e7 });
    try {
      assert.deepEqual([memory.index?.id, memory.index?.hasWords, memory.index?.size], [id, true, 2101]);
    } finally {
      memory.close();
      await db.destroy();
    }
  });

  // Neither depends on the store: another service has the folder, or nothing can be written there.
  it(
    'An index that cannot be built is told in a line, and costs the import nothing',
    OF_NO_STORE,
    async () => {
      const { store, settings } = await emptyStore();
      await using _ = store;
      await writeFile(join(settings.DATA_DIR, MEMORY), 'no folder');
      const { code, errors } = await almanacHere(settings, 'import', file);
      assert.equal(code, 0);
      assert.match(errors, /^The index of events could not be built, so the next start builds it: .*\n$/);
      const db = await open(settings);
      try {
        const { total } = await db
          .selectFrom('events')
          .select(eb => eb.fn.countAll<number>().as('total'))
          .executeTakeFirstOrThrow();
        assert.equal(Number(total), 2101);
      } finally {
        await db.destroy();
      }
    },
  );

  it('An import beside a running service leaves the index to it', OF_NO_STORE, async () => {
    const { store, settings } = await emptyStore();
    await using _ = store;
    const db = await open(settings);
    try {
      assert.equal((await almanacHere(settings, 'import', file)).code, 0);
      assert.deepEqual(namesIn(settings.DATA_DIR), []);
    } finally {
      await db.destroy();
    }
  });
});
