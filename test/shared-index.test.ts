import assert from 'node:assert/strict';
import { watch } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import type { Db } from '../src/db/tables.ts';
import { takeBuildLock } from '../src/read-model/index/segments.ts';
import { type Child, makeStore, type Store, startChild } from './child.ts';
import { type Call, caller, eventOf, eventually } from './client.ts';
import { childrenOf } from './crash/process-tree.ts';
import { metricsOf, scrapeOf } from './exposition.ts';
import { copyEvent } from './memory/copy-event.ts';

// Several processes on one folder have one index, which one of them builds. Only Linux tells which one that is.

describe('The index that several processes share', { skip: process.platform !== 'linux' }, () => {
  const stack = new AsyncDisposableStack();
  /** The ids of all segments that were begun in the folder. */
  const begun = new Set<string>();
  let store: Store;
  let db: Db;
  let services: Served[];

  before(async () => {
    store = stack.use(await makeStore());
    db = stack.adopt(await store.open(), db => db.destroy());
    const memory = join(store.folder, 'memory');
    await mkdir(memory, { mode: 0o700 });
    const watching = stack.adopt(watch(memory), watching => watching.close());
    watching.on('change', (_, name) => {
      const [, id] = /^events-(\S{36})\.index$/.exec(String(name)) ?? [];
      if (id) begun.add(id);
    });
  });
  after(() => stack.disposeAsync());

  it('Another process takes over when the one that builds the index is killed', async () => {
    await plant();
    // None begins before both can be watched.
    const lock = takeBuildLock(join(store.folder, 'memory/events.index'))!;
    services = await Promise.all([serve(), serve()]);
    lock.free();
    const builder = (await eventually(async () => services.find(isBuilding), Boolean))!;
    const [other] = services.filter(service => service !== builder);
    assert.ok(!isBuilding(other!), 'one of them builds');
    await builder.child[Symbol.asyncDispose]();
    assert.ok(await eventually(() => isReady(other!), Boolean));
    services = [other!];
  });

  it('A process that starts beside another one takes up its index', async () => {
    const known = new Set(begun);
    services.push(await serve());
    assert.ok(await eventually(() => isReady(services[1]!), Boolean));
    assert.deepEqual(begun, known);
  });

  it('What one process has answered is what the other one shows, also while the index is merged', async () => {
    const known = begun.size;
    const as = store.accounts.editor;
    const [one, other] = services.map(({ call }) => call) as [Call, Call];
    const { id } = (await one('POST /events', { as, json: eventOf('Round 0') })).body;
    // So many changes that each of them wants to merge.
    await sql`update events set featured = 1 where id between 1000001 and 1000600`.execute(db);
    const isMerged = async () =>
      begun.size > known && (await Promise.all(services.map(pendingOf))).every(pending => pending < 512);
    for (let round = 1; round < 20 || !(await isMerged()); round++) {
      const [writing, reading] = round % 2 ? [one, other] : [other, one];
      const title = `Round ${round}`;
      assert.equal((await writing(`PATCH /events/${id}`, { as, json: { title } })).status, 200);
      const found = await reading(`GET /events?search=${encodeURIComponent(title)}&${EVER}`);
      assert.deepEqual(
        found.body.events.map(event => event.title),
        [title],
      );
      const featured = await reading(`GET /events?featured=true&${EVER}`);
      assert.equal(featured.body.total, 600);
      assert.ok(round < 2000, 'the index is merged');
    }
    assert.equal(begun.size, known + 1, 'one of them has merged');
  });

  /** More events than an index without a file has. */
  async function plant(): Promise<void> {
    await using first = await startChild(store);
    const json = eventOf('Copied', { date: '2020-01-01' });
    const { body } = await caller(first.base)('POST /events', { as: store.accounts.editor, json });
    await copyEvent(db, body.id, 2100);
  }

  async function serve(): Promise<Served> {
    const child = stack.use(await startChild(store, { METRICS_PORT: '0' }));
    return { child, call: caller(child.base), metrics: await metricsOf(child) };
  }
});

const EVER = 'start_date=2000-01-01&end_date=2099-12-31';

interface Served {
  child: Child;
  call: Call;
  metrics: string;
}

const isBuilding = ({ child }: Served): boolean => childrenOf(child.process.pid!).length > 0;

/** Whether the index is in memory, with its words. */
async function isReady({ metrics }: Served): Promise<boolean> {
  const scrape = await scrapeOf(metrics);
  return ['events', 'words'].every(index => scrape.of(`almanac_index_ready{index="${index}"}`) === 1);
}

/** Changed events that are not merged. */
const pendingOf = async ({ metrics }: Served): Promise<number> =>
  (await scrapeOf(metrics)).of('almanac_index_pending');
