import assert from 'node:assert/strict';
import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { connect } from 'node:net';
import type { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { IDENTITY, type WorkerIdentity } from '../src/workers/messages.ts';
import { type Child, ENVIRONMENT, makeStore, SERVE, startChild } from './child.ts';
import { eventually, inTime } from './client.ts';
import { killAll } from './crash/process-tree.ts';
import { exchange } from './get.ts';
import { freePort } from './postgres.ts';
import { OF_NO_STORE } from './store.ts';

// Workers whose supervisor was killed.

const PATH = '/cal/events/v1/events';

describe('A supervisor that is killed', OF_NO_STORE, () => {
  it('Its workers stop as well', async () => {
    await using store = await makeStore();
    await using service = await startWorkers(store.folder);
    service.process.kill('SIGKILL');
    await assertEnds(service);
  });

  it('Its workers stop although it was suspended before, while connections came', async () => {
    await using store = await makeStore();
    await using service = await startWorkers(store.folder);
    const agents = Array.from({ length: 8 }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
    const answering = async () => {
      await Promise.all(agents.map(agent => exchange(service.site, { path: PATH, agent })));
      return new Set(linesOf(service).flatMap(({ url, pid }) => (url === PATH ? [pid] : [])));
    };
    assert.equal((await eventually(answering, pids => pids.size === 2)).size, 2, 'both answer');
    // It takes nothing from its channels any more.
    service.process.kill('SIGSTOP');
    const { hostname, port } = new URL(service.site);
    const more = Array.from({ length: 40 }, () => connect(Number(port), hostname).on('error', () => {}));
    await Promise.all(more.map(socket => once(socket, 'connect')));
    service.process.kill('SIGKILL');
    for (const socket of more) socket.destroy();
    for (const agent of agents) agent.destroy();
    await assertEnds(service);
  });
});

describe('A worker without a supervisor', OF_NO_STORE, () => {
  it('One that starts after its supervisor has ended ends, and starts no others', async () => {
    await using store = await makeStore();
    const { pid: supervisor } = spawnSync(process.execPath, ['--version']);
    await using worker = spawnWorker({ DATA_DIR: store.folder }, supervisor);
    assert.equal(await inTime(worker.ended), 1);
    assert.deepEqual([worker.output, worker.errors], ['', 'The supervisor of this worker has ended.\n']);
  });

  it('One that waits for its store ends without taking the port', async () => {
    const away = `postgres://a:b@127.0.0.1:${await freePort()}/c`;
    await using worker = spawnWorker({ DATABASE_URL: away }, process.pid);
    await eventually(() => worker.errors.includes('Retrying.'));
    worker.process.disconnect();
    assert.equal(await inTime(worker.ended), 1);
    assert.equal(worker.output, '');
  });
});

/** A service of two workers, which end with the test even if they have lost their supervisor. */
async function startWorkers(folder: string): Promise<Child> {
  const child = await startChild({ folder, url: '' }, { WORKERS: '2' });
  return {
    ...child,
    async [Symbol.asyncDispose]() {
      child.process.kill('SIGKILL');
      killAll(linesOf(child).map(({ pid }) => pid));
      await child.ended;
    },
  };
}

/** The workers have inherited the error output, which closes with the last of them. */
async function assertEnds(service: Child): Promise<void> {
  assert.equal(await inTime(service.ended), null);
  await assert.rejects(exchange(service.site, { path: PATH }), { code: 'ECONNREFUSED' });
}

const linesOf = (child: Child): { pid: number; url?: string }[] =>
  child.output().flatMap(line => (line.startsWith('{') ? [JSON.parse(line)] : []));

/** Starts a process as a supervisor starts its first worker. */
function spawnWorker(settings: Record<string, string>, supervisor: number) {
  const identity: WorkerIdentity = {
    ...{ number: 1, workers: 2, supervisor },
    ...{
      isScaled: false,
      isFirst: true,
      isAlone: true,
      sharesSockets: true,
      isAtTerminal: false,
      hasMetrics: false,
    },
  };
  const child = spawn(process.execPath, [SERVE], {
    env: { ...ENVIRONMENT, PORT: '0', WORKERS: '2', ...settings, [IDENTITY]: JSON.stringify(identity) },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  }) as ChildProcessByStdio<null, Readable, Readable>;
  // `close` of the child does not come once its channel was closed here.
  const over = [once(child, 'exit'), once(child.stdout, 'close'), once(child.stderr, 'close')];
  const ended = Promise.all(over).then(([exit]) => exit?.[0]);
  const worker = {
    ...{ process: child, ended, output: '', errors: '' },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
    },
  };
  child.stdout.setEncoding('utf8').on('data', piece => {
    worker.output += piece;
  });
  child.stderr.setEncoding('utf8').on('data', piece => {
    worker.errors += piece;
  });
  return worker;
}
