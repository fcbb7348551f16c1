import type { Transferable } from 'node:worker_threads';
import { FairQueue, Overloaded } from '../lib/fair-queue.ts';
import { ThreadClient, ThreadEnded } from '../lib/threads.ts';
import { MAX_JOBS_WAITING } from '../limits.ts';
import type { BackgroundJobs, JobName, JobRequest } from './thread.ts';

const thread = new ThreadClient<JobRequest>(new URL('./thread.ts', import.meta.url));

/** The owner of a job: the account that writes, or all readers together. */
export type Owner = { readonly id: number } | 'readers' | undefined;

const queue = new FairQueue<number | 'readers' | undefined>({ mostWaiting: MAX_JOBS_WAITING });

/**
 * Runs a job on a background thread, so that it does not block requests. Owners take turns.
 * @param transfer buffers of the arguments that are transferred to the thread
 * @throws Overloaded if too many jobs of this owner are already waiting, or if the thread ends
 */
export async function inBackground<Name extends JobName>(
  owner: Owner,
  name: Name,
  args: Parameters<BackgroundJobs[Name]>,
  transfer?: readonly Transferable[],
): Promise<Awaited<ReturnType<BackgroundJobs[Name]>>> {
  const key = typeof owner === 'object' ? owner.id : owner;
  try {
    const done = await queue.run(key, () => thread.ask({ name, args }, transfer));
    // The thread answers with the result of this job.
    return done as Awaited<ReturnType<BackgroundJobs[Name]>>;
  } catch (error) {
    // The next job restarts a thread that ran out of memory.
    throw error instanceof ThreadEnded ? new Overloaded({ cause: error }) : error;
  }
}
