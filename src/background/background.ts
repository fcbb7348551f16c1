import type { Transferable } from 'node:worker_threads';
import { FairQueue } from '../lib/fair-queue.ts';
import { Overloaded } from '../lib/overloaded.ts';
import { ThreadClient, ThreadEnded } from '../lib/threads.ts';
import { MAX_JOBS_WAITING } from '../limits.ts';
import type { BackgroundJobs, JobName, JobRequest } from './jobs.ts';

const thread = new ThreadClient<JobRequest>(new URL('./thread.ts', import.meta.url));

/** Whose job it is: of the account that writes, or of all that read. */
export type Owner = { readonly id: number } | 'readers' | undefined;

const queue = new FairQueue<number | 'readers' | undefined>(MAX_JOBS_WAITING);

/**
 * Carries out a job in a thread beside the one that answers, which goes on meanwhile. Owners take turns.
 * @param transfer buffers of the arguments that the thread takes over
 * @throws Overloaded where too many jobs of this owner wait already, or the thread ends
 */
export async function inBackground<Name extends JobName>(
  owner: Owner,
  name: Name,
  args: Parameters<BackgroundJobs[Name]>,
  transfer?: readonly Transferable[],
): Promise<Awaited<ReturnType<BackgroundJobs[Name]>>> {
  const key = typeof owner === 'object' ? owner.id : owner;
  const done = queue.run(key, () => thread.ask({ name, args }, transfer));
  if (!done) throw new Overloaded();
  try {
    // The thread answers with what this very job returns.
    return (await done) as Awaited<ReturnType<BackgroundJobs[Name]>>;
  } catch (error) {
    // A thread that has run out of memory is started again by the next job.
    throw error instanceof ThreadEnded ? new Overloaded({ cause: error }) : error;
  }
}
