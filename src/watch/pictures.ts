import { ImageRefused } from '../images/refused.ts';
import { pictureDuration, pictureFetches, picturesInProgress } from './measures.ts';

/** Measures the fetching of a picture, and counts how it ended. */
export async function measureFetch<Result>(fetch: () => Promise<Result>): Promise<Result> {
  let result = 'failed';
  try {
    const fetched = await measure('fetch', fetch);
    result = 'ok';
    return fetched;
  } catch (error) {
    if (error instanceof ImageRefused) result = error.code;
    throw error;
  } finally {
    pictureFetches.of(result).value++;
  }
}

/** Measures the making of a picture's sizes, and their storing. */
export const measureStoring = <Result>(store: () => Promise<Result>): Promise<Result> =>
  measure('store', store);

async function measure<Result>(step: 'fetch' | 'store', work: () => Promise<Result>): Promise<Result> {
  const began = performance.now();
  picturesInProgress.of(step).value++;
  try {
    return await work();
  } finally {
    picturesInProgress.of(step).value--;
    pictureDuration.of(step).observe((performance.now() - began) / 1000);
  }
}
