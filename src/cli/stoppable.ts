import { BackupRefused } from '../backup/archive.ts';
import { toldToStop } from './stopping.ts';
import { refuse } from './users.ts';

/**
 * Does work on a file that is given up when the process is told to stop; says why it was not done.
 * @returns the exit status
 */
export async function stoppable(
  file: string,
  work: (signal: AbortSignal) => Promise<number>,
): Promise<number> {
  const told = new AbortController();
  toldToStop().then(() => told.abort());
  try {
    return await work(told.signal);
  } catch (error) {
    if (told.signal.aborted) return refuse('Stopped: nothing was changed.');
    if (error instanceof BackupRefused) return refuse(error.message);
    if (isOfSystem(error)) return refuse(`${error.path ?? file}: ${error.message}.`);
    throw error;
  }
}

const isOfSystem = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error;
