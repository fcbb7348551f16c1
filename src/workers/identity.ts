import { isMainThread } from 'node:worker_threads';
import { repeatAtFullSeconds } from '../lib/time/full-seconds.ts';
import { IDENTITY, type WorkerIdentity } from './messages.ts';

/** Milliseconds between two looks whether the supervisor still runs. */
const EVERY = 1000;

/**
 * This worker of a service that several processes serve, also if its supervisor has ended already. Undefined in the only
 * process of a service, in a command and in a thread.
 */
export let worker: WorkerIdentity | undefined = isMainThread ? takeIdentity() : undefined;

/** Makes this process a worker that supervises the others itself, before anything of the service is loaded. */
export function becomeWorker(identity: WorkerIdentity): void {
  worker = identity;
}

function takeIdentity(): WorkerIdentity | undefined {
  const identity = process.env[IDENTITY];
  // The processes that a worker starts are no workers.
  delete process.env[IDENTITY];
  return identity ? JSON.parse(identity) : undefined;
}

/**
 * Whether the supervisor of this worker has ended, if it is another process. Its process id alone is certain: Node keeps back `disconnect`, and
 * may stay connected, while a socket that was sent is not acknowledged.
 */
export const isOrphan = (): boolean =>
  worker !== undefined &&
  worker.supervisor !== process.pid &&
  (!process.connected || process.ppid !== worker.supervisor);

/** Resolves once the supervisor has gone; never without one. */
export const supervisorGone: Promise<void> = new Promise(resolve => {
  if (!worker) return;
  const check = () => {
    if (!isOrphan()) return;
    stop();
    resolve();
  };
  const stop = repeatAtFullSeconds(EVERY, check);
  process.once('disconnect', check);
  // Listening alone must not keep a worker that has stopped from ending.
  process.channel?.unref();
  check();
});
