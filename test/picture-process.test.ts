import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import sharp from 'sharp';
import type { Account } from './account.ts';
import { type Child, makeStore, type Store, startChild } from './child.ts';
import { basic, eventually } from './client.ts';
import { hasImageLibrary, most, peakOf, picturesBelow, told, workersBelow } from './picture-processes.ts';
import { picture } from './pictures.ts';
import { OF_NO_STORE } from './store.ts';

// One process decodes the pictures of a service, one at a time, and ends when it has nothing to do.

const onLinux = { ...OF_NO_STORE, ...(process.platform !== 'linux' && { skip: true }) };

/** Megabytes that a worker may take more, for requests. Its libraries and one picture took more than twice as much. */
const ROOM = 60;

/** A picture of 24 million pixels, whose decoder needs 72 MB, in a small file. */
const large = sharp({ create: { width: 6000, height: 4000, channels: 3, background: '#369' } })
  .jpeg({ progressive: true })
  .toBuffer();

interface Answered {
  status: number;
  headers: Record<string, unknown>;
  body: Record<string, unknown> & { data?: { params?: object } };
}

/** Uploads a picture, on a connection of its own. */
function upload(site: string, as: Account, bytes: Buffer): Promise<Answered> {
  const headers = { authorization: basic(as.user, as.app_password), 'content-type': 'image/jpeg' };
  const { promise, resolve, reject } = Promise.withResolvers<Answered>();
  const sent = request(`${site}/images`, { method: 'POST', headers, agent: new Agent() }, async answer => {
    const text = (await answer.toArray()).join('');
    resolve({ status: answer.statusCode!, headers: answer.headers, body: JSON.parse(text) });
  });
  sent.once('error', reject).end(bytes);
  return promise;
}

/** Waits until a picture is being decoded below this process; resolves to the process that does so. */
const decoding = async (pid: number): Promise<number> => (await eventually(() => picturesBelow(pid)[0]))!;

const isIdle = (pid: number) => eventually(() => picturesBelow(pid).length === 0);

/** The workers that have answered uploads. */
const answering = ({ output }: Child): Set<number> =>
  new Set(
    output().flatMap(line => {
      const { pid, url, status } = line.startsWith('{') ? JSON.parse(line) : {};
      return url === '/images' && status === 201 ? [pid] : [];
    }),
  );

describe('The process of pictures', onLinux, () => {
  let store: Store;
  before(async () => {
    store = await makeStore();
  });
  after(() => store[Symbol.asyncDispose]());

  it('Two workers decode one picture at a time, in a process that ends when it is idle', async () => {
    await using child = await startChild(store, { WORKERS: '2' });
    const { pid } = child.process;
    const workers = await eventually(
      () => workersBelow(pid!),
      found => found.length === 2,
    );
    const processes = most(() => picturesBelow(pid!).length);
    const small = await picture(900, 600, 'jpeg');
    // Until each worker had some: the system chooses which of them accepts a connection.
    await eventually(
      async () => {
        const by = [store.accounts.editor, store.accounts.author];
        const sent = Array.from({ length: 8 }, (_, at) => upload(child.site, by[at % 2]!, small));
        for (const { status } of await Promise.all(sent)) assert.equal(status, 201);
        return answering(child).size;
      },
      count => count === 2,
    );
    assert.equal(processes.stop(), 1);
    assert.ok(await isIdle(pid!), 'it ends');
    for (const worker of workers) assert.equal(hasImageLibrary(worker), false);
  });

  it('A worker takes no memory for pictures, however many come together', async () => {
    await using child = await startChild(store);
    const pid = child.process.pid!;
    const bytes = await large;
    // What the first upload loads stays.
    await upload(child.site, store.accounts.editor, await picture(900, 600, 'jpeg'));
    const before = peakOf(pid);
    const all = await Promise.all(
      Array.from({ length: 6 }, () => upload(child.site, store.accounts.editor, bytes)),
    );
    assert.deepEqual(new Set(all.map(({ status }) => status)), new Set([201]));
    assert.ok(peakOf(pid) - before < ROOM, `${before} MB, ${peakOf(pid)} MB`);
    assert.equal(hasImageLibrary(pid), false);
  });

  it('Uploads that wait take no memory, and one that never ends holds up nobody', async () => {
    await using child = await startChild(store);
    const pid = child.process.pid!;
    const { editor, author } = store.accounts;
    // What follows the end of a picture does not count.
    const bytes = Buffer.concat([await picture(900, 600, 'jpeg'), Buffer.alloc(15_000_000)]);
    await upload(child.site, editor, bytes);
    const before = peakOf(pid);
    const slow = request(`${child.site}/images`, {
      ...{ method: 'POST', agent: new Agent() },
      headers: {
        authorization: basic(author.user, author.app_password),
        ...{ 'content-type': 'image/jpeg', 'content-length': bytes.length },
      },
    });
    const answer = once(slow, 'response');
    slow.write(bytes.subarray(0, 1_000_000));
    const all = await Promise.all(Array.from({ length: 16 }, () => upload(child.site, editor, bytes)));
    assert.deepEqual(new Set(all.map(({ status }) => status)), new Set([201]));
    assert.ok(peakOf(pid) - before < 2 * ROOM, `${before} MB, ${peakOf(pid)} MB`);
    slow.end(bytes.subarray(1_000_000));
    assert.equal((await answer)[0].statusCode, 201);
  });

  it('Accounts take turns, so one that sends many pictures holds up only itself', async () => {
    await using child = await startChild(store);
    const { editor, author } = store.accounts;
    const bytes = await large;
    let answered = 0;
    const many = Array.from({ length: 8 }, async () => {
      const { status } = await upload(child.site, editor, bytes);
      answered++;
      return status;
    });
    await decoding(child.process.pid!);
    assert.equal((await upload(child.site, author, await picture(90, 60, 'jpeg'))).status, 201);
    assert.ok(answered <= 4, `${answered} of 8 came before`);
    assert.deepEqual(new Set(await Promise.all(many)), new Set([201]));
  });

  it('A killed process costs one picture, which is refused if it happens again', async () => {
    await using child = await startChild(store);
    const pid = child.process.pid!;
    const { editor } = store.accounts;
    const folder = join(store.folder, 'images');
    const before = await readdir(folder);
    const bytes = await large;
    const killed = async () => {
      const answer = upload(child.site, editor, bytes);
      process.kill(await decoding(pid), 'SIGKILL');
      return answer;
    };
    const first = await killed();
    assert.deepEqual([first.status, first.body.code], [503, 'service_unavailable']);
    assert.match(String(first.headers['retry-after']), /^\d+$/);
    await eventually(() => /"err":.*SIGKILL.*the process that decodes it/.test(child.output().join('\n')));
    assert.match(child.output().join('\n'), /"err":.*SIGKILL.*the process that decodes it/);
    assert.equal((await upload(child.site, editor, await picture(90, 60, 'jpeg'))).status, 201);
    assert.ok(await isIdle(pid));
    const second = await killed();
    assert.deepEqual([second.status, second.body.code], [400, 'rest_invalid_param']);
    assert.deepEqual(Object.keys(second.body.data?.params ?? {}), ['file']);
    assert.equal((await readdir(folder)).length, before.length + 1, 'no file of a lost picture is left');
    assert.equal((await upload(child.site, editor, bytes)).status, 201, 'nobody kills it this time');
  });

  it('A service that is told to stop answers the picture in flight, and leaves no process behind', async () => {
    await using child = await startChild(store);
    const pid = child.process.pid!;
    const seen = new Set<number>();
    const watch = most(() => picturesBelow(pid).forEach(found => void seen.add(found)) ?? 0);
    const answer = upload(child.site, store.accounts.editor, await large);
    // As a service manager does, which knows all processes of a service.
    for (const one of [await decoding(pid), pid]) process.kill(one, 'SIGTERM');
    assert.equal((await answer).status, 201);
    assert.equal(await child.ended, 0);
    watch.stop();
    for (const pictures of seen) assert.equal(told(pictures, 'cmdline'), '');
  });

  it('The process ends with a service that is killed', async () => {
    await using child = await startChild(store);
    const answer = upload(child.site, store.accounts.editor, await large).catch(() => undefined);
    const pictures = await decoding(child.process.pid!);
    child.process.kill('SIGKILL');
    assert.equal(await answer, undefined);
    assert.ok(await eventually(() => told(pictures, 'cmdline') === ''));
  });

  it('The system would end it before the service', async () => {
    await using child = await startChild(store);
    const answer = upload(child.site, store.accounts.editor, await large);
    const pictures = await decoding(child.process.pid!);
    const offered = () => told(pictures, 'oom_score_adj').trim();
    assert.equal(await eventually(offered, score => score !== '0'), '1000');
    await answer;
  });
});
