import type { Config } from '../config.ts';
import { MAX_URL } from '../limits.ts';
import type { SignIns } from '../net/sign-ins.ts';
import { CANONICAL, HISTORY, TRASH, USERS } from '../site/address.ts';
import { authenticate, namesAccount } from '../users/auth.ts';
import type { LastUses } from '../users/last-uses.ts';
import { addressOf, requestedPage } from './address.ts';
import { unsupportedCoding } from './codings.ts';
import type { ServiceStores } from './dispatch.ts';
import { RestError, refusal, tooManyRequests, uriTooLong } from './errors.ts';
import type { Exchange } from './exchange.ts';
import { PRIVATE } from './headers.ts';
import { languagesOf, queryOf, type RequestContext } from './request-context.ts';
import { callbackOf, DEFAULT_SHAPE, wantsEnvelope } from './response-shape.ts';
import { SAFE } from './safe-methods.ts';
import { isDocument } from './site-pages.ts';
import { WORDPRESS } from './wordpress.ts';

/** What admission needs. */
export interface AdmissionSettings {
  readonly stores: ServiceStores;
  readonly config: Config;
  readonly signIns: SignIns;
  readonly uses: LastUses;
}

/**
 * Admits a request: checks its length, rate limit, host and codings, and authenticates the client. Returns the request
 * context.
 * @throws RestError if one of the checks fails
 */
export async function admit(exchange: Exchange, settings: AdmissionSettings): Promise<RequestContext> {
  const { config } = settings;
  const { request, headers, quota } = exchange;
  const lastOf = readerOf(queryOf(exchange.url));
  const context = contextOf(exchange, lastOf('i18n_language'), config);
  if (exchange.target.length > MAX_URL) throw uriTooLong();
  if (!exchange.isDeterminedByUrl) Object.assign(headers, PRIVATE);
  if (quota?.wait) throw tooManyRequests(quota.wait);
  const [callback, envelope] = [callbackOf(lastOf('_jsonp')), wantsEnvelope(lastOf('_envelope'))];
  context.shape = { ...DEFAULT_SHAPE, callback, envelope };
  if (!exchange.namesHost) {
    // No cache may store a response to an invalid host.
    Object.assign(headers, PRIVATE);
    throw refusal(400, 'rest_invalid_host');
  }
  const unreadable = unsupportedCoding(request.headers);
  if (unreadable) throw unreadable;
  if (request.headers.authorization !== undefined) await signIn(exchange, context, settings);
  return context;
}

/** Creates the request context, before any check. */
function contextOf(exchange: Exchange, language: string | undefined, config: Config): RequestContext {
  const address = addressOf(exchange.request, config, exchange.scheme);
  const now = Math.floor(Date.now() / 1000);
  const context: RequestContext = {
    ...{ address, now, viewer: undefined, shape: DEFAULT_SHAPE },
    ...languagesOf(language, { address }, config),
  };
  exchange.context = context;
  return context;
}

async function signIn(
  exchange: Exchange,
  context: RequestContext,
  { stores, signIns, uses }: AdmissionSettings,
): Promise<void> {
  const { request, headers, client } = exchange;
  const { authorization } = request.headers;
  const { now } = context;
  if (isForEverybody(exchange) && !(await namesAccount(stores.db, authorization))) return;
  const used = (password: number) => uses.record(password, { at: now, from: client.address });
  context.viewer = await signIns.attempt(authorization, client, () =>
    authenticate(stores.db, authorization, now, used),
  );
  if (!context.viewer) return;
  Object.assign(headers, PRIVATE);
  if (context.viewer.readOnly && !SAFE.has(request.method!)) throw refusal(403, 'insufficient_scope');
}

/**
 * Whether a request is for what people and robots read: pages, their documents and files. The interface answers programs,
 * which must know that their login is wrong.
 */
function isForEverybody({ request, url }: Exchange): boolean {
  const page = requestedPage(request);
  if (page) return page instanceof RestError || isDocument(page) || page.page.html !== undefined;
  return SAFE.has(request.method!) && !NAMESPACES.some(root => url.startsWith(root));
}

const NAMESPACES = [CANONICAL, HISTORY, TRASH, USERS, WORDPRESS];

/** A reader of the query's parameters; of a repeated parameter the last value counts, as in `readParams`. */
function readerOf(query: string): (name: string) => string | undefined {
  // The fast path: most queries have none of the parameters read here.
  if (!/i18n_language|_jsonp|_envelope|%/.test(query)) return () => undefined;
  const parameters = new URLSearchParams(query);
  return name => parameters.getAll(name).at(-1);
}
