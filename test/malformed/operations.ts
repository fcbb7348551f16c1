import assert from 'node:assert/strict';
import { sampleOf } from '../sample.ts';
import { SERVER } from '../store.ts';
import { NASTY_JSON, nastyForms } from './values.ts';
import { type Answer, problemOf, type Request } from './wire.ts';

/** An endpoint of the index with a real path, and its required arguments. */
export interface Operation {
  method: string;
  path: string;
  names: string[];
  base: Record<string, unknown>;
}

interface Index {
  routes: Record<string, { endpoints: { methods: string[]; args: Record<string, unknown> }[] }>;
}

/** Paths of records to read and change, and of some to delete. */
export type Records = Record<string, { id: number; slug: string; gone: number; goneSlug: string }>;

const DATES = { start_date: '2031-05-10 10:00:00', end_date: '2031-05-10 12:00:00' };
const BASE: Record<string, Record<string, unknown>> = {
  events: { title: 'Jazz', ...DATES },
  venues: { venue: 'Cellar' },
  organizers: { organizer: 'Friends of jazz' },
};

/** Every operation of the index. POST, PUT and PATCH of one path are equal, so the last one is used. */
export function operationsOf(index: Index, records: Records): Operation[] {
  return Object.entries(index.routes).flatMap(([pattern, { endpoints }]) =>
    endpoints.map(({ methods, args }) => {
      const method = methods.at(-1)!;
      const collection = /events\/v1\/(\w+)/.exec(pattern)?.[1] ?? '';
      const record = records[collection];
      const [id, slug] = method === 'DELETE' ? [record?.gone, record?.goneSlug] : [record?.id, record?.slug];
      const path = pattern.replace('(?P<id>\\d+)', String(id)).replace('(?P<slug>[^/]+)', String(slug));
      const base =
        methods.includes('POST') && !pattern.includes('(') ? (BASE[collection] ?? { name: 'Jazz' }) : {};
      return { method, path, names: Object.keys(args), base };
    }),
  );
}

/**
 * The share of requests that are sent. PostgreSQL is slower and gets fewer, because reading them does not depend on
 * the store.
 */
const SHARE = SERVER ? 0.1 : 0.2;

type Send = (request: Request) => Promise<Answer>;
type Pair = [name: string, value: string];

/** A way to send a value. Pairs are sent as written: no library encodes them. */
interface Way {
  name: string;
  values(name: string): string[];
  request(operation: Operation, pairs: readonly Pair[]): Request;
}

const asForm = ({ base }: Operation, pairs: readonly Pair[]): string => {
  const given = Object.entries(base).filter(([name]) => !pairs.some(([sent]) => sent === name));
  return [...given.map(([name, value]) => `${name}=${value}`), ...pairs.map(([, form]) => form)].join('&');
};

const ways: Way[] = [
  {
    name: 'JSON',
    values: () => NASTY_JSON,
    request(operation, pairs) {
      const given = Object.entries(operation.base).filter(([name]) => !pairs.some(([sent]) => sent === name));
      const members = [...given.map(([name, value]): Pair => [name, JSON.stringify(value)]), ...pairs];
      const body = `{${members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`;
      return { ...of(operation), headers: { 'content-type': 'application/json' }, body };
    },
  },
  {
    name: 'form',
    values: nastyForms,
    request: (operation, pairs) => ({
      ...of(operation),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: asForm(operation, pairs),
    }),
  },
  {
    name: 'query',
    values: nastyForms,
    request(operation, pairs) {
      const { method, path } = of(operation);
      return { method, path: `${path}?${asForm(operation, pairs).replaceAll(' ', '+')}` };
    },
  },
];

const of = ({ method, path }: Operation) => ({ method, path });

/**
 * Sends values as each argument, in every way, and returns the problems of the responses. First all arguments are
 * sent together, each with another value. Those that were not refused are sent again alone, so that they reach the
 * operation.
 */
export async function tryEverything(send: Send, operation: Operation): Promise<string[]> {
  const problems: string[] = [];
  const attempt = async (way: Way, pairs: readonly Pair[]) => {
    const answer = await send(way.request(operation, pairs));
    const problem = problemOf(answer);
    if (problem && pairs.length === 1)
      problems.push(
        `${operation.method} ${operation.path} ${way.name} ${pairs[0]![0]}: ${pairs[0]![1].slice(0, 60)} => ${problem}`,
      );
    return { answer, problem };
  };
  for (const way of ways) {
    // Bodies are read alike by POST and PATCH, and by id and slug.
    const isTwin = operation.path.includes('/by-slug/') || !['POST', 'PATCH'].includes(operation.method);
    if (way.name !== 'query' && isTwin) continue;
    const values = operation.names.map(name => way.values(name));
    const most = Math.max(0, ...values.map(({ length }) => length));
    const shifts = Array.from({ length: most }, (_, shift) => shift);
    for (const shift of sampleOf(`${operation.method} ${operation.path} ${way.name}`, shifts, SHARE)) {
      const pairs = operation.names.map(
        (name, at): Pair => [name, values[at]![(at + shift) % values[at]!.length]!],
      );
      // Request lines are limited, so long values do not fit into a query.
      const sent = way.name === 'query' ? pairs.filter(([, form]) => form.length < 300) : pairs;
      const { answer, problem } = await attempt(way, sent);
      const refused = problem === undefined ? refusedOf(answer) : new Set<string>();
      for (const pair of pairs) if (!refused.has(pair[0])) await attempt(way, [pair]);
    }
  }
  return problems;
}

function refusedOf({ status, text }: Answer): Set<string> {
  if (status !== 400) return new Set();
  const { data } = JSON.parse(text) as { data: { params?: Record<string, string> | string[] } };
  assert.ok(data);
  return new Set(Array.isArray(data.params) ? [] : Object.keys(data.params ?? {}));
}
