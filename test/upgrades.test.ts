import assert from 'node:assert/strict';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { startListening } from './child.ts';
import { eventually } from './client.ts';
import { almanacHere } from './command.ts';
import { ownFolder } from './folder.ts';
import { SERVER } from './store.ts';
import { loadDump, unpackStore } from './stores/open.ts';
import { FILES, folderOf, keptVersions } from './stores/places.ts';
import { startKept, unpackService } from './stores/service.ts';
import { SETTINGS } from './stores/settings.ts';

// The services of earlier versions, upgraded while they are read, and back.

const API = '/cal/events/v1';
const LIST = `${API}/events?start_date=2026-01-01&end_date=2040-01-01&per_page=50`;
const READS = [
  LIST,
  `${LIST}&search=jazz`,
  ...['venues', 'organizers', 'categories', 'tags'].map(kind => `${API}/${kind}?per_page=50`),
  ...['/events.ics', '/events/month/2031-05/', '/event/nit-de-jazz/', '/'],
];

/** What a service answers to programs. */
async function answersOf(site: string): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  for (const path of READS.filter(path => path.startsWith(API))) {
    const reply = await fetch(site + path);
    assert.equal(reply.status, 200, path);
    answers[path] = await reply.json();
  }
  return answers;
}

/**
 * What readers of the earlier version see once the store is migrated: the instants of all-day events that name another
 * zone than the site's are those of its days, which may change their order. All else is as before.
 */
function withoutInstants(answers: Record<string, unknown>): unknown {
  const without = JSON.parse(JSON.stringify(answers), (name, value) =>
    name.startsWith('utc_') ? undefined : value,
  );
  for (const { events } of Object.values<{ events?: { id: number }[] }>(without))
    events?.sort((one, other) => one.id - other.id);
  return without;
}

/** Reads without a pause until it is ended, and notes what failed. */
function startReading(first: string) {
  let [site, count, ends] = [first, 0, false];
  const failed: string[] = [];
  const read = async (path: string) => {
    const asked = site;
    const { status } = await fetch(asked + path)
      .then(async reply => ({ status: String(reply.status), text: await reply.text() }))
      .catch(error => ({ status: String(error.cause ?? error) }));
    if (status !== '200') failed.push(`${asked}${path}: ${status}`);
    count++;
  };
  const reader = async (from: number) => {
    for (let at = from; !ends; at++) {
      await read(READS[at % READS.length]!);
      // The services under test share the processors.
      await setTimeout(5);
    }
  };
  const readers = [0, 3, 6].map(reader);
  return {
    failed,
    /** Reads from another service, once all that was asked before is answered. */
    async moveTo(next: string) {
      site = next;
      await this.some();
    },
    /** Resolves after each path was read some times. */
    async some() {
      const enough = count + 2 * READS.length;
      await eventually(async () => count >= enough, Boolean);
    },
    async [Symbol.asyncDispose]() {
      ends = true;
      await Promise.all(readers);
    },
  };
}

describe('Upgrades', () => {
  for (const version of keptVersions())
    it(`An upgrade from ${version} fails no read, and the way back leads to what it answered`, async () => {
      const [folder, home] = [await ownFolder(), await ownFolder()];
      await unpackService(version, home);
      await cp(join(folderOf(version), FILES.images), join(folder, FILES.images), { recursive: true });
      const server = SERVER === undefined ? undefined : await loadDump(version, SERVER);
      await using _ = { [Symbol.asyncDispose]: async () => server?.[Symbol.asyncDispose]() };
      if (server) await server.db.destroy();
      else await unpackStore(version, folder);
      const place = { folder, url: server?.url ?? '' };
      const settings = { ...SETTINGS, DATA_DIR: folder, DATABASE_URL: place.url, LOG_LEVEL: 'error' };

      await using old = await startKept(home, settings);
      const before = await answersOf(old.site);
      {
        await using reading = startReading(old.site);
        await reading.some();
        await using later = await startListening(place, SETTINGS);
        // It listens while it migrates, and answers 503.
        assert.ok(await eventually(async () => (await fetch(`${later.site}/readyz`)).ok, Boolean));
        await reading.some();
        assert.deepEqual(withoutInstants(await answersOf(old.site)), withoutInstants(before));
        await reading.moveTo(later.site);
        assert.equal(await old.stop(), 0);
        await reading.some();
        const logs = () => [old.output(), ...later.output(), later.errors()];
        assert.deepEqual(reading.failed.length > 0 ? [...reading.failed, ...logs()] : [], []);
        const now = await answersOf(later.site);
        const ids = (answers: Record<string, unknown>) =>
          (answers[LIST] as { events: { id: number }[] }).events.map(({ id }) => id).sort();
        assert.deepEqual(ids(now), ids(before));
        await reading[Symbol.asyncDispose]();
        later.process.kill('SIGTERM');
        assert.equal(await later.ended, 0);
      }
      const back = await almanacHere(settings, 'rollback', version, '--yes');
      assert.deepEqual([back.code, back.errors], [0, '']);
      await using again = await startKept(home, settings);
      assert.deepEqual(await answersOf(again.site), before);
    });
});
