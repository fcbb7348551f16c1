import { Agent, type IncomingHttpHeaders } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { Account } from './account.ts';
import { exchange } from './get.ts';

/** The members of response bodies that tests read. A missing member is undefined, whatever its type says. */
export interface Body {
  id: number;
  count: number;
  title: string;
  venue: Body;
  organizer: Body[];
  description: string;
  excerpt: string;
  name: string;
  slug: string;
  status: string;
  author: string;
  url: string;
  rest_url: string;
  next_rest_url: string;
  previous_rest_url: string;
  total: number;
  total_pages: number;
  events: Body[];
  venues: Body[];
  organizers: Body[];
  categories: Body[];
  tags: Body[];
  date: string;
  date_utc: string;
  modified: string;
  start_date: string;
  end_date: string;
  utc_start_date: string;
  utc_end_date: string;
  timezone: string;
  timezone_abbr: string;
  all_day: boolean;
  cost: string;
  website: string;
  featured: boolean;
  sticky: boolean;
  show_map: boolean;
  show_map_link: boolean;
  hide_from_listings: boolean;
  address: string;
  city: string;
  phone: string;
  email: string;
  image: Image;
  global_id: string;
  urls: Record<string, string>;
  _links: Record<string, { href: string; templated?: boolean }[]>;
  namespace: string;
  routes: Record<
    string,
    {
      endpoints: { methods: string[]; args: Record<string, { description: string }> }[];
      _links?: { self: { href: string }[] };
    }
  >;
  servers: { url: string }[];
  info: { description: string };
  code: string;
  message: string;
  data: {
    status: number;
    params: Record<string, string>;
    details: Record<string, { code: string; message: string }>;
  };
}

export interface Image {
  url: string;
  id: number;
  extension: string;
  width: number;
  height: number;
  filesize: number;
  sizes: Record<
    string,
    { width: number; height: number; 'mime-type': string; filesize: number; url: string }
  >;
}

export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  body: Body;
}

export interface Sending {
  as?: Account | undefined;
  json?: unknown;
  form?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer> | FormData;
  headers?: Record<string, string>;
}

export type Call = (line: string, sending?: Sending) => Promise<Reply>;

/**
 * Sends requests written as `POST /events`, below `base` unless the address is complete.
 * @param send replaces `fetch`, for example to check the responses as well
 */
export const caller =
  (base: string, send: typeof fetch = sendPlainly): Call =>
  async (line, { as, json, form, body, headers } = {}) => {
    const [method = 'GET', path = ''] = line.split(' ');
    const sent = new Headers(headers);
    if (as) sent.set('authorization', basic(as.user, as.app_password));
    if (json !== undefined) sent.set('content-type', 'application/json');
    const content = json === undefined ? (form ? new URLSearchParams(form) : body) : JSON.stringify(json);
    const response = await send(/^https?:/.test(path) ? path : base + path, {
      method,
      headers: sent,
      body: content ?? null,
      redirect: 'manual',
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: parsed(text) };
  };

const agent = new Agent({ keepAlive: true });
const WITHOUT_BODY = [204, 205, 304];

/** Works like `fetch` with half the processor time. It does not ask for compression, and follows no redirects. */
export const sendPlainly: typeof fetch = async (input, { method = 'GET', headers: given, body } = {}) => {
  const headers = new Headers(given);
  const { type, bytes } = await contentOf(body);
  if (type !== null && !headers.has('content-type')) headers.set('content-type', type);
  // Node omits this header in a DELETE.
  if (bytes !== undefined) headers.set('content-length', String(Buffer.byteLength(bytes)));
  const sent = { agent, method, headers: Object.fromEntries(headers), joinDuplicateHeaders: true };
  const answer = await exchange(String(input), sent, bytes);
  const content = WITHOUT_BODY.includes(answer.status) ? null : answer.body;
  return new Response(content, { status: answer.status, headers: headersOf(answer.headers) });
};

/** The bytes of a body, and the media type that `fetch` gives it. */
async function contentOf(
  body: RequestInit['body'],
): Promise<{ type: string | null; bytes: string | Uint8Array | undefined }> {
  if (typeof body === 'string') return { type: 'text/plain;charset=UTF-8', bytes: body };
  if (body instanceof Uint8Array) return { type: null, bytes: body };
  if (body === null || body === undefined) return { type: null, bytes: undefined };
  const response = new Response(body);
  return { type: response.headers.get('content-type'), bytes: await response.bytes() };
}

const headersOf = (headers: IncomingHttpHeaders): [string, string][] =>
  Object.entries(headers).map(([name, value = '']) => [name, String(value)]);

export const basic = (login: string, secret: string): string =>
  `Basic ${Buffer.from(`${login}:${secret}`).toString('base64')}`;

/** A GET of exactly this path with exactly these headers: nothing is normalised. */
export async function exactly(
  site: string,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<{ status: number; headers: IncomingHttpHeaders; text: string; body: Body }> {
  const { body, ...answer } = await exchange(site, { path, headers, method });
  const text = body.toString();
  return { ...answer, text, body: parsed(text) };
}

function parsed(text: string): Body {
  try {
    return JSON.parse(text);
  } catch {
    return {} as Body;
  }
}

/** The fields of an event, on 10 May 2031 from 10 to 12 by default. */
export const eventOf = (title: string, fields: Record<string, unknown> = {}) => ({
  title,
  start_date: '2031-05-10 10:00:00',
  end_date: '2031-05-10 12:00:00',
  ...fields,
});

/** All texts in a JSON value, by path. */
export function textsOf(value: unknown, path = ''): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => textsOf(member, `${path}.${name}`));
}

export const seconds = (count: number): Promise<void> => setTimeout(count * 1000);

/** Seconds for which a test waits for an expected result, also on a slow or busy machine. */
const PATIENCE = 60;

/** Repeats `ask` until its result satisfies; returns that result, or the last one after the time limit. */
export async function eventually<T>(
  ask: () => T | Promise<T>,
  satisfies: (answer: T) => boolean = Boolean,
): Promise<T> {
  const end = performance.now() + PATIENCE * 1000;
  // More and more seldom: many wait for processes that start, on the processors that asking takes as well.
  for (let pause = 0.02; ; pause = Math.min(pause * 1.2, 0.1)) {
    const answer = await ask();
    if (satisfies(answer) || performance.now() > end) return answer;
    await seconds(pause);
  }
}

/** The result of a promise; undefined after the time limit. */
export const inTime = <T>(awaited: Promise<T>): Promise<T | undefined> =>
  Promise.race([awaited, setTimeout(PATIENCE * 1000, undefined, { ref: false })]);
