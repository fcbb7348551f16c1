import { digestOf } from '../lib/digest.ts';
import { Overloaded } from '../lib/fair-queue.ts';
import { ImageRefused } from '../pictures/refused.ts';

/** Digests of images with which the process of pictures has ended, the newest last. */
const fatal = new Set<string>();

const MOST = 1000;

/**
 * Refuses an image with which the process of pictures ends for the second time. The first time may be the fault of
 * something else that uses the memory of the machine.
 * @param read fails with Overloaded if the process ends
 */
export async function refuseIfFatal<Result>(bytes: Buffer, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof Overloaded)) throw error;
    const digest = digestOf(bytes);
    if (fatal.has(digest)) throw new ImageRefused('too-costly', { cause: error });
    const [oldest] = fatal;
    if (fatal.size >= MOST) fatal.delete(oldest!);
    fatal.add(digest);
    throw error;
  }
}
