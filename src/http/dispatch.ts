import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.ts';
import { isConflict, isConnectionLost, isUnavailable } from '../db/errors.ts';
import type { ReplicaSet } from '../db/replicas.ts';
import type { Db } from '../db/tables.ts';
import type { ReadModel } from '../read-model/read-model.ts';
import type { Answer, BareCall, Method } from './call.ts';
import type { Conditions } from './conditions.ts';
import { answerIdempotently } from './idempotency/answer-idempotently.ts';
import type { IdempotencyKey } from './idempotency/key.ts';
import type { Declared } from './operation.ts';
import type { PathKey } from './path-key.ts';
import type { RequestContext } from './request-context.ts';
import type { Route } from './route.ts';
import type { Params } from './sent-values.ts';

/** The sources of answers: the store, its read replicas and the read model. */
export interface ServiceStores {
  readonly db: Db;
  readonly replicas: ReplicaSet;
  /** Undefined before the service has begun. */
  readModel: ReadModel | undefined;
}

/** A request for an operation. */
export interface ApiRequest {
  readonly route: Route;
  readonly operation: Declared;
  readonly method: Method;
  readonly key: PathKey;
  readonly params: Params;
  readonly context: RequestContext;
  readonly conditions?: Conditions | undefined;
  readonly idempotencyKey?: IdempotencyKey | undefined;
  /** Up to date, for a read; undefined where the store itself is to be asked. */
  readonly readModel?: ReadModel | undefined;
  /** The store position that the client has seen. */
  readonly position: number;
  /** Headers of the answer, whatever it is. */
  readonly headers: Record<string, string | number>;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
}

/** Takes a request through the steps of its operation, in their order; throws a RestError where one says no. */
export async function dispatch(
  apiRequest: ApiRequest,
  stores: ServiceStores,
  config: Config,
): Promise<Answer> {
  const { route, operation, context, conditions, idempotencyKey, headers } = apiRequest;
  if (operation.methods.includes('GET')) return read(apiRequest, stores, config);
  const call = { ...callOf(context, stores.db, config), conditions, idempotencyKey };
  const written = await answerIdempotently(call, () => answer(apiRequest, call));
  // Not said yet where the answer was given before.
  headers.allow ??= route.allowed(context.viewer);
  const reached = await stores.replicas.wrote();
  if (reached !== undefined) headers[POSITION] = reached;
  return written;
}

async function read(apiRequest: ApiRequest, stores: ServiceStores, config: Config): Promise<Answer> {
  const { context, readModel, position, log } = apiRequest;
  const from = (db: Db) => answer(apiRequest, { ...callOf(context, db, config), readModel });
  // A signed-in client may have written before, so the primary answers.
  const replica = context.viewer ? undefined : stores.replicas.choose(position);
  const fromPrimary = () => twiceWhereLost(() => from(stores.db));
  if (!replica) return fromPrimary();
  try {
    const answered = await from(replica.db);
    // A replica may lag behind the read model, so its answer is not cached.
    delete answered.until;
    return answered;
  } catch (error) {
    if (!isUnavailable(error) && !isConflict(error)) throw error;
    log.warn({ err: error }, 'a replica could not answer: the store itself does');
    replica.lost();
    return fromPrimary();
  }
}

/** Reads once more where the connection broke meanwhile: a read may be repeated. */
async function twiceWhereLost(read: () => Promise<Answer>): Promise<Answer> {
  try {
    return await read();
  } catch (error) {
    if (!isConnectionLost(error)) throw error;
    return read();
  }
}

/** How far the answer's reader has seen, for a client that writes and then reads without signing in. */
const POSITION = 'almanac-position';

export function positionIn(headers: IncomingHttpHeaders): number {
  const sent = Number(headers[POSITION] ?? 0);
  return Number.isSafeInteger(sent) ? sent : 0;
}

async function answer({ route, params, key, method, headers }: ApiRequest, call: BareCall): Promise<Answer> {
  const resolved = await route.resolve(call, key, method);
  headers.allow = resolved.allowed;
  return resolved.answer(params);
}

export function callOf(context: RequestContext, db: Db, config: Config): BareCall {
  const { viewer, address, language, now, shape } = context;
  return { viewer, db, config, address, language, now, whole: !shape.fields && !shape.envelope };
}
