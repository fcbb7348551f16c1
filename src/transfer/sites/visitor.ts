import { isUtf8 } from 'node:buffer';
import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { bare, isSameHost } from '../../intake/identity.ts';
import { because } from '../../intake/reason.ts';
import type { Validators } from '../../intake/report.ts';
import { SourceError } from '../../intake/source-item.ts';
import {
  type FetchRefused,
  GuardedClient,
  type GuardedResponse,
  limitedBody,
  portOf,
  privateHost,
  redirectOf,
  refusalBehind,
  WEB_PORTS,
} from '../../net/guarded-client.ts';
import { type CalendarText, calendarText, isCalendarText } from '../calendar/text.ts';
import { isRowsRedirect, isSheetAnswer } from '../sheets/source.ts';

export interface WebPage {
  /** The final address, after redirects. */
  url: URL;
  status: number;
  headers: Pick<Headers, 'get'>;
  body: string;
  /** The body, if it is a calendar; `body` is empty then. */
  calendar: CalendarText | undefined;
  /** The body, if it is a spreadsheet; `body` is empty then. */
  sheet?: Buffer | undefined;
}

interface VisitorOptions {
  /** The address that the operator has named, if any: its host may be private, and on any port. */
  named: URL | undefined;
  /** Other hosts that may be private. */
  allow: readonly string[];
  /** Milliseconds between two requests. */
  pauseMs: number;
  signal: AbortSignal | undefined;
  /** The media types that are wanted; by default those of sites. */
  accept?: string;
  /** What the calendar at the first address was when it was last read. */
  validators?: Validators | undefined;
}

/** The document is as it was when it was last read. */
export class NotModified extends Error {
  override name = 'NotModified';
}

interface Wanted {
  readonly accept: string;
  readonly most: number;
}

/** A page names the interface of its site; an address of the interface has no page. */
const OF_SITES =
  'application/json, text/html, text/calendar;q=0.4, application/rss+xml;q=0.4, application/atom+xml;q=0.4';
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

/**
 * Visits a site politely: one request at a time, with a pause between requests, and with the waits that the site
 * demands. Redirects are followed within the site.
 */
export class Visitor implements AsyncDisposable {
  readonly #options: VisitorOptions;
  readonly #client: Promise<GuardedClient>;
  #due = 0;
  #isFirst = true;
  #validators: Validators | undefined;

  constructor(options: VisitorOptions) {
    this.#options = options;
    this.#client = guardedFor(options.named, options.allow);
  }

  /** Of the calendar that was read, if it was one that says so. */
  get validators(): Validators | undefined {
    return this.#validators;
  }

  /** Waits until the next request is due. */
  pause = async (): Promise<void> => {
    await this.#wait(this.#due - performance.now());
    this.#due = performance.now() + this.#options.pauseMs;
  };

  /**
   * The page at an address, whatever its status.
   * @param wanted the media types that are wanted of it, and the most bytes
   * @throws SourceError, or the signal's reason
   */
  async get(
    address: URL,
    wanted: Wanted = { accept: this.#options.accept ?? OF_SITES, most: MAX_BYTES },
  ): Promise<WebPage> {
    let url = address;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const page = await this.#insist(url, wanted);
      const location = redirectOf(page);
      if (location === undefined) return this.#arrived(page);
      const target = URL.parse(location, url);
      if (!target || !(isSameSite(url, target) || isRowsRedirect(url, target))) {
        throw elsewhere(url, target?.href ?? location);
      }
      url = target;
    }
    throw new SourceError(because('redirects', { address: address.href }));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await (await this.#client)[Symbol.asyncDispose]();
  }

  /** What else is read than the first page is another document. */
  #arrived(page: WebPage): WebPage {
    if (this.#isFirst && (page.calendar || page.sheet) && page.status === 200)
      this.#validators = validatorsOf(page);
    this.#isFirst = false;
    return page;
  }

  async #insist(url: URL, wanted: Wanted): Promise<WebPage> {
    const { pauseMs, signal } = this.#options;
    for (let attempt = 1; ; attempt++) {
      await this.pause();
      const backoff = pauseMs * FIRST_BACKOFF * 2 ** (attempt - 1);
      try {
        const page = await this.#ask(url, wanted);
        if (!BUSY.includes(page.status) || attempt === ATTEMPTS) return page;
        const delay = retryAfter(page.headers.get('retry-after')) ?? backoff;
        if (delay > LONGEST_WAIT) return page;
        await this.#wait(delay);
      } catch (error) {
        signal?.throwIfAborted();
        if (error instanceof SourceError || error instanceof NotModified) throw error;
        const refusal = refusalBehind(error);
        if (refusal && refusal.code !== 'unreachable') throw refused(url, refusal);
        if (attempt === ATTEMPTS)
          throw new SourceError(because('unreached', { host: url.host, why: reasonOf(error) }));
        await this.#wait(backoff);
      }
    }
  }

  async #ask(url: URL, { accept, most }: Wanted): Promise<WebPage> {
    const { signal, validators: known } = this.#options;
    const response = await (await this.#client).getDecoded(url, {
      signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT), ...(signal ? [signal] : [])]),
      headers: { accept, ...(this.#isFirst && conditionsOf(known)), 'user-agent': 'Almanac (+import)' },
    });
    const { status, headers } = response;
    const body = await bodyOf(response, url, most);
    if (status === 304 && known) throw new NotModified();
    return { url, status, headers, ...body };
  }

  async #wait(milliseconds: number): Promise<void> {
    const { signal } = this.#options;
    if (milliseconds > 0) await sleep(milliseconds, undefined, { signal });
    signal?.throwIfAborted();
  }
}

const conditionsOf = ({ etag, modified }: Validators = {}): Record<string, string> => ({
  ...(etag !== undefined && { 'if-none-match': etag }),
  ...(modified !== undefined && { 'if-modified-since': modified }),
});

function validatorsOf({ headers }: WebPage): Validators | undefined {
  const get = (name: string) => headers.get(name)?.slice(0, 500);
  const [etag, modified] = [get('etag'), get('last-modified')];
  return (etag ?? modified) ? { etag, modified } : undefined;
}

/** A client for the site of an address. The site may be a private one, as on the operator's own machine. */
async function guardedFor(named: URL | undefined, allow: readonly string[]): Promise<GuardedClient> {
  if (!named) return new GuardedClient({ allow });
  const own = await Promise.all(sameSite(named).map(privateHost));
  return new GuardedClient({ allow: [...allow, ...own.flat()], ports: [...WEB_PORTS, portOf(named)] });
}

/** An address with and without `www.`, which is one site. */
function sameSite(named: URL): URL[] {
  const host = bare(named.hostname);
  return [host, `www.${host}`].flatMap(name => {
    const url = new URL(named);
    url.hostname = name;
    return isIP(host.replace(/^\[|\]$/g, '')) && name !== host ? [] : [url];
  });
}

function refused({ href: address }: URL, { code }: FetchRefused): SourceError {
  if (code === 'too-large') return new SourceError(because('large_answer'));
  return new SourceError(because(code === 'address' ? 'not_public' : 'not_web', { address }));
}

/** How addresses of pages for signing in are written. */
const SIGNING_IN = /\b(?:service)?log-?in\b|\bsign-?in\b|^https?:\/\/accounts\.|\/wp-login\b/i;

/** An address that leads away: often one that only the signed-in may read. */
export const elsewhere = ({ href: address }: URL, target: string): SourceError =>
  new SourceError(
    SIGNING_IN.test(target) ? because('login_page', { address }) : because('elsewhere', { address, target }),
  );

/** An answer that is no success. */
export const answered = ({ href: address }: URL, status: number): SourceError =>
  new SourceError(because(status === 401 || status === 403 ? 'no_entry' : 'answered', { address, status }));

/**
 * Whether two addresses belong to one site: the same host, with or without `www.`, and the same port or the default
 * ports.
 */
export function isSameSite(a: URL, b: URL): boolean {
  return /^https?:$/.test(b.protocol) && isSameHost(a.hostname, b.hostname) && a.port === b.port;
}

async function bodyOf(
  response: GuardedResponse,
  url: URL,
  most: number,
): Promise<Pick<WebPage, 'body' | 'calendar' | 'sheet'>> {
  const type = response.headers.get('content-type') ?? '';
  const bytes = await limitedBody(response, most);
  if (/^text\/calendar\b/i.test(type) || isCalendarText(bytes))
    return { body: '', calendar: calendarText(bytes), sheet: undefined };
  if (isSheetAnswer(type, url, bytes)) return { body: '', calendar: undefined, sheet: bytes };
  return { body: decoderOf(type, bytes).decode(bytes), calendar: undefined, sheet: undefined };
}

/** The decoder of a page or a feed, by what it says of itself. JSON is UTF-8, whatever its server says. */
function decoderOf(type: string, bytes: Buffer): TextDecoder {
  if (/\bjson\b/i.test(type) && isUtf8(bytes)) return new TextDecoder();
  const head = /\b(?:html|xml)\b/i.test(type) ? bytes.subarray(0, 1024).toString('latin1') : '';
  const [, charset = 'utf-8'] = /\b(?:charset|encoding)=["']?([\w-]{1,40})/i.exec(`${type} ${head}`) ?? [];
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
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
