import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { eventually } from '../../test/client.ts';
import { ownFolder } from '../../test/folder.ts';
import { NO_BYTES } from './frames.ts';
import { ProcessClient, ProcessEnded } from './processes.ts';

const folder = await ownFolder();
const path = join(folder, 'program.mjs');
const PROGRAM = pathToFileURL(path);
/** Longer than any answer takes. */
const PATIENCE = 60_000;

/** A process that answers with its id and what it was sent, twice; ends on request, or never answers. */
await writeFile(
  path,
  `import { answerFrames } from '${new URL('./processes.ts', import.meta.url).href}';
  answerFrames(async ({ value, bytes }) => {
    if (value === 'end') process.exit(3);
    if (value === 'never') await new Promise(() => {});
    const answer = { value, pid: process.pid, variable: process.env.VARIABLE };
    return { value: answer, bytes: Buffer.concat([bytes, bytes]) };
  });`,
);

const isGone = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
};

describe('ProcessClient', () => {
  let client: ProcessClient;
  const ask = async (value: unknown, bytes = NO_BYTES) => {
    const answer = await client.ask(value, bytes, PATIENCE);
    return { ...(answer.value as { value: unknown; pid: number; variable: string }), bytes: answer.bytes };
  };
  beforeEach(() => {
    client = new ProcessClient(PROGRAM, { VARIABLE: 'set' });
  });
  afterEach(() => client.close());

  it('A process starts with the first request and answers one after the other', async () => {
    assert.equal(client.isRunning, false);
    const first = await ask({ a: [1] }, Buffer.from('xy'));
    assert.deepEqual([first.value, String(first.bytes), first.variable], [{ a: [1] }, 'xyxy', 'set']);
    assert.notEqual(first.pid, process.pid);
    assert.equal((await ask(2)).pid, first.pid);
    assert.equal(client.isRunning, true);
  });

  it('Large bytes come whole in both directions', async () => {
    const sent = Buffer.alloc(5_000_000, 'abc');
    assert.ok((await ask(0, sent)).bytes.equals(Buffer.concat([sent, sent])));
  });

  it('A process that ends fails its request, and another one starts', async () => {
    const { pid } = await ask(1);
    await assert.rejects(ask('end'), { name: 'ProcessEnded', message: 'the process has ended (3)' });
    assert.notEqual((await ask(1)).pid, pid);
  });

  it('A process that does not answer in time is killed', async () => {
    await assert.rejects(client.ask('never', NO_BYTES, 1), ProcessEnded);
    assert.equal((await ask(1)).value, 1);
  });

  it('A process that ends at once fails its request', async () => {
    const failing = join(folder, 'failing.mjs');
    await writeFile(failing, 'process.exit(4)');
    client = new ProcessClient(pathToFileURL(failing));
    await assert.rejects(ask(1), { name: 'ProcessEnded', message: 'the process has ended (4)' });
  });

  it('Two requests at once are refused', async () => {
    const first = ask(1);
    await assert.rejects(ask(2), /one request at a time/);
    assert.equal((await first).value, 1);
  });

  it('A closed process has gone', async () => {
    const { pid } = await ask(1);
    await client.close();
    assert.deepEqual([client.isRunning, isGone(pid)], [false, true]);
    const lost = assert.rejects(ask('never'), ProcessEnded);
    await client.close();
    await lost;
  });

  it('A process goes on after signals to all processes of a service', async () => {
    const { pid } = await ask(1);
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.kill(pid, signal);
    assert.equal((await ask(2)).pid, pid);
  });

  it('A process keeps no other one alive while idle, and ends with it, also if that one is killed', async () => {
    const program = (then: string) => `
      import { ProcessClient } from '${new URL('./processes.ts', import.meta.url).href}';
      const client = new ProcessClient(new URL('${PROGRAM.href}'));
      const ask = value => client.ask(value, Buffer.alloc(0), ${PATIENCE});
      const { value } = await ask(1);
      process.stdout.write(String(value.pid), () => {${then}});`;
    for (const then of ['', `ask('never'); process.kill(process.pid, 'SIGKILL');`]) {
      const words = ['--input-type=module', '-e', program(then)];
      const { stdout } = await promisify(execFile)(process.execPath, words).catch(error => error);
      assert.match(stdout, /^[0-9]+$/, then);
      assert.ok(await eventually(async () => isGone(Number(stdout)), Boolean), then);
    }
  });
});
