import { pictureDuration, pictureFetches, picturesInProgress } from '../observability/measures.ts';
import type { SpanAttributes } from '../observability/open-telemetry.ts';
import { traced } from '../observability/traces.ts';
import { ImageRefused } from '../pictures/refused.ts';

/** Measures and traces the fetch of an image, and counts its result. */
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

/** The attributes of HTTP clients in the semantic conventions, without the query, which may contain a signature. */
function attributesOf(address: string): SpanAttributes {
  const url = URL.parse(address);
  if (!url) return { 'http.request.method': 'GET' };
  return {
    'http.request.method': 'GET',
    'url.full': url.origin + url.pathname,
    'server.address': url.hostname,
    'server.port': Number(url.port || (url.protocol === 'https:' ? 443 : 80)),
  };
}

/** Measures how long a step takes: to fetch an image, to make and store its sizes, or to make a WebP form. */
export async function measure<Result>(
  step: 'fetch' | 'store' | 'webp',
  work: () => Promise<Result>,
): Promise<Result> {
  const began = performance.now();
  picturesInProgress.of(step).value++;
  try {
    return await work();
  } finally {
    picturesInProgress.of(step).value--;
    pictureDuration.of(step).observe((performance.now() - began) / 1000);
  }
}
