import { pictureDuration, pictureFetches, picturesInProgress } from '../observability/measures.ts';
import { traced } from '../observability/traces.ts';
import type { Attributes } from '../observability/tracing.ts';
import { ImageRefused } from './refused.ts';

/** Measures and traces the fetching of a picture, and counts how it ended. */
export async function measureFetch<Result>(url: string, fetch: () => Promise<Result>): Promise<Result> {
  let result = 'failed';
  try {
    const fetched = await measure('fetch', () => traced('GET', () => attributesOf(url), fetch));
    result = 'ok';
    return fetched;
  } catch (error) {
    if (error instanceof ImageRefused) result = error.code;
    throw error;
  } finally {
    pictureFetches.of(result).value++;
  }
}

/** What the semantic conventions of HTTP clients tell, but for the query: it may be signed. */
function attributesOf(address: string): Attributes {
  const url = URL.parse(address);
  if (!url) return { 'http.request.method': 'GET' };
  return {
    'http.request.method': 'GET',
    'url.full': url.origin + url.pathname,
    'server.address': url.hostname,
    'server.port': Number(url.port || (url.protocol === 'https:' ? 443 : 80)),
  };
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
