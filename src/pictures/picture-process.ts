import { writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type Frame, NO_BYTES } from '../lib/frames.ts';
import { answerFrames } from '../lib/processes.ts';
import { type PictureAnswer, type PictureRequest, pictureJobs } from './jobs.ts';
import { ImageRefused } from './refused.ts';

// The process that decodes and encodes pictures, one at a time.

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

offerToBeKilled();
answerFrames(async ({ value, bytes }): Promise<Frame> => {
  // The name and the request come from one call of `inPictureProcess`.
  const { job, request } = value as PictureRequest;
  const work = pictureJobs[job] as (request: unknown, bytes: Buffer) => Promise<Frame>;
  freeBytes();
  try {
    const made = await work(request, bytes);
    return { value: { value: made.value } satisfies PictureAnswer, bytes: made.bytes };
  } catch (error) {
    return { value: answerOf(error), bytes: NO_BYTES };
  }
});

function answerOf(error: unknown): PictureAnswer {
  if (error instanceof ImageRefused) return { refused: error.code, why: String(error.cause ?? '') };
  return { failed: error instanceof Error ? error.message : String(error) };
}

/** Frees what earlier pictures have left. By itself the runtime lets a hundred megabytes of it gather. */
function freeBytes(): void {
  if (process.memoryUsage().arrayBuffers > MOST_LEFT) collectGarbage();
}

/** Bytes. */
const MOST_LEFT = 8_388_608;

/** If the memory of the machine or of its container is used up, the system ends this process before the service. */
function offerToBeKilled(): void {
  if (process.platform !== 'linux') return;
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {}
}
