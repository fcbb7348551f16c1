import type { Config } from '../config.ts';
import { MAX_URL } from '../limits.ts';
import type { SignIns } from '../net/sign-ins.ts';
import { authenticate } from '../users/auth.ts';
import type { LastUses } from '../users/last-uses.ts';
import { addressOf } from './address.ts';
import { unsupportedCoding } from './codings.ts';
import type { ServiceStores } from './dispatch.ts';
import { refusal, tooManyRequests, uriTooLong } from './errors.ts';
import type { Exchange } from './exchange.ts';
import { PRIVATE } from './headers.ts';
import { languageOf, queryOf, type RequestContext } from './request-context.ts';
import { callbackOf, DEFAULT_SHAPE, wantsEnvelope } from './response-shape.ts';
import { SAFE } from './safe-methods.ts';

/** What decides who may ask anything at all. */
export interface AdmissionSettings {
  readonly stores: ServiceStores;
  readonly config: Config;
  readonly signIns: SignIns;
  readonly uses: LastUses;
}

/**
 * The steps that each request passes before anything is done for it: the limits of its client, its host and its codings,
 * and who has signed it. Returns what is known of the request then.
 * @throws RestError where one of them refuses it
 */
export async function admit(exchange: Exchange, settings: AdmissionSettings): Promise<RequestContext> {
  const { config } = settings;
  const { request, headers, quota } = exchange;
  const lastOf = readerOf(queryOf(exchange.url));
  const context = contextOf(exchange, lastOf('i18n_language'), config);
  if (exchange.target.length > MAX_URL) throw uriTooLong();
  if (!exchange.isToldByUrl) Object.assign(headers, PRIVATE);
  if (quota?.wait) throw tooManyRequests(quota.wait);
  const [callback, envelope] = [callbackOf(lastOf('_jsonp')), wantsEnvelope(lastOf('_envelope'))];
  context.shape = { ...DEFAULT_SHAPE, callback, envelope };
  if (!exchange.namesHost) {
    // Whoever asks: no cache keeps anything of it.
    Object.assign(headers, PRIVATE);
    throw refusal(400, 'rest_invalid_host');
  }
  const unreadable = unsupportedCoding(request.headers);
  if (unreadable) throw unreadable;
  if (request.headers.authorization !== undefined) await signIn(exchange, context, settings);
  return context;
}

/** What a request is about before anything of it has been checked. */
function contextOf(exchange: Exchange, language: string | undefined, config: Config): RequestContext {
  const address = addressOf(exchange.request, config, exchange.scheme);
  const now = Math.floor(Date.now() / 1000);
  const context: RequestContext = {
    ...{ address, now, viewer: undefined, shape: DEFAULT_SHAPE },
    language: languageOf(language, address, config),
  };
  exchange.context = context;
  return context;
}

async function signIn(
  { request, headers, client }: Exchange,
  context: RequestContext,
  { stores, signIns, uses }: AdmissionSettings,
): Promise<void> {
  const { authorization } = request.headers;
  const { now } = context;
  const used = (password: number) => uses.record(password, { at: now, from: client.address });
  context.viewer = await signIns.attempt(authorization, client, () =>
    authenticate(stores.db, authorization, now, used),
  );
  if (!context.viewer) return;
  Object.assign(headers, PRIVATE);
  if (context.viewer.readOnly && !SAFE.has(request.method!)) throw refusal(403, 'insufficient_scope');
}

/** Gives the last value of a parameter of the query, as where all of them are read. */
function readerOf(query: string): (name: string) => string | undefined {
  // Most queries have none of those that are asked for here.
  if (!/i18n_language|_jsonp|_envelope|%/.test(query)) return () => undefined;
  const parameters = new URLSearchParams(query);
  return name => parameters.getAll(name).at(-1);
}
