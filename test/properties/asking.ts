import assert from 'node:assert/strict';
import type { Accounts } from '../account.ts';
import { basic, caller, type Reply } from '../client.ts';
import type { Service } from '../service.ts';

export type Members = Record<string, unknown>;

/** The sender of a request: anonymous, or an account of a role. */
export type Who = keyof Accounts | 'anybody';

export const everybody = [
  ...['anybody', 'subscriber', 'contributor', 'author', 'editor', 'administrator'],
] as const satisfies Who[];

export interface Answer {
  status: number;
  headers: Headers;
  body: Members;
}

export interface Page {
  items: Members[];
  total: number;
  next: string | undefined;
  previous: string | undefined;
}

export type Collection = 'events' | 'venues' | 'organizers' | 'categories' | 'tags';

export type Visitor = ReturnType<typeof visitorOf>;

/** Sends requests to a running service over real HTTP. */
export function visitorOf({ base, accounts }: Pick<Service, 'base' | 'accounts'>, who: Who) {
  const account = who === 'anybody' ? undefined : accounts[who];
  const call = caller(base);
  const signed: Record<string, string> = account
    ? { authorization: basic(account.user, account.app_password) }
    : {};

  async function ask(method: string, path: string, sending: Content = {}): Promise<Answer> {
    return answerOf(await call(`${method} ${path}`, { ...sending, as: account }));
  }

  /** A page of a list, after checking that its own totals agree. */
  async function list(collection: Collection, query: Query | string = {}): Promise<Page> {
    const path = typeof query === 'string' ? query : `/${collection}?${search(query)}`;
    const { status, headers, body } = await ask('GET', path);
    assert.equal(status, 200, `${path} ${JSON.stringify(body)}`);
    const { [collection]: items, total, total_pages, next_rest_url, previous_rest_url } = body;
    assert.ok(Array.isArray(items) && typeof total === 'number' && typeof total_pages === 'number', path);
    assert.equal(headers.get('x-tec-total'), String(total), path);
    assert.equal(headers.get('x-tec-totalpages'), String(total_pages), path);
    const applied = new URL(String(body.rest_url)).searchParams;
    const [page, size] = [Number(applied.get('page')), Number(applied.get('per_page'))];
    assert.equal(total_pages, Math.ceil(total / size), path);
    assert.equal(items.length, Math.max(0, Math.min(size, total - (page - 1) * size)), path);
    assert.equal(next_rest_url !== undefined, page < total_pages, path);
    assert.equal(previous_rest_url !== undefined, page > 1, path);
    return { items, total, next: textOf(next_rest_url), previous: textOf(previous_rest_url) };
  }

  async function upload(url: string, picture: Uint8Array<ArrayBuffer>): Promise<Answer> {
    const headers = { 'content-type': 'image/png' };
    return answerOf(await call(`POST ${url}`, { as: account, headers, body: picture }));
  }

  return { who, id: account?.id, signed, ask, list, upload };
}

interface Content {
  json?: Members;
  form?: Record<string, string>;
}

export type Query = Record<string, string | number | boolean | readonly (string | number)[] | undefined>;

const search = (query: Query): string =>
  new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  ).toString();

function answerOf({ status, headers, text }: Reply): Answer {
  const body: unknown = JSON.parse(text);
  assert.ok(typeof body === 'object' && body !== null && !Array.isArray(body));
  // The members of a JSON object.
  return { status, headers, body: body as Members };
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

export const idsOf = (items: readonly unknown[]): number[] => items.map(item => (item as { id: number }).id);

/** A single record in the form of lists and writes, which have no JSON-LD. */
export function asListed<T>(value: T): T {
  const text = JSON.stringify(value, (name, member) => (name === 'json_ld' ? undefined : member));
  // The same value without some optional members.
  return JSON.parse(text) as T;
}
