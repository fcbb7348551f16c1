import { searchable } from '../lib/text/search-terms.ts';
import { escapedTextOf, richText, termText } from '../lib/text/text.ts';
import { parseBody, parseUpload } from './body.ts';
import { flawOf } from './image-parts.ts';

/** What takes too long for the thread that answers, for some input that is accepted. */
export const jobs = { richText, termText, searchable, escapedTextOf, parseBody, parseUpload, flawOf };

export type BackgroundJobs = typeof jobs;
export type JobName = keyof BackgroundJobs;

/** The call of a job, as it is sent to the thread. */
export interface JobRequest {
  readonly name: JobName;
  readonly args: readonly unknown[];
}
