import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { sampleOf } from '../sample.ts';
import { SERVER } from '../store.ts';
import { type Answer, at, isMembers } from './client.ts';
import type { Operation } from './interface.ts';

/** Runs one probe. Its failure is reported with the others of its pair, so that none hides the next. */
export type Probe = (about: string, holds: () => Promise<void>) => Promise<void>;

const ran = new Map<string, number>();

/**
 * Whether a parameter is probed on this store. Language and update method do not reach the store, so on PostgreSQL
 * there is one language, and updates are sent by PATCH only, with a sample of the parameters: filters are what differs.
 * On SQLite, a sample of the parameters is sent by the other methods as well.
 */
export function isProbed({ method, path }: Operation, parameter: string): boolean {
  const isTwin = method === 'PUT' || (method === 'POST' && path.includes('<'));
  if (SERVER && (isTwin || parameter === 'i18n_language')) return false;
  const isWhole = SERVER ? method === 'GET' : !isTwin;
  return isWhole || sampleOf(`${method} ${path} ${parameter}`, [parameter], SHARE).length > 0;
}

/** The share of the parameters that are sent in writes on PostgreSQL, and by every method of an update on SQLite. */
const SHARE = 0.3;

/** A test of one operation with one of its parameters, made of any number of probes. */
export function pair(operation: Operation, parameter: string, walk: (probe: Probe) => Promise<void>): void {
  if (!isProbed(operation, parameter)) return;
  const name = pairName(operation, parameter);
  it(`The parameter ${parameter} of ${operation.method} ${operation.path || '/'} has its effect`, async () => {
    const failures: string[] = [];
    await walk(async (about, holds) => {
      ran.set(name, (ran.get(name) ?? 0) + 1);
      await holds().catch((error: Error) => failures.push(`${about}: ${error.message}`));
    });
    assert.equal(failures.join('\n'), '');
  });
}

export function pairName({ method, path }: Operation, parameter: string): string {
  return `${method} ${path || '/'} ${parameter}`;
}

/** The number of probes that ran, by pair. */
export function probesRun(): ReadonlyMap<string, number> {
  return ran;
}

/** Throws unless the values are deeply equal. */
export function same(got: unknown, want: unknown, what: string): void {
  if (isDeepStrictEqual(got, want)) return;
  if (!isMembers(got) || !isMembers(want))
    throw new Error(`${what}: expected ${show(want)}, got ${show(got)}`);
  const names = Object.keys({ ...want, ...got }).filter(name => !isDeepStrictEqual(want[name], got[name]));
  const parts = names.map(name => `${name} expected ${show(want[name])}, got ${show(got[name])}`);
  throw new Error(`${what}: ${parts.join('; ')}`);
}

/** Throws unless the values differ. */
export function different(got: unknown, other: unknown, what: string): void {
  if (isDeepStrictEqual(got, other)) throw new Error(`${what}: nothing differs, both are ${show(got)}`);
}

/** Throws unless the response has the status and shows the members (by `shows`). */
export function answers(answer: Answer, status: number, members: unknown = {}): void {
  if (answer.status !== status)
    throw new Error(`expected ${status}, got ${answer.status} ${show(answer.body)}`);
  if (!shows(answer.body, members))
    throw new Error(`expected ${show(members)}, got ${part(answer, members)}`);
}

/** Throws unless the response refuses exactly these parameters. */
export function refuses(answer: Answer, names: string[]): void {
  answers(answer, 400, { code: 'rest_invalid_param', data: { status: 400 } });
  same(Object.keys(at(answer.body, 'data.params') ?? {}).sort(), [...names].sort(), 'refused parameters');
}

/** Whether a value matches: objects as subsets, lists completely and in order, `undefined` as absence. */
export function shows(got: unknown, want: unknown): boolean {
  if (want instanceof RegExp) return typeof got === 'string' && want.test(got);
  if (Array.isArray(want))
    return Array.isArray(got) && got.length === want.length && want.every((item, i) => shows(got[i], item));
  if (isMembers(want))
    return isMembers(got) && Object.entries(want).every(([name, value]) => shows(got[name], value));
  return Object.is(got, want);
}

function part({ body }: Answer, members: unknown): string {
  return isMembers(members)
    ? show(Object.fromEntries(Object.keys(members).map(k => [k, body[k]])))
    : show(body);
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 200 ? `${text.slice(0, 199)}…` : text;
}
