import { fileURLToPath } from 'node:url';
import { FairQueue, Overloaded } from '../lib/fair-queue.ts';
import { NO_BYTES } from '../lib/frames.ts';
import { ProcessClient, ProcessEnded } from '../lib/processes.ts';
import { MAX_CARDS_WAITING, MAX_PICTURES_WAITING, MAX_WEBP_WAITING } from '../limits.ts';
import type { PictureAnswer, PictureJobs, PictureRequest } from './jobs.ts';
import { Lease } from './lease.ts';
import { ImageRefused, type RefusalCode } from './refused.ts';

const client = new ProcessClient(new URL('./picture-process.ts', import.meta.url), {
  // The fonts of the machine are not used, so that cards look the same everywhere.
  FONTCONFIG_FILE: fileURLToPath(new URL('./cards/fonts.conf', import.meta.url)),
  // Large blocks go back to the system as soon as they are free, so that a picture does not add to the one before.
  MALLOC_MMAP_THRESHOLD_: '262144',
  // One thread allocates at a time. A second arena keeps some of each picture.
  MALLOC_ARENA_MAX: '1',
});
const lease = new Lease(client);

/** Pictures that may wait for all readers of WebP forms, of cards, or of pages. */
const FOR_READERS = { webp: MAX_WEBP_WAITING, cards: MAX_CARDS_WAITING, pages: MAX_PICTURES_WAITING };

/** Whom a picture is for: readers, or the account that sends it. */
export type PictureOwner = keyof typeof FOR_READERS | number;

const queue = new FairQueue<PictureOwner>({
  mostWaiting: owner => (typeof owner === 'number' ? MAX_PICTURES_WAITING : FOR_READERS[owner]),
});

/** Runs a job in the process of pictures. */
export type RunPictureJob = <Name extends keyof PictureJobs>(
  job: Name,
  request: Parameters<PictureJobs[Name]>[0],
  bytes?: Buffer,
) => ReturnType<PictureJobs[Name]>;

/**
 * Does work with the process of pictures while nobody else in the service does any. Owners take turns.
 * @param work the jobs of one picture, one after the other
 * @param signal work that is aborted before its turn does not begin
 * @throws Overloaded if too much work of this owner is already waiting, or if the process ends
 */
export function inPictureProcess<Result>(
  owner: PictureOwner,
  work: (run: RunPictureJob) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const begin = async () => {
    await lease.begin();
    try {
      return await work(run as RunPictureJob);
    } finally {
      lease.end(queue.waiting === 0);
    }
  };
  return queue.run(owner, begin, signal);
}

/** Ends the process of pictures if it has nothing to do; otherwise it ends soon after its last work. */
export const closePictureProcess = async (): Promise<void> => lease.close();

let tellEnd: (error: ProcessEnded) => void = () => {};

/** Tells of a process that has ended during its work, as when the memory of the machine was used up. */
export function onPictureProcessEnd(tell: (error: ProcessEnded) => void): void {
  tellEnd = tell;
}

/** Milliseconds for one job. The longest that any legal picture took is a fifth of it, on a busy machine. */
const PATIENCE = 120_000;

async function run(job: keyof PictureJobs, request: unknown, bytes = NO_BYTES) {
  const answered = await client
    .ask({ job, request } satisfies PictureRequest, bytes, PATIENCE)
    .catch((error: unknown) => {
      if (!(error instanceof ProcessEnded)) throw error;
      tellEnd(error);
      throw new Overloaded({ cause: error });
    });
  const answer = answered.value as PictureAnswer;
  if ('refused' in answer) throw new ImageRefused(answer.refused as RefusalCode, { cause: answer.why });
  if ('failed' in answer) throw new Error(answer.failed);
  return { value: answer.value, bytes: answered.bytes };
}
