import { Pacer } from './pacer.ts';

/** Work that may pause after each of its steps. */
export type Steps<Result> = Generator<undefined, Result>;

/** Does the work without a pause. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Does the work with pauses, in which the event loop handles other work. */
export async function withPauses<Result>(steps: Steps<Result>): Promise<Result> {
  const pacer = new Pacer();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (pacer.isDue()) await pacer.pause();
  }
}
