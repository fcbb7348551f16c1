import { writeFileSync } from 'node:fs';
import type { Frame } from '../../lib/frames.ts';
import { answerFrames } from '../../lib/processes.ts';
import { ImageRefused } from '../refused.ts';
import { type PictureAnswer, type PictureRequest, pictureJobs } from './jobs.ts';

// The process that decodes and encodes pictures, one at a time.

offerToBeKilled();
answerFrames(async ({ value, bytes }): Promise<Frame> => {
  // The name and the request come from one call of `inPictureProcess`.
  const { job, request } = value as PictureRequest;
  const work = pictureJobs[job] as (request: unknown, bytes: Buffer) => Promise<Frame>;
  try {
    const made = await work(request, bytes);
    return { value: { value: made.value } satisfies PictureAnswer, bytes: made.bytes };
  } catch (error) {
    return { value: answerOf(error), bytes: Buffer.alloc(0) };
  }
});

function answerOf(error: unknown): PictureAnswer {
  if (error instanceof ImageRefused) return { refused: error.code, why: String(error.cause ?? '') };
  return { failed: error instanceof Error ? error.message : String(error) };
}

/** If the memory of the machine or of its container is used up, the system ends this process before the service. */
function offerToBeKilled(): void {
  if (process.platform !== 'linux') return;
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {}
}
