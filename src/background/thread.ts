import { searchable } from '../lib/text/search-terms.ts';
import { escapedTextOf, richText, termText } from '../lib/text/text.ts';
import { answerRequests } from '../lib/threads.ts';
import { parseBody, parseUpload } from './body.ts';

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

/** Functions that may take too long for the thread that answers requests, for some valid input. */
export const jobs = { richText, termText, searchable, escapedTextOf, parseBody, parseUpload };

export type BackgroundJobs = typeof jobs;
export type JobName = keyof BackgroundJobs;

/** A job's call, as sent to the thread. */
export interface JobRequest {
  readonly name: JobName;
  readonly args: readonly unknown[];
}
