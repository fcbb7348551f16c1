import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ENVIRONMENT, makeStore, startChild } from './child.ts';
import { basic, eventually } from './client.ts';
import { ownFolder } from './folder.ts';
import { picturesBelow, told, workersBelow } from './picture-processes.ts';
import { picture } from './pictures.ts';
import { OF_NO_STORE } from './store.ts';

// The launcher limits the arenas of the allocator, for itself and all processes of a service.

const onLinux = { ...OF_NO_STORE, ...(process.platform !== 'linux' && { skip: true }) };
const folder = await ownFolder();
const LAUNCHER = join(folder, 'launcher.mjs');

// As bin/almanac.mjs begins. It tells what it has been started with, and which input it gets.
await writeFile(
  LAUNCHER,
  `import { limitArenas } from '${new URL('../bin/arenas.mjs', import.meta.url).href}';
  import { readFileSync } from 'node:fs';
  process.stderr.write('started\\n');
  limitArenas();
  console.log(JSON.stringify({
    pid: process.pid, words: process.argv.slice(2), options: process.execArgv,
    began: /MALLOC_ARENA_MAX=[0-9]*/.exec(readFileSync('/proc/self/environ', 'latin1'))?.[0],
    variable: process.env.MALLOC_ARENA_MAX, kept: process.env.KEPT, input: readFileSync(0, 'utf8'),
  }));`,
);

/** Runs the launcher; resolves to what it tells, and how often it began. */
async function launch(environment: Record<string, string> = {}, stdio: ('ipc' | number)[] = []) {
  const words = ['--no-warnings', '--max-old-space-size=300', LAUNCHER, 'serve', '--site-name', 'a  b'];
  const child: ChildProcess = spawn(process.execPath, words, {
    env: { PATH: ENVIRONMENT.PATH, KEPT: 'ç', ...environment },
    stdio: ['pipe', 'pipe', 'pipe', ...stdio],
  });
  child.stdin!.end('typed');
  const [out, errors] = await Promise.all([text(child.stdout!), text(child.stderr!), once(child, 'close')]);
  return { ...JSON.parse(out), started: errors.split('started').length - 1, child: child.pid };
}

describe('The arenas of the allocator', onLinux, () => {
  it('The launcher starts itself again, once, with the variable, and as the same process', async () => {
    const { child, ...found } = await launch();
    assert.deepEqual(found, {
      ...{ pid: child, words: ['serve', '--site-name', 'a  b'] },
      options: ['--no-warnings', '--max-old-space-size=300'],
      ...{ began: 'MALLOC_ARENA_MAX=2', variable: '2', kept: 'ç', input: 'typed', started: 2 },
    });
  });

  it('A value of the operator is respected', async () => {
    const { began, started } = await launch({ MALLOC_ARENA_MAX: '7' });
    assert.deepEqual([began, started], ['MALLOC_ARENA_MAX=7', 1]);
  });

  it('A process that has got a socket or a channel keeps it; its children have the variable', async () => {
    const file = openSync(LAUNCHER, 'r');
    const socket = await launch({ LISTEN_FDS: '1', LISTEN_PID: '1' }, [file]);
    closeSync(file);
    const channel = await launch({}, ['ipc']);
    for (const { began, variable, started } of [socket, channel])
      assert.deepEqual([began, variable, started], [undefined, '2', 1]);
  });

  it('A service limits those of the process that answers, whether another one supervises it', async () => {
    await using store = await makeStore();
    const program = [fileURLToPath(new URL('../bin/almanac.mjs', import.meta.url)), 'serve'];
    for (const WORKERS of ['', '1']) {
      await using child = await startChild(store, { WORKERS }, program);
      const pid = child.process.pid!;
      const [answering = pid] = workersBelow(pid);
      assert.match(told(answering, 'environ'), /(?:^|\0)MALLOC_ARENA_MAX=2(?:\0|$)/);
    }
  });

  it('Workers have what their supervisor has, and the process of pictures has one arena', async () => {
    await using store = await makeStore();
    await using child = await startChild(store, { WORKERS: '2', MALLOC_ARENA_MAX: '3' });
    const pid = child.process.pid!;
    const workers = await eventually(
      () => workersBelow(pid),
      found => found.length === 2,
    );
    const { user, app_password } = store.accounts.editor;
    const answer = fetch(`${child.site}/images`, {
      method: 'POST',
      headers: {
        authorization: basic(user, app_password),
        'content-type': 'image/png',
      },
      body: await picture(900, 600),
    });
    const [pictures] = await eventually(
      () => picturesBelow(pid),
      found => found.length > 0,
    );
    const arenasOf = (one: number) =>
      /(?:^|\0)MALLOC_ARENA_MAX=(\d+)(?:\0|$)/.exec(told(one, 'environ'))?.[1];
    assert.deepEqual([...workers, pictures!].map(arenasOf), ['3', '3', '1']);
    assert.equal((await answer).status, 201);
  });
});
