import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { memoryLimit } from '../lib/memory.ts';

const MOST = 64;

/** More workers than these need a setting: each takes memory of its own. */
const USUAL = 4;

/** Bytes of memory for each worker: fewer workers take their place where there is less. */
const ROOM = 384 * 2 ** 20;

/** The default number of workers, and the limit of memory if there would be more without it. */
export interface UsualWorkers {
  readonly count: number;
  readonly limit: number | undefined;
}

/** @param limit bytes of memory that all workers may use */
export function usualWorkers(
  limit: number | undefined = memoryLimit(),
  most = Math.min(USUAL, availableParallelism()),
): UsualWorkers {
  if (IS_ALONE) return { count: 1, limit: undefined };
  const room = limit === undefined ? most : Math.max(1, Math.floor(limit / ROOM));
  return room < most ? { count: room, limit } : { count: most, limit: undefined };
}

/** The number of workers that a setting names; undefined if it is no number of workers. */
export function workersOf(setting: string): number | undefined {
  const count = Number(setting);
  return /^\d+$/.test(setting) && count >= 1 && count <= MOST && !(IS_ALONE && count > 1) ? count : undefined;
}

/** Windows cannot share a listening socket by its number. */
const IS_ALONE = process.platform === 'win32';

export const EXPECTED = IS_ALONE
  ? 'expected 1, because processes cannot share a port here'
  : `expected a whole number from 1 to ${MOST}`;

/** How many workers run at least and at most. */
export interface WorkerRange {
  readonly least: number;
  readonly most: number;
}

/**
 * How many workers a command line asks for, as far as a supervisor must know: one also for everything that needs none,
 * such as another command, or a setting that is wrong, which that process then reports.
 */
export function workersFor(argv: readonly string[], environment: NodeJS.ProcessEnv): WorkerRange {
  if (argv[0] !== 'serve') return ONE;
  const { values } = parseArgs({ args: argv.slice(1), options: OPTIONS, strict: false });
  if (values.help || values.version) return ONE;
  const setting = typeof values.workers === 'string' ? values.workers : (environment.WORKERS ?? '');
  if (setting === '') return { least: 1, most: usualWorkers().count };
  const count = workersOf(setting) ?? 1;
  return { least: count, most: count };
}

const ONE: WorkerRange = { least: 1, most: 1 };

const OPTIONS = {
  workers: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const;
