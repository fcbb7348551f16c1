import { setTimeout as sleep } from 'node:timers/promises';
import { isSameHost } from '../../intake/identity.ts';
import { SourceError } from '../../intake/source-error.ts';
import { type CalendarText, calendarText, isCalendarText } from '../calendar/text.ts';

export interface WebPage {
  /** The final address, after redirects. */
  url: URL;
  status: number;
  headers: Headers;
  body: string;
  /** The body, if it is a calendar; `body` is empty then. */
  calendar: CalendarText | undefined;
}

export interface Politeness {
  /** Milliseconds between two requests. */
  pauseMs: number;
  signal: AbortSignal | undefined;
  /** The media types that are wanted; by default those of sites. */
  accept?: string;
}

export interface Visitor {
  /**
   * The page at an address, whatever its status.
   * @throws SourceError, or the signal's reason
   */
  get(url: URL): Promise<WebPage>;
  /** Waits until the next request is due. */
  pause(): Promise<void>;
}

/** A page names the interface of its site; an address of the interface has no page. */
const OF_SITES = 'application/json, text/html, text/calendar;q=0.4';
/** What addresses of calendars are asked for. */
export const OF_CALENDARS = 'text/calendar, */*;q=0.1';

const ATTEMPTS = 4;
/** The wait after the first failure, in pauses. It doubles with each further failure. */
const FIRST_BACKOFF = 5;
const LONGEST_WAIT = 120_000;
const TIMEOUT = 30_000;
const MAX_BYTES = 50_000_000;
const MAX_REDIRECTS = 5;
const BUSY = [429, 502, 503, 504];
const REDIRECTS = [301, 302, 303, 307, 308];

/**
 * Visits a site politely: one request at a time, with a pause between requests, and with the waits that the site
 * demands. Redirects are followed within the site.
 */
export function visitor({ pauseMs, signal, accept = OF_SITES }: Politeness): Visitor {
  let due = 0;

  async function pause(): Promise<void> {
    await wait(due - performance.now());
    due = performance.now() + pauseMs;
  }

  async function wait(milliseconds: number): Promise<void> {
    if (milliseconds > 0) await sleep(milliseconds, undefined, { signal });
    signal?.throwIfAborted();
  }

  async function insist(url: URL): Promise<WebPage> {
    for (let attempt = 1; ; attempt++) {
      await pause();
      const backoff = pauseMs * FIRST_BACKOFF * 2 ** (attempt - 1);
      try {
        const page = await visit(url, accept, signal);
        if (!BUSY.includes(page.status) || attempt === ATTEMPTS) return page;
        const delay = retryAfter(page.headers.get('retry-after')) ?? backoff;
        if (delay > LONGEST_WAIT) return page;
        await wait(delay);
      } catch (error) {
        signal?.throwIfAborted();
        if (error instanceof SourceError) throw error;
        if (attempt === ATTEMPTS) throw new SourceError(`${url.host} cannot be reached: ${reasonOf(error)}`);
        await wait(backoff);
      }
    }
  }

  async function get(address: URL): Promise<WebPage> {
    let url = address;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const page = await insist(url);
      const location = REDIRECTS.includes(page.status) ? page.headers.get('location') : null;
      if (location === null) return page;
      const target = URL.parse(location, url);
      if (!target || !isSameSite(url, target)) {
        throw new SourceError(`${url.href} leads to another site, ${target?.href ?? location}`);
      }
      url = target;
    }
    throw new SourceError(`${address.href} redirects too many times`);
  }

  return { get, pause };
}

/**
 * Whether two addresses belong to one site: the same host, with or without `www.`, and the same port or the default
 * ports.
 */
export function isSameSite(a: URL, b: URL): boolean {
  return /^https?:$/.test(b.protocol) && isSameHost(a.hostname, b.hostname) && a.port === b.port;
}

async function visit(url: URL, accept: string, signal: AbortSignal | undefined): Promise<WebPage> {
  const answer = await fetch(url, {
    redirect: 'manual',
    signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT), ...(signal ? [signal] : [])]),
    headers: { accept, 'user-agent': 'Almanac (+import)' },
  });
  return { url, status: answer.status, headers: answer.headers, ...(await bodyOf(answer)) };
}

async function bodyOf(answer: Response): Promise<Pick<WebPage, 'body' | 'calendar'>> {
  const decoder = new TextDecoder();
  const texts: string[] = [];
  const chunks: Uint8Array[] = [];
  let isCalendar = /^text\/calendar\b/i.test(answer.headers.get('content-type') ?? '');
  let length = 0;
  for await (const chunk of answer.body ?? []) {
    length += chunk.length;
    if (length > MAX_BYTES) throw new SourceError('its answer is too large');
    if (length === chunk.length) isCalendar ||= isCalendarText(Buffer.from(chunk));
    // The encoding of a calendar is found out later.
    if (isCalendar) chunks.push(chunk);
    else texts.push(decoder.decode(chunk, { stream: true }));
  }
  if (isCalendar) return { body: '', calendar: calendarText(Buffer.concat(chunks)) };
  return { body: texts.join('') + decoder.decode(), calendar: undefined };
}

/** Milliseconds to wait, from seconds or a date; undefined for anything else. */
function retryAfter(header: string | null): number | undefined {
  if (header === null) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { code?: string; message?: string } };
  return cause?.code ?? cause?.message ?? message ?? 'no reason given';
}
