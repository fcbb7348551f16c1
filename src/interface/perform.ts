import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { isConflict, isUnavailable } from '../db/errors.ts';
import type { Replicas } from '../db/replicas.ts';
import type { Db } from '../db/tables.ts';
import type { Memory } from '../memory/memory.ts';
import type { Viewer } from '../users/rights.ts';
import { readForm } from './answer.ts';
import { languageOf, queryOf } from './asked.ts';
import { forbidden, invalidParameters, Refused, RestError, tooLarge } from './errors.ts';
import { i18nLanguage } from './language.ts';
import { type Sent, sentValues } from './parameters.ts';
import { assertSent, readArguments } from './reading.ts';
import type { Answer, Call, Method, Operation, Route } from './route.ts';
import { send } from './send.ts';
import type { Language } from './words/words.ts';

/** Where requests are answered from: the store, or what follows it for who only reads. */
export interface Stores {
  readonly db: Db;
  readonly replicas: Replicas;
  /** What is remembered of the store, once that has begun. */
  memory: Memory | undefined;
}

/** Takes a request through the steps of an operation, in their order, and sends the answer. */
export async function perform(
  request: FastifyRequest,
  reply: FastifyReply,
  stores: Stores,
  config: Config,
  route: Route,
  operation: Operation,
) {
  const { asked } = request;
  const sent = await sentValues(
    request.headers['content-type'] ?? '',
    await bodyOf(request, config),
    queryOf(request),
  );
  asked.language = languageOf(sent.get('i18n_language'), asked.address, config);
  asked.form = readForm(sent);
  const answered = (db: Db, memory?: Memory) =>
    answer(request, reply, { ...callOf(request, db, config), memory }, sent, route, operation);
  if (!operation.methods.includes('GET')) {
    const written = await answered(stores.db);
    const position = await stores.replicas.wrote();
    return send(request, reply.headers(position === undefined ? {} : { [POSITION]: position }), written);
  }
  const memory = await upToDate(stores.memory);
  // Who signs in may have written: the store itself answers.
  const replica = asked.viewer ? undefined : stores.replicas.choose(positionIn(request));
  if (!replica) return send(request, reply, await answered(stores.db, memory));
  return send(
    request,
    reply,
    await answered(replica.db, memory).catch(error => {
      if (!isUnavailable(error) && !isConflict(error)) throw error;
      replica.lost();
      return answered(stores.db, memory);
    }),
  );
}

/** What is remembered, once it holds again; undefined where the store cannot be asked. */
async function upToDate(memory: Memory | undefined): Promise<Memory | undefined> {
  try {
    await memory?.current();
    return memory;
  } catch {
    return undefined;
  }
}

/** How far the answer's reader has seen, for a client that writes and then reads without signing in. */
const POSITION = 'almanac-position';

function positionIn({ headers }: FastifyRequest): number {
  const sent = Number(headers[POSITION]);
  return Number.isSafeInteger(sent) ? sent : 0;
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  call: BareCall,
  sent: Sent,
  route: Route,
  operation: Operation,
): Promise<Answer> {
  assertSent(operation.arguments, sent);
  const target = await found(route, call, keyOf(request), methodOf(request));
  const record = target instanceof RestError || target instanceof Refused ? undefined : target;
  const may = operation.may(call.viewer, record);
  const { args, refused } = await readArguments(
    { ...operation.arguments, i18n_language: i18nLanguage },
    sent,
    { ...call, futile: !may },
  );
  if (target instanceof Refused) refused.set(route.key!.name, target);
  if (refused.size > 0) throw invalidParameters(refused);
  reply.header('allow', allowed(route, call.viewer, target));
  if (!may) throw forbidden(call.viewer !== undefined);
  if (target instanceof RestError) throw target;
  const { i18n_language, ...own } = args as typeof args & { i18n_language?: Language };
  return operation.handle({ ...call, args: own, i18n_language, target: record });
}

type BareCall = Omit<Call, 'args' | 'target'>;

export function callOf(request: FastifyRequest, db: Db, config: Config): BareCall {
  const { viewer, address, language, now } = request.asked;
  return { viewer, db, config, address, language, now };
}

export async function found(
  route: Route,
  call: BareCall,
  key: { id: number; slug: string },
  method: Method,
): Promise<unknown> {
  return route.find?.(call, key, method);
}

/** Number and slug of the path. A number beyond all ids is an id that does not exist. */
export function keyOf(request: FastifyRequest): { id: number; slug: string } {
  const { id, slug } = request.params as { id?: string; slug?: string };
  const number = Number(id ?? 0);
  return { id: Number.isSafeInteger(number) ? number : 0, slug: slug ?? '' };
}

const methodOf = (request: FastifyRequest): Method =>
  (request.method === 'HEAD' ? 'GET' : request.method) as Method;

/** The methods that this user may use here. */
export function allowed(route: Route, viewer: Viewer, target: unknown): string {
  const record = target instanceof RestError || target instanceof Refused ? undefined : target;
  const methods = route.operations
    .filter(operation => operation.may(viewer, record))
    .flatMap(({ methods }) => methods);
  return methods.join(', ');
}

/** The body: already read by Fastify, except with GET, where this interface allows one too. */
async function bodyOf(request: FastifyRequest, config: Config): Promise<Buffer> {
  if (Buffer.isBuffer(request.body)) return request.body;
  const { method, headers, raw } = request;
  const sendsOne = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (!['GET', 'HEAD'].includes(method) || !sendsOne) return Buffer.alloc(0);
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of raw) {
    length += chunk.length;
    if (length > config.MAX_BODY_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
