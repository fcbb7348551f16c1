import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, afterEach, beforeEach, describe, it } from 'node:test';
import { type Child, startChild } from './child.ts';
import { inTime, seconds } from './client.ts';
import { exchange } from './get.ts';
import { delayOf, processAt } from './stall/many/processes.ts';
import { plantStore } from './stall/many/stores.ts';

// Many clients want long documents at once. `npm run stall -- --many` sends many of everything.

/** Each has ten million characters. */
const FEED = '/events.rss?start_date=2000-01-01&end_date=2100-01-01&per_page=50';
const FEEDS = 40;
/** Megabytes that the service may take, and the feeds that it may still make when their clients have gone. */
const MOST = 400;
const MADE = 12;
/** The addresses of those who want the feeds, and of others. */
const [MANY, OTHER] = ['127.0.0.3', '127.0.0.2'];
const LINUX_ONLY = { skip: process.platform !== 'linux' };

const planted = await plantStore('texts', { town: 0, country: 0 });
after(() => planted[Symbol.asyncDispose]());

describe('Many long documents at once', LINUX_ONLY, () => {
  let child: Child;
  let pid: number;
  beforeEach(async () => {
    // Nobody is closed for reading too slowly.
    child = await startChild(planted, { ANSWER_TIMEOUT: '3600' });
    pid = child.process.pid!;
    await settled(() => false);
  });
  afterEach(() => child[Symbol.asyncDispose]());

  const read = (path: string) => exchange(child.site, { path, localAddress: OTHER });
  /** Another address each time, so that each is another document. */
  const askForFeeds = () =>
    Promise.all(Array.from({ length: FEEDS }, (_, at) => ask(child.site, `${FEED}&number=${at}`)));
  const peak = () => processAt(pid)?.most ?? Infinity;
  const worked = () => processAt(pid)?.worked ?? Infinity;

  /** Resolves when the service has nothing to do, however busy the machine is, or when that is so. */
  async function settled(isEnough: () => boolean): Promise<void> {
    for (let idle = 0; idle < IDLE && !isEnough(); ) {
      const before = worked() + delayOf(pid) / 1000;
      await seconds(0.1);
      idle = worked() + delayOf(pid) / 1000 - before < 0.02 ? idle + 1 : 0;
    }
  }

  it('What nobody reads takes bounded memory, and others have their answers', async () => {
    const sockets = await askForFeeds();
    await settled(() => peak() > MOST);
    assert.ok(peak() < MOST, `${Math.round(peak())} MB`);
    for (const path of ['/healthz', '/cal/events/v1/events?per_page=1', '/events/', '/event/event-0.ics'])
      assert.equal((await inTime(read(path)))?.status, 200, path);
    for (const socket of sockets) socket.destroy();
    assert.ok(peak() < MOST, `${Math.round(peak())} MB`);
  });

  for (const [name, leave] of [
    ['FIN', socket => socket.destroy()],
    ['RST', socket => socket.resetAndDestroy()],
  ] satisfies [string, (socket: Socket) => void][])
    it(`Nothing is made for clients who have gone (${name})`, async () => {
      const workFor = async (act: () => Promise<unknown>, most = Infinity) => {
        const before = worked();
        await act();
        await settled(() => worked() - before > most);
        return worked() - before;
      };
      await read(FEED);
      const each = await workFor(() => read(`${FEED}&number=0`));
      const all = await workFor(async () => {
        const [before, sockets] = [worked(), await askForFeeds()];
        // The first ones have begun.
        await settled(() => worked() - before > each / 2);
        for (const socket of sockets) leave(socket);
      }, MADE * each);
      assert.ok(all < MADE * each, `${all.toFixed(2)} s, and ${each.toFixed(2)} s for one`);
    });
});

/** Looks in a row that show no work of a service that has nothing to do. */
const IDLE = 5;

/** Sends a request of which nothing is read. */
async function ask(site: string, path: string): Promise<Socket> {
  const { hostname: host, port } = new URL(site);
  const socket = connect({ host, port: Number(port), localAddress: MANY }).on('error', () => {});
  socket.pause();
  await once(socket, 'connect');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
  return socket;
}
