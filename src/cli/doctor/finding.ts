/** What a check has found. */
export interface Finding {
  readonly status: 'ok' | 'warning' | 'problem';
  /** What is so. */
  readonly what: string;
  /** What to do. */
  readonly remedy?: string;
}

export const ok = (what: string): Finding => ({ status: 'ok', what });
export const warning = (what: string, remedy: string): Finding => ({ status: 'warning', what, remedy });
export const problem = (what: string, remedy: string): Finding => ({ status: 'problem', what, remedy });

/** The code of an error of the system, such as `EACCES`, or else its message. */
export const reasonOf = (error: unknown): string => {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
};

/** Milliseconds for an answer. */
const TIMEOUT = 5000;

/** What a site answers to `/healthz`. */
interface Probed {
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
