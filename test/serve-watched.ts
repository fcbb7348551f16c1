// Serves like serve.ts by two workers, of which one that hangs is found within seconds instead of half a minute.
import { main } from '../src/cli/main.ts';
import { worker } from '../src/workers/identity.ts';
import { supervise } from '../src/workers/supervisor.ts';

/** Milliseconds. */
const EVERY = 250;

process.exitCode = worker ? await main(['serve']) : await supervise({ least: 2, most: 2 }, { every: EVERY });
