import { reasonOf } from './finding.ts';

/** Milliseconds for an answer. */
const TIMEOUT = 5000;

/** What a site answers to `/healthz`. */
export interface Probed {
  readonly isAlmanac: boolean;
  /** Why there is no answer, or which other one. */
  readonly why: string;
  /** Whether forwarding headers arrived, and from a trusted proxy. */
  readonly proxy: string | null;
  /** The clock of whoever answered, in milliseconds. */
  readonly clock: number | undefined;
}

/** Asks the service of a site whether it runs. */
export async function probe(site: string): Promise<Probed> {
  const none = { isAlmanac: false, proxy: null, clock: undefined };
  try {
    const signal = AbortSignal.timeout(TIMEOUT);
    const response = await fetch(`${site}/healthz`, { signal, redirect: 'manual' });
    const body = await response.text();
    const clock = Date.parse(response.headers.get('date') ?? '') || undefined;
    const isAlmanac = response.status === 200 && body === '{"status":"ok"}';
    const why = `${response.status} ${response.headers.get('content-type') ?? ''}`.trim();
    return { isAlmanac, why, proxy: response.headers.get('almanac-proxy'), clock };
  } catch (error) {
    return { ...none, why: reasonOf((error as Error).cause ?? error) };
  }
}
