import { answerRequests } from '../lib/threads.ts';
import { type JobRequest, jobs } from './jobs.ts';

// A thread that carries out jobs, one after the other.
answerRequests<JobRequest>(
  // The name and the arguments are of one call of `inBackground`.
  ({ name, args }) => (jobs[name] as (...args: readonly unknown[]) => unknown)(...args),
  buffersOf,
);

/** The bytes of an upload are handed over. */
function buffersOf(result: unknown): ArrayBuffer[] {
  const bytes = (result as { bytes?: unknown } | undefined)?.bytes;
  return bytes instanceof Uint8Array && bytes.buffer instanceof ArrayBuffer ? [bytes.buffer] : [];
}
