import { answerRequests } from '../lib/threads.ts';
import { type JobRequest, jobs } from './jobs.ts';

// A thread that runs jobs one after another.
answerRequests<JobRequest>(
  // The name and the arguments come from one call of `inBackground`.
  ({ name, args }) => (jobs[name] as (...args: readonly unknown[]) => unknown)(...args),
  buffersOf,
);

/** The bytes of an upload are transferred. */
function buffersOf(result: unknown): ArrayBuffer[] {
  const bytes = (result as { bytes?: unknown } | undefined)?.bytes;
  return bytes instanceof Uint8Array && bytes.buffer instanceof ArrayBuffer ? [bytes.buffer] : [];
}
