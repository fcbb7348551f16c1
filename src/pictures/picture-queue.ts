import { fileURLToPath } from 'node:url';
import { FairQueue, Overloaded } from '../lib/fair-queue.ts';
import { NO_BYTES } from '../lib/frames.ts';
import { ProcessClient, ProcessEnded } from '../lib/processes.ts';
import { MAX_CARDS_WAITING, MAX_PICTURES_WAITING, MAX_WEBP_WAITING } from '../limits.ts';
import { SharedLock } from '../workers/channel.ts';
import type { PictureAnswer, PictureJobs, PictureRequest } from './jobs.ts';
import { ImageRefused, type RefusalCode } from './refused.ts';

/** Milliseconds without work after which the process ends, so that its memory goes back to the machine. */
const IDLE = 3000;

/** Milliseconds of work after which another worker that waits gets its turn: starting the process takes a tenth. */
const SLICE = 1000;

/**
 * The right to run the process of pictures, which one worker of the service has at a time. The worker keeps it, and the
 * process, from picture to picture: until nothing is left to do, or another worker has waited for long enough.
 */
class Lease {
  readonly #process: ProcessClient;
  readonly #turn = new SharedLock('pictures', () => this.#wanted());
  #state: 'none' | 'idle' | 'working' = 'none';
  /** When it came here. */
  #since = 0;
  #idle: NodeJS.Timeout | undefined;
  /** Resolves once a process that was ended has gone, and the right with it. */
  #returned: Promise<void> | undefined;

  constructor(process: ProcessClient) {
    this.#process = process;
  }

  /** Waits for the right. */
  async begin(): Promise<void> {
    clearTimeout(this.#idle);
    const isHere = this.#state === 'idle';
    this.#state = 'working';
    if (isHere) return;
    await this.#returned;
    await this.#turn.acquire();
    this.#since = performance.now();
  }

  /** @param isLast whether no more work waits in this worker */
  end(isLast: boolean): void {
    this.#state = 'idle';
    if (this.#turn.isWanted && (isLast || performance.now() - this.#since > SLICE)) this.close();
    else if (isLast) this.#idle = setTimeout(() => this.close(), IDLE).unref();
  }

  /** Ends the process, unless it works, and gives the right back. */
  close(): Promise<void> | undefined {
    if (this.#state !== 'idle') return this.#returned;
    clearTimeout(this.#idle);
    this.#state = 'none';
    this.#returned = this.#process.close().finally(() => this.#turn.release());
    return this.#returned;
  }

  #wanted(): void {
    // Between two pictures of this worker the next one decides.
    if (this.#state === 'idle') this.close();
  }
}

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
