import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openBalancer } from './balancer.ts';
import { type Child, makeStore, type Store, spawnServe, startChild } from './child.ts';
import { basic, eventOf, eventually } from './client.ts';
import { OF_NO_STORE } from './store.ts';

// One service of several processes. The tests follow one another on it, because each start takes long. On PostgreSQL
// run those in which workers share the store; the supervisor knows nothing of it.

/** Serves by two workers that are often asked whether they hang. */
const SERVE_WATCHED = fileURLToPath(new URL('./serve-watched.ts', import.meta.url));
/** Serves by one worker, or by two while requests wait. */
const SERVE_SCALED = fileURLToPath(new URL('./serve-scaled.ts', import.meta.url));
const PATH = '/cal/events/v1/events';
const LIMIT = 30;
const FAILURES = 3;
/** Milliseconds between the requests of a load. */
const PAUSE = 5;

describe('A service of two workers', () => {
  let store: Store;
  let child: Child;
  before(async () => {
    store = await makeStore();
    child = await startChild(store, {
      ...{ WORKERS: '2', METRICS_PORT: '0', TRUSTED_PROXIES: '127.0.0.1' },
      ...{ RATE_LIMIT: String(LIMIT), RATE_LIMIT_WINDOW: '3600', SIGN_IN_FAILURES: String(FAILURES) },
    });
    await workersAfter(2);
  });
  after(async () => {
    await child[Symbol.asyncDispose]();
    await store[Symbol.asyncDispose]();
  });

  const logged = () => logOf(child);
  let begun = 0;
  /** Waits until this many more workers have begun to listen; resolves to the two that are there now. */
  const workersAfter = async (more: number) => {
    begun += more;
    const found = await eventually(
      async () => listening(child),
      found => found.length >= begun,
    );
    assert.equal(found.length, begun);
    return found.slice(-2);
  };
  /** The log line of an answer. */
  const lineOf = async (id: unknown) =>
    (await eventually(
      async () => logged().find(({ reqId }) => reqId === id),
      line => line !== undefined,
    ))!;
  /** A connection to each of two workers, which stays open. */
  const connectToBoth = async () => {
    const agents = new Map<number, Agent>();
    for (let tried = 0; tried < 200 && agents.size < 2; tried++) {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const { headers } = await get(child.site, PATH, { agent, client: `10.1.${tried}.1` });
      const { pid } = await lineOf(headers['x-request-id']);
      if (agents.has(pid)) agent.destroy();
      else agents.set(pid, agent);
    }
    assert.equal(agents.size, 2, 'both workers accept connections');
    return { pids: [...agents.keys()], agents: [...agents.values()] as [Agent, Agent] };
  };
  const metrics = async () => {
    const { address } = logged().find(({ msg }) => msg === 'metrics are served')!;
    const { origin, pathname } = new URL(address!);
    const { text } = await get(origin, pathname);
    return text;
  };
  const answeredIn = (text: string) =>
    Number(
      /almanac_http_requests_total\{route="\/cal\/events\/v1\/events",method="GET",status="2xx"\} (\d+)/.exec(
        text,
      )?.[1],
    );

  it(
    'Connections are spread over the workers, and each line of their log is whole',
    OF_NO_STORE,
    async () => {
      // Lines that are longer than what a pipe takes at once.
      const long = `${PATH}?search=${'x'.repeat(900)}&tags=${'y,'.repeat(3000)}`;
      const agents = Array.from({ length: 8 }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
      let turn = 0;
      const ask = async () => {
        const client = (at: number) => `10.0.${at}.${turn % 250}`;
        turn++;
        const sent = agents.map((agent, at) => get(child.site, long, { agent, client: client(at) }));
        const ids = (await Promise.all(sent)).map(({ headers }) => headers['x-request-id']);
        return Promise.all(ids.map(lineOf));
      };
      const byWorkers = (lines: Line[]) => Map.groupBy(lines, ({ worker }) => worker);
      // Whoever accepted too many closes some after an answer.
      const smaller = async () => {
        const byWorker = byWorkers(await ask());
        return Math.min(...[1, 2].map(worker => byWorker.get(worker)?.length ?? 0));
      };
      assert.ok((await eventually(smaller, count => count >= 3)) >= 3);
      const answered: Line[] = [];
      for (let more = 0; more < 20; more++) answered.push(...(await ask()));
      for (const agent of agents) agent.destroy();
      const byWorker = byWorkers(answered);
      assert.deepEqual([...byWorker.keys()].toSorted(), [1, 2]);
      for (const [, { length }] of byWorker)
        assert.ok(length >= 40, 'at least two of eight connections each');
      assert.deepEqual([...new Set(answered.map(({ url }) => url))], [long]);
    },
  );

  it('The rate limit and failed sign-ins are counted together', OF_NO_STORE, async () => {
    const { agents } = await connectToBoth();
    const [one, other] = agents;
    for (let sent = 0; sent < LIMIT; sent++)
      assert.notEqual((await get(child.site, PATH, { agent: one, client: '10.2.0.1' })).status, 429);
    const limited = await eventually(
      () => get(child.site, PATH, { agent: other, client: '10.2.0.1' }),
      ({ status }) => status === 429,
    );
    assert.match(String(limited.headers.ratelimit), /r=0;/);
    const wrong = { authorization: basic('admin', 'wrong') };
    for (let tried = 0; tried < FAILURES; tried++)
      assert.equal(
        (await get(child.site, PATH, { agent: one, client: '10.3.0.1', headers: wrong })).status,
        401,
      );
    const refused = () => get(child.site, PATH, { agent: other, client: '10.3.0.1', headers: wrong });
    assert.equal((await eventually(refused, ({ status }) => status === 429)).status, 429);
    for (const agent of agents) agent.destroy();
  });

  it(
    'Metrics are those of all workers, and counters do not decrease when one ends',
    OF_NO_STORE,
    async () => {
      const before = await metrics();
      const ok = async () =>
        logged().filter(({ url, status }) => url?.startsWith(PATH) && status === 200).length;
      assert.equal(await eventually(ok, count => count >= answeredIn(before)), answeredIn(before));
      for (const worker of [1, 2])
        assert.match(before, new RegExp(`^process_resident_memory_bytes\\{worker="${worker}"\\} \\d+$`, 'm'));
      assert.match(before, /^almanac_ready 1$/m);
      const [pid] = await workersAfter(0);
      process.kill(pid!, 'SIGKILL');
      await workersAfter(1);
      assert.equal(answeredIn(await metrics()), answeredIn(before));
    },
  );

  it('A killed worker is replaced, and no connection is refused meanwhile', OF_NO_STORE, async () => {
    const [pid] = await workersAfter(0);
    await using load = startLoad(child.site);
    process.kill(pid!, 'SIGKILL');
    await workersAfter(1);
    const { answered, failed } = await load.stop();
    assert.ok(answered > 0);
    assert.ok(failed.length <= load.concurrency, 'only requests in flight are lost');
    assert.deepEqual(
      failed.filter(code => code !== 'ECONNRESET'),
      [],
    );
  });

  it(
    'A worker that starts later gets some of the connections that are open already',
    OF_NO_STORE,
    async () => {
      const [pid] = await workersAfter(0);
      process.kill(pid!, 'SIGKILL');
      const runs = () => Promise.resolve(isRunning(pid!));
      assert.equal(await eventually(runs, is => !is), false);
      const agents = Array.from({ length: 8 }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
      const ask = () =>
        Promise.all(
          agents.map(async (agent, at) => {
            const { headers } = await get(child.site, PATH, { agent, client: `10.5.${at}.${turn % 250}` });
            return (await lineOf(headers['x-request-id'])).pid;
          }),
        );
      let turn = 0;
      await ask();
      await workersAfter(1);
      const answering = async () => {
        turn++;
        return new Set(await ask()).size;
      };
      assert.equal(await eventually(answering, count => count === 2), 2);
      for (const agent of agents) agent.destroy();
    },
  );

  it('SIGHUP replaces the workers one by one, and no request is lost', OF_NO_STORE, async () => {
    const former = await workersAfter(0);
    await using load = startLoad(child.site);
    child.process.kill('SIGHUP');
    const now = await workersAfter(2);
    const gone = () => Promise.resolve(former.filter(isRunning));
    assert.deepEqual(await eventually(gone, left => left.length === 0), []);
    const { answered, failed } = await load.stop();
    assert.ok(answered > 0);
    assert.deepEqual(failed, []);
    assert.ok(now.every(pid => !former.includes(pid)));
  });

  it('One worker publishes scheduled events, and another one takes over when it ends', async () => {
    const as = store.accounts.editor;
    const headers = {
      authorization: basic(as.user, as.app_password),
      'content-type': 'application/json',
    };
    const published = () => logged().filter(line => line.published !== undefined);
    for (const count of [1, 2]) {
      const json = eventOf(`Scheduled ${count}`, { date_utc: '2040-01-01 00:00:00' });
      const sent = { client: '10.4.0.1', method: 'POST', headers, body: JSON.stringify(json) };
      const { status, text } = await get(child.site, PATH, sent);
      assert.equal(status, 201);
      const db = await store.open();
      const due = { date_at: Math.floor(Date.now() / 1000) };
      await db.updateTable('events').set(due).where('id', '=', JSON.parse(text).id).execute();
      await db.destroy();
      const found = await eventually(
        async () => published(),
        found => found.length >= count,
      );
      assert.equal(found.length, count);
      if (count === 1) process.kill(found[0]!.pid, 'SIGKILL');
    }
    const [one, other] = published();
    assert.notEqual(one!.pid, other!.pid);
    await workersAfter(1);
  });

  it('A port in use is reported as by one process', OF_NO_STORE, async () => {
    await using another = await makeStore();
    const second = spawnServe(another, { WORKERS: '2', PORT: new URL(child.site).port });
    let errors = '';
    second.stderr.setEncoding('utf8').on('data', piece => {
      errors += piece;
    });
    const status = await new Promise(resolve => second.once('close', resolve));
    assert.deepEqual(
      [status, /^PORT: \d+ is in use on 127\.0\.0\.1\. Choose another one\.$/m.test(errors)],
      [2, true],
    );
  });

  it('A stop under load loses nothing that was accepted', async () => {
    const as = store.accounts.editor;
    await using load = startLoad(child.site, {
      method: 'POST',
      headers: { authorization: basic(as.user, as.app_password), 'content-type': 'application/json' },
      body: JSON.stringify(eventOf('Under load')),
    });
    await eventually(
      async () => load.count(),
      count => count > 5,
    );
    child.process.kill('SIGTERM');
    assert.equal(await child.ended, 0);
    const { answered, failed } = await load.stop();
    // A connection that nobody had accepted when the listening ended is reset, as by a single process.
    assert.deepEqual(
      failed.filter(code => code !== 'ECONNREFUSED' && code !== 'ECONNRESET'),
      [],
    );
    const db = await store.open();
    const stored = await db.selectFrom('events').select('id').where('title', '=', 'Under load').execute();
    await db.destroy();
    assert.equal(stored.length, answered);
  });
});

describe('A worker that hangs', OF_NO_STORE, () => {
  it('Another one takes its place, and requests are answered all the while', async () => {
    await using store = await makeStore();
    await using child = await startChild(store, { WORKERS: '2' }, SERVE_WATCHED);
    const [hung] = await eventually(
      async () => listening(child),
      found => found.length === 2,
    );
    process.kill(hung!, 'SIGSTOP');
    const ask = () => Promise.allSettled(Array.from({ length: 8 }, () => get(child.site, PATH)));
    const meanwhile = await ask();
    const found = await eventually(
      async () => listening(child),
      found => found.length >= 3,
    );
    assert.ok(found.length >= 3, 'another worker listens');
    assert.ok(logOf(child).some(({ msg, hangs }) => hangs === hung && /hangs: it is killed/.test(msg)));
    assert.ok(!isRunning(hung!));
    const codeOf = (sent: (typeof meanwhile)[number]) =>
      sent.status === 'fulfilled' ? sent.value.status : sent.reason.code;
    assert.deepEqual([...new Set(meanwhile.map(codeOf))], [200]);
    const afterwards = async () => [...new Set((await ask()).map(codeOf))];
    assert.deepEqual(await eventually(afterwards, found => found.length === 1 && found[0] === 200), [200]);
  });
});

/** Connections that the proxy keeps open. */
const KEPT = 8;

describe('A service whose workers follow its load', OF_NO_STORE, () => {
  // Ten seconds: loads are judged by the second.
  it('Another one starts while requests wait and ends once it is quiet, SIGHUP replaces the first, and a proxy loses no request', async () => {
    await using store = await makeStore();
    await using child = await startChild(store, { WORKERS: '' }, SERVE_SCALED);
    await using balancer = await openBalancer([Number(new URL(child.site).port)], {
      keep: KEPT,
      asks: false,
    });
    const said = (begin: string) => logOf(child).filter(({ msg }) => msg.startsWith(begin)).length;
    let [turn, isOver] = [0, false];
    const ask = async () => {
      // Each list is another one, so none of them is in the cache.
      const { status } = await get(balancer.site, `${PATH}?per_page=50&search=x${turn++}`);
      assert.equal(status, 200);
    };
    // A tenth of its time counts as load, and a client that pauses keeps it at more.
    const loops = Array.from({ length: 16 }, async () => {
      while (!isOver) await Promise.all([ask(), setTimeout(30)]);
    });
    const asked = Promise.allSettled(loops);
    const grown = async () => listening(child).length;
    const workers = await eventually(grown, count => count === 2);
    isOver = true;
    const lost = (await asked).filter(({ status }) => status === 'rejected');
    assert.deepEqual([workers, lost], [2, []]);
    const shrunk = async () => {
      await ask();
      return said('it is quiet');
    };
    assert.equal(await eventually(shrunk, count => count === 1), 1);
    const [, second] = listening(child);
    const gone = async () => {
      await Promise.all([ask(), ask(), ask(), ask()]);
      return !isRunning(second!);
    };
    assert.equal(await eventually(gone, is => is), true);
    assert.deepEqual(balancer.failures, []);
    assert.equal(said('requests wait'), 1);
    // The first worker is the process that supervises: others serve in its place from here on.
    const newest = async (count: number) => {
      const [pid] = (await eventually(
        async () => listening(child).slice(count - 1),
        found => found.length > 0,
      )) as [number];
      const answers = async () => {
        // On all kept connections: an idle one is closed after a second, which a busy machine may notice too late.
        await Promise.all(Array.from({ length: KEPT }, ask));
        return logOf(child).findLast(({ msg }) => msg === 'answered')?.pid;
      };
      assert.equal(await eventually(answers, by => by === pid), pid);
      return pid;
    };
    child.process.kill('SIGHUP');
    const third = await newest(3);
    assert.deepEqual(balancer.failures, []);
    // Connections wait in the socket that the process keeps.
    process.kill(third, 'SIGKILL');
    await newest(4);
    child.process.kill('SIGTERM');
    assert.equal(await child.ended, 0);
  });
});

/** The lines of its log so far. Each is parsed once, because those who wait for one ask again and again. */
function logOf(child: Child): Line[] {
  const lines = child.output().filter(line => line.startsWith('{'));
  const known = parsed.get(child) ?? [];
  parsed.set(child, known);
  for (const line of lines.slice(known.length)) known.push(JSON.parse(line));
  return known;
}

const parsed = new WeakMap<Child, Line[]>();

/** The process ids of the workers that have begun to listen, in the order in which they did. */
const listening = (child: Child): number[] =>
  logOf(child)
    .filter(({ msg }) => msg.startsWith('Server listening'))
    .map(({ pid }) => pid);

/** A line of the log. */
interface Line {
  readonly msg: string;
  readonly pid: number;
  readonly worker?: number;
  readonly hangs?: number;
  readonly reqId?: string;
  readonly url?: string;
  readonly status?: number;
  readonly address?: string;
  readonly published?: number;
}

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

interface Sent {
  agent?: Agent;
  client?: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Sends a request; without an agent, over a connection of its own. */
function get(site: string, path: string, { agent, client, method = 'GET', headers, body }: Sent = {}) {
  const { hostname, port } = new URL(site);
  const { promise, resolve, reject } = Promise.withResolvers<{
    status: number | undefined;
    headers: Record<string, unknown>;
    text: string;
  }>();
  const sending = request(
    {
      ...{ host: hostname, port, path, method, agent: agent ?? false },
      headers: { ...(client && { 'x-forwarded-for': client }), ...headers },
    },
    response => {
      let text = '';
      response.setEncoding('utf8').on('data', piece => {
        text += piece;
      });
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, text }));
    },
  );
  sending.on('error', reject).end(body);
  return promise;
}

/**
 * Sends requests until it is stopped, each over a new connection and from another client. The pauses leave processors to
 * workers that start, which takes seconds where others work as well.
 */
function startLoad(site: string, sent: Sent = {}) {
  const concurrency = 4;
  let [stopped, answered, next] = [false, 0, 0];
  const failed: string[] = [];
  const loops = Array.from({ length: concurrency }, async () => {
    while (!stopped) {
      const client = `10.9.${(next / 250) | 0}.${next++ % 250}`;
      try {
        const { status } = await get(site, PATH, { ...sent, client });
        if (status === 200 || status === 201) answered++;
        else failed.push(String(status));
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        failed.push(String(code));
        if (code === 'ECONNREFUSED') return;
      }
      await setTimeout(PAUSE);
    }
  });
  const stop = async () => {
    stopped = true;
    await Promise.all(loops);
    return { answered, failed };
  };
  const dispose = async () => {
    await stop();
  };
  return { concurrency, count: () => answered, stop, [Symbol.asyncDispose]: dispose };
}
