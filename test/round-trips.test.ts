import assert from 'node:assert/strict';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { openPostgres } from '../src/db/postgres/postgres.ts';
import { caller, eventOf } from './client.ts';
import { startService } from './service.ts';
import { openTestStore, SERVER } from './store.ts';

// How often a write waits for PostgreSQL: a database on another machine answers after a millisecond, however little it
// has to do.

describe('Round trips of writes to PostgreSQL', { skip: SERVER === undefined }, () => {
  it('A create with links waits at most five times, an update sixteen, a deletion fourteen times', async () => {
    await using way = await openWay(new URL(SERVER!));
    await using service = await startService({}, async folder => {
      const store = await openTestStore(folder);
      const url = new URL(store.url);
      url.host = way.host;
      const db = await openPostgres(url.href);
      return {
        db,
        url: store.url,
        async [Symbol.asyncDispose]() {
          await db.destroy();
          await store[Symbol.asyncDispose]();
        },
      };
    });
    const call = caller(service.base);
    const as = service.accounts.editor;
    const post = async (path: string, json: object) => (await call(`POST /${path}`, { as, json })).body.id;
    const links = {
      venue: await post('venues', { venue: 'Hall' }),
      organizer: await post('organizers', { organizer: 'Choir' }),
      categories: [await post('categories', { name: 'Music' })],
      tags: [await post('tags', { name: 'Free' }), await post('tags', { name: 'Loud' })],
    };
    const waits = async (write: () => Promise<unknown>) => {
      const counts: number[] = [];
      // Others may ask as well: the one who updates when a password was last used, for example.
      for (let round = 0; round < 4; round++) {
        const before = way.trips();
        await write();
        counts.push(way.trips() - before);
      }
      return Math.min(...counts);
    };
    const ids: number[] = [];
    const create = async () =>
      ids.push(await post('events', { ...eventOf(`Night ${ids.length}`), ...links }));
    const created = await waits(create);
    const updated = await waits(() => post(`events/${ids[0]}`, { title: `Day ${Math.random()}`, ...links }));
    const removed = await waits(() => call(`DELETE /events/${ids.pop()}`, { as }));
    const all = `${created} ${updated} ${removed}`;
    assert.ok(created > 2 && created <= 5, all);
    assert.ok(updated <= 16, all);
    assert.ok(removed <= 14, all);
  });
});

/** Milliseconds that each answer takes longer: what is sent meanwhile does not wait for it. */
const DELAY = 15;

/** A proxy to the socket of a server that counts how often something is sent after an answer has arrived. */
async function openWay({ hostname, port }: URL) {
  let trips = 0;
  const sockets = new Set<Socket>();
  const server = createServer(near => {
    const far = connect(`${decodeURIComponent(hostname)}/.s.PGSQL.${port}`);
    let hasAnswer = true;
    near.on('data', piece => {
      if (hasAnswer) trips++;
      hasAnswer = false;
      far.write(piece);
    });
    let last: Promise<unknown> = Promise.resolve();
    far.on('data', piece => {
      const due = setTimeout(DELAY);
      last = last
        .then(() => due)
        .then(() => {
          hasAnswer = true;
          near.write(piece);
        });
    });
    for (const end of [near, far]) {
      sockets.add(end);
      end
        .on('error', () => {})
        .on('close', () => {
          near.destroy();
          far.destroy();
        });
    }
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    trips: () => trips,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise(resolve => server.close(resolve));
    },
  };
}
