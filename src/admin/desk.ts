import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Config } from '../config.ts';
import { preferredLanguage, preferredTo } from '../http/accept.ts';
import { sentUrl } from '../http/address.ts';
import { assertReadable, assertWithinLimits } from '../http/admission.ts';
import { asRestError, isExpected } from '../http/domain-errors.ts';
import { errorHeaders } from '../http/errors.ts';
import { callOf, type Exchange } from '../http/exchange.ts';
import { flat, PRIVATE, securityPolicy } from '../http/headers.ts';
import { addressElsewhere, linkedPlace } from '../http/page-visits.ts';
import { redirectToPage } from '../http/redirect.ts';
import type { FindRoute } from '../http/route.ts';
import { ReadModelPoll, type ServiceStores } from '../http/stores.ts';
import { adminWords } from '../i18n/admin/words.ts';
import { isLanguage, type Language } from '../i18n/language.ts';
import { epochSeconds } from '../lib/time/clock.ts';
import type { SignIns } from '../net/sign-ins.ts';
import type { Log } from '../observability/log.ts';
import { meterOf, nameRoute } from '../observability/requests.ts';
import { hasMap } from '../pages/page.ts';
import type { ReadModel } from '../read-model/read-model.ts';
import { addressToKeep } from '../records/versions/actor.ts';
import { ADMIN, pathAndQuery } from '../site/address.ts';
import type { Live } from '../site/live-config.ts';
import { limitsIn } from '../users/limits.ts';
import { mayEditOthers } from '../users/rights.ts';
import { findSession } from '../users/sessions.ts';
import { type Asking, ask } from './ask.ts';
import { tokenIn } from './cookie.ts';
import { type BodyPlaces, withForm } from './form.ts';
import { documentOf } from './frame.ts';
import { noticeOf, withNotice } from './notice.ts';
import {
  type AdminAnswer,
  type AdminCall,
  type AdminPage,
  json,
  type Led,
  type SentDocument,
  type Shown,
} from './page.ts';
import { keptForm, orTyped, problemPage } from './problems.ts';
import { countWaiting } from './proposals/waiting.ts';
import type { PublicForm } from './propose/propose.ts';
import { adminPages } from './routes.ts';
import { type FoundAddress, findAddress, pathsOn, SURFACE } from './surface.ts';

export interface DeskSettings extends BodyPlaces {
  readonly stores: ServiceStores;
  readonly live: Live;
  readonly log: Log;
  readonly signIns: SignIns;
  /** The routes of the interface and those beside it. */
  readonly find: FindRoute;
}

/** What a call has besides its request. */
interface CallParts {
  readonly query: string;
  readonly readModel: ReadModel | undefined;
  /** That of the address of a form for everybody; undefined for that of the site. */
  readonly language?: Language | undefined;
}

/** What a page may load, and who may frame it: nobody. */
const policyOf = (...tiles: string[]) => securityPolicy({ images: ['blob:', ...tiles], frames: ["'none'"] });

/** The headers of every answer. No cache keeps one, and no other origin reads or frames one. */
const HEADERS = {
  ...PRIVATE,
  'content-security-policy': policyOf(),
  // With `no-referrer`, browsers would not say from which origin a form comes.
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
  vary: 'Cookie, Accept, Accept-Language',
} as const;

/** Answers every request below `/admin`: admission, session, origin, form, page. */
export class Desk {
  readonly #settings: DeskSettings;
  readonly #poll: ReadModelPoll;

  constructor(settings: DeskSettings) {
    this.#settings = settings;
    this.#poll = new ReadModelPoll(settings.log);
  }

  handle(exchange: Exchange): void {
    this.#orFail(exchange, this.#answer(exchange), false);
  }

  /**
   * Answers a form for everybody, who is nobody there: no session counts.
   * @param otherwise answers as if there were no such page
   */
  handlePublic(exchange: Exchange, form: PublicForm, otherwise: () => void): void {
    this.#orFail(exchange, this.#answerPublic(exchange, form, otherwise), true);
  }

  /** Answers an error; where even that fails, the connection ends. */
  #orFail(exchange: Exchange, answered: Promise<void>, isPublic: boolean): void {
    answered
      .catch(error => this.#fail(exchange, error, isPublic))
      .catch(error => {
        this.#logError(exchange, error);
        exchange.response.destroy();
      });
  }

  async #answerPublic(exchange: Exchange, form: PublicForm, otherwise: () => void): Promise<void> {
    const { page, shown, place } = form;
    const { parameters, path } = shown;
    const readModel = await this.#begin(exchange, shown.at.path);
    const { config } = exchange;
    if (!config.PROPOSALS) return otherwise();
    exchange.place = place;
    const sent = sentUrl(exchange.target, config);
    const elsewhere = exchange.isRead && addressElsewhere(shown, exchange.address, sent, config);
    if (elsewhere) {
      const { location = '' } = redirectToPage(shown, elsewhere, 301, {}, config).headers;
      return write(exchange, { status: 301, mediaType: 'text/plain', body: '', headers: { location } });
    }
    exchange.place = linkedPlace(place, config);
    const found = { name: 'overview', parameters } as const;
    const parts = { query: '', readModel, language: place.language };
    const own = await this.#callOf(exchange, found, parts);
    const call = { ...own, isPublic: true, path, hasMap: await hasMap(own) };
    await send(exchange, call, await this.#carryOut(exchange, call, page, true));
  }

  /** The read model, up to date, for a request that is admitted. */
  async #begin(exchange: Exchange, template: string): Promise<ReadModel | undefined> {
    nameRoute(exchange, meterOf(template));
    exchange.now = epochSeconds();
    assertWithinLimits(exchange);
    assertReadable(exchange);
    const readModel = await this.#poll.once(this.#settings.stores.readModel);
    exchange.config = this.#settings.live.current;
    return readModel;
  }

  async #answer(exchange: Exchange): Promise<void> {
    const [path, query] = pathAndQuery(sentUrl(exchange.target, exchange.config));
    const found = findAddress(path);
    const readModel = await this.#begin(exchange, ADMIN + (found ? SURFACE[found.name].path : '/*'));
    const call = await this.#callOf(exchange, found, { query, readModel });
    const isAllowed = found !== undefined && SURFACE[found.name].may(call.viewer, found.parameters);
    const answer = found
      ? await this.#carryOut(exchange, call, adminPages[found.name], isAllowed)
      : problemPage(404, call);
    const isCounted = 'main' in answer && !call.wantsJson && mayEditOthers(call.viewer);
    await send(exchange, isCounted ? { ...call, waiting: await countWaiting(call) } : call, answer);
  }

  /** The call of the page, by whoever has signed in. */
  async #callOf(
    exchange: Exchange,
    found: FoundAddress | undefined,
    { query, readModel, ...form }: CallParts,
  ): Promise<AdminCall> {
    const { stores, signIns, find } = this.#settings;
    const { request, config, client, scheme } = exchange;
    const { headers } = request;
    const isPublic = 'language' in form;
    const token = isPublic ? undefined : tokenIn(headers, exchange);
    const seen = { now: exchange.now, from: client.address };
    const { session, account } = (token && (await findSession(stores.db, token, seen))) || {};
    // Without the factors that the role needs, a session is good for setting them up alone.
    if (session && account && session.factors >= (config.SECOND_FACTOR_FOR.includes(account.role) ? 2 : 1)) {
      const { id, login, role } = account;
      const limits = limitsIn(account.limits);
      const from = addressToKeep(config, client);
      exchange.viewer = { id, login, role, from, session: { id: session.id }, ...(limits && { limits }) };
    }
    const own = isLanguage(account?.language) ? account.language : undefined;
    const preferred = () => own ?? preferredLanguage(headers['accept-language'] ?? '', config.LANGUAGES);
    exchange.language = (isPublic ? form.language : preferred()) ?? config.LANGUAGE;
    const batch = request.method === 'POST' ? randomUUID() : undefined;
    const call = { ...callOf(exchange, stores.db, readModel), batch };
    return {
      ...call,
      ...{ session, account, client, scheme, signIns },
      ...{ words: adminWords(call.language), at: pathsOn(call.address) },
      texts: this.#settings.live.texts ?? {},
      page: found?.name ?? 'overview',
      parameters: found?.parameters ?? {},
      query: new URLSearchParams(query),
      device: headers['user-agent'] ?? '',
      host: headers.host ?? '',
      token,
      warn: (details, text) => this.#settings.log.warn({ reqId: exchange.id, ...details }, text),
      wantsJson: wantsJson(headers),
      ask: (method, path, values, asking: Asking = {}) => ask(find, call, method, path, values, asking),
    };
  }

  async #carryOut(
    exchange: Exchange,
    call: AdminCall,
    page: AdminPage,
    isAllowed: boolean,
  ): Promise<AdminAnswer> {
    const { request, config } = exchange;
    if (request.method === 'GET' || request.method === 'HEAD') {
      if (isAllowed) return page.show(call);
      if (call.viewer) return problemPage(403, call);
      return { to: call.at('signIn', {}, { to: exchange.target }) };
    }
    if (request.method !== 'POST') return notAllowed(page, call);
    const isForeign = !isSameOrigin(request.headers, config);
    if (isForeign && !(page.takesPrograms && isNoBrowser(request.headers)))
      return problemPage(403, call, 'foreign');
    const sender = call.isPublic ? 'public' : call.token === undefined ? 'nobody' : 'former';
    return withForm(exchange, { ...this.#settings, ...page }, sender, async sent => {
      const form = isForeign ? { ...sent, isForeign: true as const } : sent;
      if (await this.#hasEnded(call)) return keptForm(call, exchange.target, form);
      if (!call.viewer && !isAllowed) return keptForm(call, exchange.target, form);
      if (!isAllowed) return problemPage(403, call);
      return page.act ? orTyped(page.act(call, form), call, form) : notAllowed(page, call);
    });
  }

  /** Whether the session of a form has ended while its body arrived, however slowly that was sent. */
  async #hasEnded({ session, token, now, client }: AdminCall): Promise<boolean> {
    const later = epochSeconds();
    if (!session || !token || later === now) return false;
    const { stores } = this.#settings;
    return (await findSession(stores.db, token, { now: later, from: client.address })) === undefined;
  }

  async #fail(exchange: Exchange, error: unknown, isPublic: boolean): Promise<void> {
    const { request, response, client, scheme, config } = exchange;
    const known = asRestError(error, request.method!);
    if (known.status >= 500 && !isExpected(error)) this.#logError(exchange, error);
    if (response.headersSent) return void response.destroy();
    const headers = errorHeaders(known);
    if (wantsJson(request.headers)) {
      await write(exchange, { ...json(known.body(exchange.language), known.status), headers });
      return;
    }
    // The store may be what failed: the page is shown as to somebody who has not signed in.
    const call = {
      ...{ client, scheme, config, page: 'overview', parameters: {}, query: new URLSearchParams() },
      ...{ address: exchange.address, language: exchange.language, viewer: exchange.viewer },
      ...{ words: adminWords(exchange.language), at: pathsOn(exchange.address) },
      ...{ session: undefined, account: undefined, isPublic },
    } as unknown as AdminCall;
    await send(exchange, call, { ...problemPage(known.status, call, undefined, known), headers });
  }

  #logError({ id: reqId }: Exchange, error: unknown): void {
    this.#settings.log.error({ reqId, err: error }, 'the request failed');
  }
}

const notAllowed = (page: AdminPage, call: AdminCall): Shown => ({
  ...problemPage(405, call),
  headers: { allow: page.act ? 'GET, HEAD, POST' : 'GET, HEAD' },
});

/** Whether a script asks, which reads JSON rather than a page. */
const wantsJson = ({ accept = '' }: IncomingHttpHeaders): boolean =>
  preferredTo('text/html', accept, []).length > 0;

/** Sends what a page answers. */
const send = async (exchange: Exchange, call: AdminCall, answer: AdminAnswer): Promise<void> =>
  write(
    exchange,
    'body' in answer
      ? answer
      : await ('main' in answer ? asDocument(answer, call) : asRedirect(answer, call)),
  );

async function asDocument(shown: Shown, call: AdminCall): Promise<SentDocument> {
  const { status = 200, title, problem = title, main } = shown;
  const tiles = main.text.includes(' data-point=') && call.config.TILES_URL;
  const policy = tiles && { 'content-security-policy': policyOf(tiles.origin) };
  const headers = { ...policy, ...shown.headers };
  if (call.wantsJson) return { ...json({ problem }, status), headers };
  return {
    status,
    mediaType: 'text/html',
    body: documentOf(shown, call, await noticeOf(call)).text,
    headers,
  };
}

/** A script reads where to go on. */
async function asRedirect({ to, notice, beside, headers = {} }: Led, call: AdminCall): Promise<SentDocument> {
  const location = await withNotice(call, to, notice);
  if (call.wantsJson) return { ...json({ to: location, ...beside }), headers };
  return { status: 303, mediaType: 'text/plain', body: '', headers: { ...headers, location } };
}

async function write(
  exchange: Exchange,
  { status = 200, mediaType, body, headers = {} }: SentDocument,
): Promise<void> {
  const { request, response, id, quota } = exchange;
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const type = /^(?:text|application\/json)/.test(mediaType) ? `${mediaType}; charset=utf-8` : mediaType;
  const { 'set-cookie': cookies = [], ...others } = headers;
  const all: Record<string, string | number> = {
    ...HEADERS,
    ...{ 'content-type': type, 'x-request-id': id },
    ...(Buffer.isBuffer(bytes) && { 'content-length': bytes.length }),
    ...(quota && { 'ratelimit-policy': quota.policy, ratelimit: quota.state }),
    ...(others as Record<string, string>),
  };
  const sent = flat(all);
  for (const cookie of [cookies].flat()) sent.push('set-cookie', String(cookie));
  response.writeHead(status, sent);
  if (request.method === 'HEAD') response.end();
  else if (Buffer.isBuffer(bytes)) response.end(bytes);
  else await pipeline(bytes, response);
}

/**
 * Whether a page of this site sent a request, by what the browser says of it: Sec-Fetch-Site (Fetch Metadata), which
 * browsers send on https and on loopback, otherwise Origin. A request that says neither is refused.
 */
export function isSameOrigin(headers: IncomingHttpHeaders, { SITE_URL }: Pick<Config, 'SITE_URL'>): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin, host } = headers;
  if (origin === undefined || !/^https?:/.test(origin) || !URL.canParse(origin)) return false;
  const from = new URL(origin);
  return from.host === host || (SITE_URL !== '' && from.origin === new URL(SITE_URL).origin);
}

/** Whether a request says nothing of where it comes from, as browsers do of every form: a program sent it. */
export const isNoBrowser = (headers: IncomingHttpHeaders): boolean =>
  headers['sec-fetch-site'] === undefined && headers.origin === undefined;
