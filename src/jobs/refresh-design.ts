import type { Config } from '../config.ts';
import type { Log } from '../observability/log.ts';
import { refreshDesign } from '../site/design.ts';
import { startJob } from './job.ts';

/** Milliseconds between two checks of the operator's files: soon enough for somebody who is designing. */
const EVERY = 2000;

/** Shows changes of the operator's files in DATA_DIR/site, until stopped. */
export const startRefreshingDesign = (config: Config, log: Log) =>
  startJob(
    {
      first: EVERY,
      wait: () => EVERY,
      run: () => refreshDesign(config, log),
      failed: 'the files of the site could not be looked through',
    },
    log,
  );
