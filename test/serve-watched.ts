// Serves like serve.ts by two workers, of which one that hangs is found within seconds instead of half a minute.
import { IDENTITY } from '../src/workers/messages.ts';

/** Milliseconds. */
const EVERY = 250;

// What supervises takes the identity out of the environment: a worker must not load it.
if (process.env[IDENTITY]) await import('./serve.ts');
else {
  const { supervise } = await import('../src/workers/supervisor.ts');
  process.exitCode = await supervise({ least: 2, most: 2 }, { every: EVERY });
}
