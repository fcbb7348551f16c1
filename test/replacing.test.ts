import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, it } from 'node:test';
import type { Account } from './account.ts';
import { openBalancer } from './balancer.ts';
import { ENVIRONMENT, makeStore, SERVE, type Store, startChild } from './child.ts';
import { caller, eventOf, eventually, seconds } from './client.ts';
import { SERVER } from './store.ts';

// Processes are replaced one after the other under constant load.

const EVER = '?start_date=2000-01-01&end_date=2099-12-31';

/** Failed requests of clients, and the number of created events. */
interface Seen {
  wrong: string[];
  answered: number;
  made: number;
}

/** Sends requests until told to stop: reads, a signed read, and a write that may neither be lost nor done twice. */
async function client(site: string, as: Account, seen: Seen, isOver: () => boolean): Promise<void> {
  const call = caller(`${site}/cal/events/v1`);
  while (!isOver()) {
    const made = await call('POST /events', { as, json: eventOf('Replaced') });
    if (made.status === 201) seen.made++;
    const answers = [
      made,
      await call(`GET /events/${made.body.id}`),
      await call(`GET /events${EVER}`),
      await call('GET /events?status=draft', { as }),
    ];
    seen.answered += answers.length;
    for (const { status, text } of answers) if (status >= 300) seen.wrong.push(`${status} ${text}`);
    // The starting processes need the processor, too.
    await seconds(0.1);
  }
}

describe('Rolling restarts of several processes', { skip: SERVER === undefined }, () => {
  it('Replacing processes one by one fails no request behind a balancer', async () => {
    await using store = await makeStore();
    const as = store.accounts.editor;
    const settings = { DRAIN_SECONDS: '1' };
    const children = await Promise.all([1, 2].map(() => startChild(store, settings)));
    const ports = children.map(({ site }) => Number(new URL(site).port));
    await using keeping = await openBalancer(ports, { keep: 3, asks: false });
    await using asking = await openBalancer(ports, { keep: 0, asks: true });
    const seen: Seen = { wrong: [], answered: 0, made: 0 };
    let over = false;
    const clients = [keeping, keeping, keeping, asking, asking].map(({ site }) =>
      client(site, as, seen, () => over),
    );
    try {
      for (const [at, port] of ports.entries()) {
        children[at]!.process.kill('SIGTERM');
        assert.equal(await children[at]!.ended, 0);
        children[at] = await startChild(store, { ...settings, PORT: `${port}` });
      }
      over = true;
      await Promise.all(clients);
      assert.deepEqual([...keeping.failures, ...asking.failures, ...seen.wrong], []);
      const { body } = await caller(children[0]!.base)(`GET /events${EVER}`);
      assert.deepEqual([body.total, seen.answered >= 40], [seen.made, true]);
    } finally {
      over = true;
      await Promise.all(children.map(child => child[Symbol.asyncDispose]()));
    }
  });
});

describe('Restarts of a single process', {
  skip: SERVER !== undefined || process.platform === 'win32',
}, () => {
  it('A restart with a kept socket fails no request', async () => {
    await using store = await makeStore();
    const as = store.accounts.editor;
    const socket = await openSocket();
    const [first, second] = [holdBack(store, socket), holdBack(store, socket)];
    const seen: Seen = { wrong: [], answered: 0, made: 0 };
    let over = false;
    try {
      // From here on only the two processes hold the socket.
      socket.close();
      first.start();
      const clients = [1, 2, 3].map(() => client(socket.site, as, seen, () => over));
      await made(seen, 5);
      first.process.kill('SIGTERM');
      await first.ended;
      second.start();
      await made(seen, seen.made + 5);
      over = true;
      await Promise.all(clients);
      assert.deepEqual(seen.wrong, []);
      const { body } = await caller(`${socket.site}/cal/events/v1`)(`GET /events${EVER}`);
      assert.equal(body.total, seen.made);
    } finally {
      over = true;
      for (const { process } of [first, second]) process.kill('SIGKILL');
    }
  });
});

const made = (seen: Seen, most: number) =>
  eventually(
    async () => seen.made,
    count => count >= most,
  );

/**
 * A socket as systemd opens it: it exists as long as a process holds it, and connections wait until one accepts them.
 */
async function openSocket() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  // Node exposes the file descriptor of a socket nowhere else.
  const { fd } = (server as unknown as { _handle: { fd: number } })._handle;
  return { site: `http://127.0.0.1:${port}`, fd, close: () => server.close() };
}

/** A service on this socket that starts on request. */
function holdBack({ folder, url }: Store, { fd }: { fd: number }) {
  const program = [process.execPath, SERVE];
  const child: ChildProcess = spawn('sh', ['-c', 'read go && LISTEN_PID=$$ exec "$@"', 'sh', ...program], {
    stdio: ['pipe', 'ignore', 'inherit', fd],
    env: { ...ENVIRONMENT, DATA_DIR: folder, DATABASE_URL: url, LISTEN_FDS: '1' },
  });
  return { process: child, ended: once(child, 'exit'), start: () => child.stdin?.write('\n') };
}
