// Counts the files and functions of `src` that one request enters. `npm run entered` writes the figures to
// test/entered.json unless one has grown; `-- --raise` writes them anyway, and `-- --list` prints all names.
import assert from 'node:assert/strict';
import { subscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { type Profiler, Session } from 'node:inspector/promises';
import { mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { caller } from './client.ts';
import { startService } from './service.ts';
import { openEmbedded } from './store.ts';

/** What a kind of request enters. */
export interface Figures {
  files: number;
  functions: number;
}

/** By kind of request. */
export type Entered = Record<string, Figures>;

/** The addresses of entered functions, `path:name:offset`, by kind of request. */
type Names = Record<string, string[]>;

const FILE = fileURLToPath(new URL('entered.json', import.meta.url));
const SRC = new URL('../src/', import.meta.url).href;
/** Requests of each kind before the first that counts: by then all that is made once has been made. */
const WARM_UP = 5;
/** Requests that count: what only some of them enter belongs to timers, or to what happened to be kept. */
const COUNTED = 5;

/** Sends a request for the time of this number. */
type Send = (at: number) => Promise<unknown>;

/** The figures that no request may exceed. */
export const committed = (): Entered => JSON.parse(readFileSync(FILE, 'utf8'));

/** A line for each figure that is above the committed one. */
export function grown(now: Entered): string[] {
  const before = committed();
  return Object.entries(now).flatMap(([kind, figures]) =>
    (['files', 'functions'] as const)
      .filter(what => figures[what] > (before[kind]?.[what] ?? 0))
      .map(what => `${kind}: ${figures[what]} ${what} are entered, ${before[kind]?.[what] ?? 0} before`),
  );
}

/** The ends of the responses so far. */
const closed: Promise<unknown>[] = [];
subscribe('http.server.request.start', message => {
  const { response } = message as { response: ServerResponse };
  closed.push(once(response, 'close'));
});

/** Asks a service of this process, on an embedded store, at a set time. */
async function enteredNow(): Promise<Names> {
  // On a busy machine, long work pauses and periodic work happens beside it.
  mock.timers.enable({ apis: ['Date', 'setInterval'], now: Date.UTC(2031, 4, 10, 10) });
  mock.method(performance, 'now', () => 1000);
  await using service = await startService({}, openEmbedded);
  const { editor } = service.accounts;
  const call = caller(service.base);
  const create = async (title: string, day: string, fields = {}) => {
    const json = { title, start_date: `${day} 20:00`, end_date: `${day} 22:00`, ...fields };
    const { status, body } = await call('POST /events', { as: editor, json });
    assert.equal(status, 201);
    return body;
  };
  const linked = { categories: ['Music'], tags: ['free'], venue: { venue: 'Hall' }, organizer: 'Club' };
  const { venue, organizer } = await create('Jazz', '2031-05-20', linked);
  const links = { ...linked, venue: venue.id, organizer: organizer.map(({ id }) => id) };
  /** A write, after which no answer is in the cache, and a read, which lets memory follow. */
  const renew = async () => {
    await create('Past', '2029-01-01');
    assert.equal((await call('GET /events?start_date=2028-12-01&end_date=2029-02-01')).status, 200);
  };
  const ids: number[] = [];
  for (let at = 0; at < WARM_UP + COUNTED; at++)
    ids.push((await create(`Jazz ${at}th`, '2031-05-21', links)).id);
  const kinds: Record<string, Send> = {
    'a list': at => read(`/cal/events/v1/events?search=${at}th`),
    'an event': at => read(`/cal/events/v1/events/${ids[at]}`),
    'a page': () => read('/events/month/'),
    'a create': () => create('Night', '2031-09-20', links),
  };
  const read = async (path: string) => {
    const { status, text } = await call(`GET ${service.site}${path}`);
    assert.equal(status, 200);
    assert.match(text, /Jazz/);
  };
  return await namesOf(kinds, renew);
}

/** What each kind of request enters every time it is sent. */
async function namesOf(kinds: Record<string, Send>, renew: () => Promise<void>): Promise<Names> {
  // Optimized code does not count the functions that it has inlined.
  for (const flag of ['--no-opt', '--no-maglev']) setFlagsFromString(flag);
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const names: Names = {};
  for (const [kind, send] of Object.entries(kinds)) {
    const sent: Set<string>[] = [];
    for (let at = 0; at < WARM_UP + COUNTED; at++) {
      await renew();
      await settled();
      await session.post('Profiler.takePreciseCoverage');
      await send(at);
      await settled();
      const { result } = await session.post('Profiler.takePreciseCoverage');
      if (at >= WARM_UP) sent.push(new Set(result.flatMap(enteredIn)));
    }
    names[kind] = [...sent.reduce((all, one) => all.intersection(one))].toSorted();
  }
  session.disconnect();
  return names;
}

/** Resolves when what follows all responses, such as a log line, is done as well. */
async function settled(): Promise<void> {
  await Promise.all(closed.splice(0));
  for (let turn = 0; turn < 20; turn++) await setImmediate();
}

/** The functions of a file of `src` that were called, without the file itself. */
function enteredIn({ url, functions }: Profiler.ScriptCoverage): string[] {
  if (!url.startsWith(SRC)) return [];
  return functions
    .filter(({ ranges: [whole] }) => whole!.count > 0 && whole!.startOffset > 0)
    .map(({ functionName, ranges }) => `${url.slice(SRC.length)}:${functionName}:${ranges[0]!.startOffset}`);
}

const figuresOf = (names: Names): Entered =>
  Object.fromEntries(
    Object.entries(names).map(([kind, all]) => [
      kind,
      { files: new Set(all.map(name => name.split(':')[0])).size, functions: all.length },
    ]),
  );

async function main(option = ''): Promise<void> {
  const names = await enteredNow();
  const figures = figuresOf(names);
  if (option === '--list') return console.log(JSON.stringify(names, null, 1));
  if (option === '--json') return console.log(JSON.stringify(figures));
  console.log(figures);
  const more = option === '' ? grown(figures) : [];
  if (more.length > 0) throw new Error(`Not written, because figures have grown:\n${more.join('\n')}`);
  writeFileSync(FILE, `${JSON.stringify(figures, null, 2)}\n`);
}

if (import.meta.main) await main(process.argv[2]);
