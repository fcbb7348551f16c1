import type { Config } from '../config.ts';
import type { Log } from '../observability/log.ts';
import { refreshLook } from '../pages/look/look.ts';
import { startJob } from './job.ts';

/** Milliseconds from one look at the operator's files to the next: soon enough for somebody who is designing. */
const EVERY = 2000;

/** Shows changes of the operator's files in DATA_DIR/site, until stopped. */
export const startRefreshing = (config: Config, log: Log) =>
  startJob(
    {
      first: EVERY,
      wait: () => EVERY,
      run: () => refreshLook(config, log),
      failed: 'the files of the site could not be looked through',
    },
    log,
  );
