import { searchable } from '../lib/text/search-terms.ts';
import { escapedTextOf, richText, termText } from '../lib/text/text.ts';
import { parseBody, parseUpload } from './body.ts';

/** Functions that may take too long for the thread that answers requests, for some valid input. */
export const jobs = { richText, termText, searchable, escapedTextOf, parseBody, parseUpload };

export type BackgroundJobs = typeof jobs;
export type JobName = keyof BackgroundJobs;

/** A job's call, as sent to the thread. */
export interface JobRequest {
  readonly name: JobName;
  readonly args: readonly unknown[];
}
