// Serves like serve.ts by this process and another one, whose number follows the load within seconds instead of minutes.
// Any load is enough for the second one, however fast the machine is.
import { IDENTITY } from '../src/workers/messages.ts';

/** Milliseconds. */
const [EVERY, SETTLING, QUIET] = [250, 2000, 2000];

// What supervises takes the identity out of the environment: a worker must not load it.
if (process.env[IDENTITY]) await import('./serve.ts');
else {
  const { supervise } = await import('../src/workers/supervisor.ts');
  const pace = { late: -EVERY, settling: SETTLING, quiet: QUIET };
  const serve = async () => (await import('../src/cli/run.ts')).run(['serve']);
  process.exitCode = await supervise({ least: 1, most: 2 }, { every: EVERY, pace, serve });
}
