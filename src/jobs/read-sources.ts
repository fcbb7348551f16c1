import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Db } from '../db/tables.ts';
import { epochSeconds } from '../lib/time/clock.ts';
import type { Log } from '../observability/log.ts';
import type { Live } from '../site/live-config.ts';
import type { ReadingTask } from '../transfer/sources/read-source.ts';
import {
  askForDue,
  beat,
  claimReading,
  type Ended,
  hasReadings,
  type OwnFailure,
  putBack,
  settleReading,
} from '../transfer/sources/readings.ts';
import { findSource } from '../transfer/sources/sources.ts';
import { startJob } from './job.ts';
import type { ReadingMessage } from './reading-process.ts';

/** Milliseconds between two looks. */
const EVERY = 2000;

/** Reads sources, one after the other, until stopped. */
export function startReading(db: Db, live: Live, log: Log): { stop(): void } {
  const stopped = new AbortController();
  const job = startJob(
    {
      first: EVERY,
      every: EVERY,
      run: () => readDue(db, live, log, { signal: stopped.signal }),
      failed: 'sources could not be read',
    },
    log,
  );
  return {
    stop() {
      stopped.abort();
      job.stop();
    },
  };
}

/** How sources are read; a test reads them otherwise. */
interface SourceReader {
  readonly signal?: AbortSignal;
  clock?(): number;
  /** @returns undefined if the service stops meanwhile */
  read?(
    db: Db,
    live: Live,
    task: Omit<ReadingTask, 'texts'>,
    signal: AbortSignal,
  ): Promise<Ended | undefined>;
}

/** Reads every source that is due or that somebody has asked for. */
export async function readDue(
  db: Db,
  live: Live,
  log: Pick<Log, 'error'>,
  { signal = new AbortController().signal, clock = epochSeconds, read = readApart }: SourceReader = {},
): Promise<void> {
  if (!(await hasReadings(db, clock()))) return;
  await askForDue(db, clock());
  while (!signal.aborted) {
    const reading = await claimReading(db, live.current, clock());
    if (!reading) return;
    const source = await findSource(db, reading.source_id!);
    // It was removed at this moment, and the reading with it.
    if (!source) continue;
    const ended = await read(db, live, { source, reading }, signal);
    if (ended) await settleReading(db, live.current, reading, ended, clock());
    if (ended && 'error' in ended)
      log.error({ reading: reading.id, source: source.id, why: ended.error }, 'a source could not be read');
  }
}

/** Megabytes of a reading: calendars of 50 MB take less. */
const MEMORY = 512;
/** Milliseconds after which a process that says nothing is killed. */
const PATIENCE = 300_000;
/** Milliseconds of a reading: the other sources wait for it. Large sites take less. */
const LONGEST = 6 * 3_600_000;
const ignore = () => {};

/** Reads a source in a process of its own. Undefined if the service stops meanwhile. */
async function readApart(
  db: Db,
  live: Live,
  { source, reading }: Omit<ReadingTask, 'texts'>,
  signal: AbortSignal,
): Promise<Ended | undefined> {
  const program = fileURLToPath(new URL('./reading-process.ts', import.meta.url));
  // Garbage is at most as much as what is in use: by itself the heap grows to several times that.
  const execArgv = [`--max-old-space-size=${MEMORY}`, '--heap-growing-percent=100'];
  const child = fork(program, {
    execArgv,
    // Settings are sent and not passed on the command line, which other accounts can see.
    ...{ stdio: ['ignore', 'ignore', 'ignore', 'ipc'], serialization: 'advanced' },
  });
  const gone = once(child, 'exit').catch(() => [1]);
  // A process that cannot start reports that it ended, too.
  child.on('error', ignore);
  const kill = () => child.kill('SIGKILL');
  // At once: the store is closed soon, and the next start reads on.
  const stop = () => {
    child.kill('SIGTERM');
    putBack(db, reading.id).catch(ignore);
  };
  signal.addEventListener('abort', stop);
  const longest = setTimeout(kill, LONGEST);
  let patience = setTimeout(kill, PATIENCE);
  let ended: Ended | undefined;
  child.on('message', (message: ReadingMessage) => {
    clearTimeout(patience);
    patience = setTimeout(kill, PATIENCE);
    if ('ended' in message) ended = message.ended;
    else beat(db, reading.id, epochSeconds(), JSON.stringify(message.progress)).catch(ignore);
  });
  const { texts = {} } = live;
  const own = { ...texts, environment: { ...texts.environment } };
  child.send({ source, reading, texts: own } satisfies ReadingTask);
  await gone;
  clearTimeout(longest);
  clearTimeout(patience);
  signal.removeEventListener('abort', stop);
  if (signal.aborted && !(ended && 'report' in ended && !ended.report.aborted)) return undefined;
  return ended ?? { error: 'crashed' satisfies OwnFailure };
}
