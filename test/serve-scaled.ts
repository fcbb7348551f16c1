// Serves like serve.ts by one or two workers, whose number follows the load within seconds instead of minutes. Any
// load is enough for the second one, however fast the machine is.
import { main } from '../src/cli/main.ts';
import { worker } from '../src/workers/identity.ts';
import { supervise } from '../src/workers/supervisor.ts';

/** Milliseconds. */
const [EVERY, SETTLING, QUIET] = [250, 2000, 2000];

process.exitCode = worker
  ? await main(['serve'])
  : await supervise(
      { least: 1, most: 2 },
      { every: EVERY, pace: { late: -EVERY, settling: SETTLING, quiet: QUIET } },
    );
