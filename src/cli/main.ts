import { parseArgs } from 'node:util';
import { readConfigFile } from '../config/file.ts';
import { growYoungHeap } from '../lib/memory.ts';
import { workersFor } from '../workers/count.ts';
import { isOrphan, worker } from '../workers/identity.ts';

/** Runs a command line; resolves to the exit status: 0 done, 1 refused or failed, 2 wrong command line. */
export async function main(argv: readonly string[]): Promise<number> {
  if (isOrphan()) {
    console.error('The supervisor of this worker has ended.');
    return 1;
  }
  if (!worker) {
    const range = workersFor(argv, { WORKERS: workersInFile(argv), ...process.env });
    // A supervisor that does not serve needs nothing of the service, and each module that it loads would hold up the
    // first worker.
    if (range.least > 1) return (await import('../workers/supervisor.ts')).supervise(range);
    if (range.most > 1) {
      const { supervise } = await import('../workers/supervisor.ts');
      return supervise(range, { serve: () => runHere(argv) });
    }
  }
  return runHere(argv);
}

async function runHere(argv: readonly string[]): Promise<number> {
  growYoungHeap();
  const { run } = await import('./run.ts');
  return run(argv);
}

/** The setting WORKERS of the file; none if the file is wrong, which the command reports. */
function workersInFile(argv: readonly string[]): string | undefined {
  const { values } = parseArgs({
    args: [...argv],
    options: { config: { type: 'string' }, 'data-dir': { type: 'string' } },
    strict: false,
  });
  try {
    return readConfigFile(process.env, values)?.values.get('WORKERS')?.text;
  } catch {
    return undefined;
  }
}
