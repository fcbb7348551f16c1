import { once } from 'node:events';
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { Account } from './account.ts';
import { exchange, type Got } from './get.ts';

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
  event_status: string;
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

/** Sends a request to this address. */
export type Send = (address: string, request: Outgoing) => Promise<Reply>;

export interface Outgoing {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer> | FormData | undefined;
}

/**
 * Sends requests written as `POST /events`, below `base` unless the address is complete.
 * @param send for example also checks the responses
 */
export const caller =
  (base: string, send: Send = sendPlainly): Call =>
  (line, { as, json, form, body, headers } = {}) => {
    const [method = 'GET', path = ''] = line.split(' ');
    return send(/^https?:/.test(path) ? path : base + path, {
      method,
      headers: {
        ...(form && { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' }),
        ...headers,
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...(as && { authorization: basic(as.user, as.app_password) }),
      },
      body: json === undefined ? (form ? String(new URLSearchParams(form)) : body) : JSON.stringify(json),
    });
  };

const agent = new Agent({ keepAlive: true });

/** Sends with a third of the processor time of `fetch`. It does not ask for compression, and follows no redirects. */
export const sendPlainly: Send = async (address, { method = 'GET', headers = {}, body }) => {
  const { type, bytes } = await contentOf(body);
  const isTyped = type === null || Object.keys(headers).some(name => /^content-type$/i.test(name));
  // Node omits this header in a DELETE.
  const length = bytes === undefined ? {} : { 'content-length': String(Buffer.byteLength(bytes)) };
  const sent = { ...headers, ...(isTyped ? {} : { 'content-type': type }), ...length };
  return replyOf(
    await exchange(address, { agent, method, headers: sent, joinDuplicateHeaders: true }, bytes),
  );
};

/** Sends the head of a POST at once, and its body in another second, when something else has happened. Its status. */
export async function sendSlowly(
  address: string,
  headers: Record<string, string>,
  body: string,
  meanwhile: () => Promise<unknown>,
): Promise<number | undefined> {
  const sent = request(address, { method: 'POST', headers: { ...headers, 'content-length': body.length } });
  sent.flushHeaders();
  await seconds(1.1);
  await meanwhile();
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode;
}

/** The bytes of a body, and the media type that `fetch` gives it. */
async function contentOf(
  body: Outgoing['body'],
): Promise<{ type: string | null; bytes: string | Uint8Array | undefined }> {
  if (typeof body === 'string') return { type: 'text/plain;charset=UTF-8', bytes: body };
  if (body === undefined || body instanceof Uint8Array) return { type: null, bytes: body };
  const response = new Response(body);
  return { type: response.headers.get('content-type'), bytes: await response.bytes() };
}

/** Headers and members are read on demand, because many tests need neither. */
function replyOf({ status, headers: received, body: content }: Got): Reply {
  const text = content.toString();
  let [headers, body]: [Headers?, Body?] = [];
  return {
    ...{ status, text },
    get headers() {
      headers ??= new Headers(headersOf(received));
      return headers;
    },
    get body() {
      body ??= parsed(text);
      return body;
    },
  };
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

/**
 * Repeats `ask` until its result satisfies; returns that result, or the last one after the time limit. Only pauses
 * count, because a machine may stand still.
 */
export async function eventually<T>(
  ask: () => T | Promise<T>,
  satisfies: (answer: T) => boolean = Boolean,
): Promise<T> {
  // More and more seldom: many wait for processes that start, on the processors that asking takes as well.
  for (let [waited, pause] = [0, 0.02]; ; pause = Math.min(pause * 1.2, 0.1)) {
    const answer = await ask();
    if (satisfies(answer) || waited > PATIENCE) return answer;
    await seconds(pause);
    waited += pause;
  }
}

/** The result of a promise; undefined after the time limit. */
export const inTime = <T>(awaited: Promise<T>): Promise<T | undefined> =>
  Promise.race([awaited, setTimeout(PATIENCE * 1000, undefined, { ref: false })]);
