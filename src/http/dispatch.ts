import type { Config } from '../config.ts';
import { isConnectionLost } from '../db/errors.ts';
import type { Db } from '../db/tables.ts';
import { RequestClock } from '../input/clock.ts';
import type { Params } from '../input/params.ts';
import type { Log } from '../observability/log.ts';
import type { ReadModel } from '../read-model/read-model.ts';
import type { Conditions } from '../records/conditions.ts';
import type { Answer, BareCall, IdempotencyKey, Method } from './call.ts';
import { answerIdempotently } from './idempotency/answer-idempotently.ts';
import type { Declared } from './operation.ts';
import type { RequestContext } from './request-context.ts';
import type { PathKey, Route } from './route.ts';

/** The sources of answers: the store and the read model. */
export interface ServiceStores {
  readonly db: Db;
  /** Undefined until the service has started. */
  readModel: ReadModel | undefined;
}

export interface ApiRequest {
  readonly route: Route;
  readonly operation: Declared;
  readonly method: Method;
  readonly key: PathKey;
  readonly params: Params;
  readonly context: RequestContext;
  readonly conditions?: Conditions | undefined;
  readonly idempotencyKey?: IdempotencyKey | undefined;
  /** What the operation has received, if the body does not hold the arguments. */
  readonly received?: unknown;
  /** The up-to-date read model, for a read; undefined if the store must answer. */
  readonly readModel?: ReadModel | undefined;
  /** Headers of the response, whether it succeeds or fails. */
  readonly headers: Record<string, string | number>;
  readonly log: Pick<Log, 'warn'>;
}

/**
 * Carries out the operation of a request.
 * @throws RestError if one of its steps refuses the request
 */
export async function dispatch(
  apiRequest: ApiRequest,
  stores: ServiceStores,
  config: Config,
): Promise<Answer> {
  const { route, operation, context, conditions, idempotencyKey, received, headers } = apiRequest;
  if (operation.methods.includes('GET')) return read(apiRequest, stores, config);
  const call = { ...callOf(context, stores.db, config), conditions, idempotencyKey, received };
  const written = await answerIdempotently(call, () => answer(apiRequest, call));
  // An answer that is replayed under an idempotency key has no Allow header yet.
  headers.allow ??= route.allowed(context.viewer);
  return written;
}

/** Repeats a read once if its connection broke: the store may be fine, and a read changes nothing. */
async function read(apiRequest: ApiRequest, stores: ServiceStores, config: Config): Promise<Answer> {
  const { context, readModel, log } = apiRequest;
  const attempt = () => answer(apiRequest, callOf(context, stores.db, config, readModel));
  try {
    return await attempt();
  } catch (error) {
    if (!isConnectionLost(error)) throw error;
    log.warn({ err: error }, 'the connection of a read was lost: it is repeated on another one');
    return attempt();
  }
}

async function answer({ route, params, key, method, headers }: ApiRequest, call: BareCall): Promise<Answer> {
  const resolved = await route.resolve(call, key, method);
  headers.allow = resolved.allowed;
  return whileTrue(await resolved.answer(params), call.clock);
}

/** The answer with the period in which it holds, which the clock narrows by what the answer says of the time. */
function whileTrue({ until, ...answer }: Answer, { period }: RequestClock): Answer {
  if (until === undefined || !period) return answer;
  return { ...answer, since: period.since, until: Math.min(until, period.until) };
}

export function callOf(context: RequestContext, db: Db, config: Config, readModel?: ReadModel): BareCall {
  const { viewer, address, language, textLanguage, now, shape, document, page, handling } = context;
  const whole = !shape.fields && !shape.envelope;
  return {
    ...{ viewer, db, readModel, config, address, language, textLanguage, now, document, page, whole },
    ...{ handling, clock: new RequestClock(now, config.TIME_ZONE.id) },
  };
}
