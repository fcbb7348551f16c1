import { setImmediate } from 'node:timers/promises';
import type { Db } from '../db/tables.ts';
import type { Answer, BareCall, IdempotencyKey, Method } from '../http/call.ts';
import { asRestError } from '../http/domain-errors.ts';
import { noRoute, RestError } from '../http/errors.ts';
import { answerIdempotently } from '../http/idempotency/answer-idempotently.ts';
import type { FindRoute } from '../http/route.ts';
import type { Language } from '../i18n/language.ts';
import { SentParams } from '../input/read-arguments.ts';
import { Json } from '../lib/json.ts';
import type { Conditions } from '../records/state.ts';
import type { Viewer } from '../users/rights.ts';

/** Members of the interface with their values. */
export type JsonMembers = Readonly<Record<string, unknown>>;

/** A page of a list, whose records are the member that is called as they are. */
export type AnsweredPage<Name extends string, Listed> = Readonly<Record<Name, readonly Listed[]>> &
  Readonly<Record<'total' | 'total_pages', number>>;

/** What an operation of the interface answers. */
export type Answered =
  | {
      readonly status: number;
      readonly body: unknown;
      /** What distinguishes the state of a record from others, for conditions. */
      readonly state?: string | undefined;
      /** The methods that the viewer may use on what was asked for, as `Allow` has them. */
      readonly allowed: string;
      readonly refused?: undefined;
    }
  /** What is wrong with values, by the parameter. */
  | { readonly status: 400; readonly refused: Readonly<Record<string, string>> };

/** What a question says beside its values. */
export interface Asking {
  readonly conditions?: Conditions;
  readonly idempotencyKey?: IdempotencyKey;
  /** A transaction in which it is carried out. */
  readonly db?: Db;
  readonly readModel?: undefined;
  /** Somebody else by whose rights it is carried out. */
  readonly viewer?: Viewer;
  /** The content of an upload. */
  readonly received?: unknown;
  /** The language of texts that have translations; without it they are as they were written. */
  readonly textLanguage?: Language;
  /** Whether it is one of many writes, which are undone together. */
  readonly isOfMany?: true;
  /** The members of listed events that are wanted: no others are made. */
  readonly members?: ReadonlySet<string>;
}

/**
 * Carries out an operation of the interface, in its own words and by its own rules and rights.
 * @param find the routes of the interface
 * @throws RestError if it is refused for another reason than a value
 */
export async function ask(
  find: FindRoute,
  call: BareCall,
  method: Method,
  url: string,
  values: JsonMembers = {},
  asking: Asking = {},
): Promise<Answered> {
  const match = find(method, url);
  if (!match || match instanceof RestError || !match.operation)
    throw match instanceof RestError ? match : noRoute();
  const { operation, key } = match;
  const params = new SentParams(Object.entries(values), []);
  const { members } = asking;
  const asked = { ...call, ...asking, ...(members && { members, whole: false }) };
  const headers: Record<string, string | number> = {};
  // A page asks for several things, and shows them: others have their turn in between.
  await setImmediate();
  try {
    const request = { key, method, params, headers };
    const answer = await answerIdempotently(asked, () => operation.answer(asked, request));
    await setImmediate();
    return {
      status: answer.status ?? 200,
      body: jsonIn(answer),
      state: answer.state,
      allowed: String(headers.allow ?? ''),
    };
  } catch (error) {
    const known = asRestError(error, method);
    const refused = paramsOf(known, call);
    if (!refused) throw known.status < 500 ? known : error;
    return { status: 400, refused };
  }
}

/**
 * What an operation has answered; undefined if it is refused, as for what is not there.
 * @throws what is a failure of the service
 */
export async function unlessRefused<Found>(asked: Promise<Found>): Promise<Found | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (asRestError(error, 'GET').status >= 500) throw error;
    return undefined;
  }
}

/** The body of an answer; undefined if values are refused, or if there is no answer. */
export async function bodyOf<Body>(asked: Promise<Answered | undefined>): Promise<Body | undefined> {
  const answer = await asked;
  return answer?.refused ? undefined : (answer?.body as Body | undefined);
}

/**
 * The body of an answer, or why an operation is refused as a text.
 * @throws what is a failure of the service
 */
export async function bodyOrWhy(
  asked: Promise<Answered>,
  { language }: Pick<BareCall, 'language'>,
): Promise<{ readonly body: unknown; readonly why?: never } | { readonly why: string }> {
  try {
    const answer = await asked;
    return answer.refused ? { why: Object.values(answer.refused).join(' ') } : { body: answer.body };
  } catch (error) {
    const known = asRestError(error, 'GET');
    if (known.status >= 500) throw error;
    return { why: known.text(language) };
  }
}

/** What is wrong with values: by parameter, or by the code of an error that names none. */
function paramsOf(error: RestError, { language }: BareCall): Readonly<Record<string, string>> | undefined {
  if (error.status !== 400) return undefined;
  const { params } = error.data(language) as { params?: Record<string, string> | readonly string[] };
  if (params && !Array.isArray(params)) return params as Record<string, string>;
  const names: readonly string[] = params ?? [error.code];
  return Object.fromEntries(names.map(name => [name, error.text(language)]));
}

/** The body of an answer as any value of JSON. */
const jsonIn = ({ body }: Answer): unknown =>
  body instanceof Json
    ? JSON.parse(Buffer.from(body.bytes, 'latin1').toString())
    : JSON.parse(JSON.stringify(body));
