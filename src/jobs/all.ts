import type { Config } from '../config.ts';
import { newestChangeAt } from '../db/changes.ts';
import type { Db } from '../db/tables.ts';
import { pruneProposals } from '../events/public-proposals.ts';
import { pruneKeys } from '../http/idempotency/store.ts';
import { epochSeconds } from '../lib/time/clock.ts';
import { sendsMail } from '../mail/mail.ts';
import { pruneMails } from '../mail/outbox.ts';
import type { Log } from '../observability/log.ts';
import { refreshDesign } from '../site/design.ts';
import type { Live } from '../site/live-config.ts';
import { pruneSourceFiles } from '../transfer/sources/source-files.ts';
import { removeOrphans, removeUnused } from '../trash/unused-images.ts';
import { pruneLinks } from '../users/secret-links.ts';
import { pruneSecurityLog } from '../users/security-log.ts';
import { pruneSessions } from '../users/sessions.ts';
import { untilJobs } from '../workers/channel.ts';
import { worker } from '../workers/identity.ts';
import { startExtending } from './extend-horizon.ts';
import { startJob } from './job.ts';
import { startPublishing } from './publish.ts';
import { startReading } from './read-sources.ts';
import { startSending } from './send-mails.ts';
import { startTidying } from './tidy.ts';

/** Starts the jobs of the service, of which one worker does all; the others wait until it is their turn. */
export function startJobs(db: Db, live: Live, log: Log): { stop(): void } {
  const config = live.current;
  let jobs: { stop(): void }[] = [];
  let isStopped = false;
  const start = () => {
    if (isStopped) return;
    jobs = [
      startCheckingClock(db, log),
      startPublishing(db, config, log),
      startTidying(db, config, log),
      startExtending(db, config, log),
      startPruning(db, config, log),
      startReading(db, live, log),
      ...(sendsMail(config) ? [startSending(db, live, log)] : []),
    ];
  };
  if (worker) untilJobs().then(start);
  else start();
  return {
    stop() {
      isStopped = true;
      for (const job of jobs) job.stop();
    },
  };
}

const HOUR = 3_600_000;

/** Deletes expired idempotency keys, sessions, links, proposals, mails, files of sources, entries of the log of security and files of images without a record once an hour, until stopped. */
export const startPruning = (db: Db, config: Pick<Config, 'SECURITY_LOG_DAYS' | 'DATA_DIR'>, log: Log) =>
  startJob(
    {
      first: 60_000,
      every: HOUR,
      async run() {
        const now = epochSeconds();
        await pruneSessions(db, now);
        await pruneLinks(db, now);
        await removeUnused(db, config, await pruneProposals(db, now));
        await pruneSecurityLog(db, Math.max(0, now - config.SECURITY_LOG_DAYS * DAY));
        await pruneMails(db, now);
        await pruneKeys(db, now);
        await pruneSourceFiles(db, config, now);
        await removeOrphans(db, config, now);
      },
      failed: 'what has expired could not be deleted',
    },
    log,
  );

/** Seconds. */
const DAY = 86_400;

/** Milliseconds between two checks of the operator's files: soon enough for somebody who is designing. */
const EVERY = 2000;

/** Shows changes of the operator's files in DATA_DIR/site, until stopped. */
export const startRefreshingDesign = (live: Live, log: Log) =>
  startJob(
    {
      first: EVERY,
      every: EVERY,
      run: () => refreshDesign(live.current, log),
      failed: 'the files of the site could not be looked through',
    },
    log,
  );

/** Seconds by which the clock may be behind: those of a database server and of this machine differ a little. */
const TOLERANCE = 60;

/** Warns of a clock that is behind the newest change in the store, at the start and once an hour, until stopped. */
function startCheckingClock(db: Db, log: Log): { stop(): void } {
  const warn = warnOfClock(log);
  return startJob(
    {
      first: 0,
      every: HOUR,
      async run() {
        warn(epochSeconds(), await newestChangeAt(db));
      },
      failed: 'the clock could not be compared with the store',
    },
    log,
  );
}

/**
 * A process warns once, and again only of a clock that was right in between.
 * @returns takes the time and that of the newest change, in epoch seconds
 */
export function warnOfClock(log: Pick<Log, 'warn'>): (now: number, newest: number) => void {
  let wasBehind = false;
  return (now, newest) => {
    const isBehind = newest - now > TOLERANCE;
    if (isBehind && !wasBehind)
      log.warn(
        { clock: instant(now), newestChange: instant(newest) },
        'the clock is behind the newest change in the store; set it, because dates and ages follow it',
      );
    wasBehind = isBehind;
  };
}

const instant = (seconds: number): string => new Date(seconds * 1000).toISOString();
