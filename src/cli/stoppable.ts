import { BackupRefused } from '../backup/archive.ts';
import { refuse } from './command.ts';
import { signalToStop } from './stopping.ts';

/**
 * Does work on a file that stops at a signal, and prints why it failed.
 * @returns the exit status
 */
export async function stoppable(
  file: string,
  work: (signal: AbortSignal) => Promise<number>,
): Promise<number> {
  using stop = signalToStop();
  const { signal } = stop;
  try {
    return await work(signal);
  } catch (error) {
    if (signal.aborted) return refuse('Stopped. Nothing was changed.');
    if (error instanceof BackupRefused) return refuse(error.message);
    if (isOfSystem(error)) return refuse(`${error.path ?? file}: ${error.message}.`);
    throw error;
  }
}

const isOfSystem = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error;
