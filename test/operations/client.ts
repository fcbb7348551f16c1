import { Agent, type IncomingHttpHeaders } from 'node:http';
import type { Accounts } from '../account.ts';
import { basic } from '../client.ts';
import { exchange } from '../get.ts';
import type { Service } from '../service.ts';
import type { Method } from './interface.ts';

export type Members = Record<string, unknown>;

export interface Request {
  method?: Method;
  /** Relative to the namespace, or a complete address. */
  path: string;
  query?: Members | undefined;
  json?: Members | undefined;
  form?: Members | undefined;
  /** The account that signs; anonymous if absent. */
  as?: keyof Accounts | undefined;
  /** A language segment before the namespace. */
  language?: string | undefined;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  /** The JSON object of the response; empty if it is none. */
  body: Members;
}

export type Ask = (request: Request) => Promise<Answer>;

/** Sends requests to a running service over real HTTP, with lists and objects in the bracket syntax of forms. */
export function clientOf(service: Service): Ask {
  const authorizations = Object.fromEntries(
    Object.values(service.accounts).map(({ user, app_password }) => [user, basic(user, app_password)]),
  );
  return async ({ method = 'GET', path, query, json, form, as, language }) => {
    const base = language === undefined ? service.base : service.base.replace('/cal/', `/${language}/cal/`);
    const url = new URL(path.startsWith('http') ? path : base + path);
    for (const [name, value] of query ? formOf(query) : []) url.searchParams.append(name, value);
    const headers: Record<string, string> = {};
    const authorization = as && authorizations[as];
    if (authorization) headers.authorization = authorization;
    if (json) headers['content-type'] = 'application/json';
    if (form) headers['content-type'] = 'application/x-www-form-urlencoded';
    const body = json ? JSON.stringify(json) : form ? formOf(form).toString() : '';
    if (body) headers['content-length'] = String(Buffer.byteLength(body));
    const answer = await exchange(url, { agent, method, headers }, body);
    return { ...answer, body: members(answer.body.toString()) };
  };
}

const agent = new Agent({ keepAlive: true });

/** Whether a form or query can carry a value: not null, and not an empty list or object. */
export function fitsForm(value: unknown): boolean {
  if (value === null) return false;
  if (typeof value !== 'object') return true;
  const parts = Object.values(value);
  return parts.length > 0 && parts.every(fitsForm);
}

/** The value at a dotted path; undefined if there is none. */
export function at(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((part, key) => (part instanceof Object ? Reflect.get(part, key) : undefined), value);
}

/** The objects of the list at a dotted path. */
export function listAt(value: unknown, path: string): Members[] {
  const list = at(value, path);
  return Array.isArray(list) ? list : [];
}

export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function formOf(values: Members): URLSearchParams {
  const form = new URLSearchParams();
  const add = (name: string, value: unknown): void => {
    if (Array.isArray(value))
      for (const [index, item] of value.entries())
        add(isMembers(item) ? `${name}[${index}]` : `${name}[]`, item);
    else if (isMembers(value)) for (const [key, part] of Object.entries(value)) add(`${name}[${key}]`, part);
    else form.append(name, String(value));
  };
  for (const [name, value] of Object.entries(values)) add(name, value);
  return form;
}

function members(text: string): Members {
  try {
    const value: unknown = JSON.parse(text);
    return isMembers(value) ? value : {};
  } catch {
    return {};
  }
}
