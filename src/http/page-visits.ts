import type { Config } from '../config.ts';
import type { MediaFormat } from '../formats/event-format.ts';
import type { Language } from '../i18n/language.ts';
import { meterOf, nameRoute } from '../observability/requests.ts';
import type { ReadModel } from '../read-model/read-model.ts';
import {
  CANONICAL,
  pageAddress,
  prefixOf,
  type RequestAddress,
  withLinkedLanguage,
} from '../site/address.ts';
import type { PageAddress } from '../site/page-addresses.ts';
import { inOwnWords } from '../site/words.ts';
import { preferredLanguage } from './accept.ts';
import { isFrontPage, placeOfPage, sentUrl } from './address.ts';
import { type AdmissionSettings, admit } from './admission.ts';
import type { Method } from './call.ts';
import type { PageLinks } from './discovery.ts';
import { formatsOfOperation, isForPeople, prefersPage } from './documents.ts';
import { noRoute, RestError } from './errors.ts';
import { callOf, type Exchange } from './exchange.ts';
import { varyByFormat, varyByLanguage } from './headers.ts';
import {
  alternatesOfPage,
  interfaceHeaders,
  redirectToInterface,
  redirectToPage,
  redirectToPresent,
} from './redirect.ts';
import type { PublicPage } from './reference-pages.ts';
import type { ResponseWriter } from './response-writer.ts';
import { type FindRoute, type Found, type Matched, pathKeyOf, type Route, type RouteMatch } from './route.ts';
import {
  type Destination,
  type HtmlPage,
  isDocument,
  isOfRecord,
  type SitePage,
  type SitePageRequest,
  urlOfShown,
} from './site-pages.ts';

export interface VisitSettings extends AdmissionSettings {
  /** Finds a route of the interface, or one beside it. */
  readonly find: FindRoute;
  /** The table of public pages. */
  readonly pages: readonly PublicPage[];
  /** The present address of the record that had this address, below the site; undefined if there is none. */
  movedTo(url: string, exchange: Exchange): Promise<string | undefined>;
}

/** Requests for pages of the site: people read a page, programs are redirected to the same in the interface. */
export class PageVisits {
  readonly #settings: VisitSettings;
  readonly #routes: ReadonlyMap<PageAddress, Route>;
  readonly #formats: readonly MediaFormat[];
  readonly #writer: ResponseWriter;

  /** @param formats of the interface besides JSON */
  constructor(settings: VisitSettings, formats: readonly MediaFormat[], writer: ResponseWriter) {
    this.#settings = settings;
    this.#routes = new Map(settings.pages.flatMap(({ at, route }) => (route ? [[at, route]] : [])));
    this.#formats = formats;
    this.#writer = writer;
  }

  /**
   * Admits a request for a page. Returns the operation that shows the page; undefined if the request was redirected.
   * @param readModel up to date, if the request was looked up
   * @throws RestError if the address or the request is refused, or there is no such page
   */
  async visit(
    exchange: Exchange,
    page: SitePageRequest | RestError,
    readModel: ReadModel | undefined,
  ): Promise<Matched | undefined> {
    const isRefused = page instanceof RestError;
    const shown = isRefused ? undefined : page.page.html;
    if (!isRefused) nameRoute(exchange, meterOf(page.page.template));
    // A refused address may be that of a page or not.
    const { headers } = exchange.request;
    const isRead = isRefused
      ? isForPeople(headers, this.#formats)
      : shown !== undefined &&
        (page.page.path === undefined || prefersPage(headers, this.#formatsOf(page.page)));
    // The links of a page are made from the host.
    exchange.isPage = exchange.namesHost && isRead;
    exchange.headers.vary = varyByFormat(exchange.config);
    await admit(exchange, this.#settings);
    if (isRefused) throw page;
    const ahead = shown && exchange.isPage ? await this.#findAhead(exchange, shown, readModel) : undefined;
    if (!ahead?.isThere && (await this.redirectMoved(exchange, page))) return undefined;
    if (shown && exchange.isPage) return this.#show(exchange, page.page, shown, ahead);
    await this.#redirectToInterface(exchange, page);
    return undefined;
  }

  /** The record at the own address of a page. */
  async #findAhead(
    exchange: Exchange,
    shown: HtmlPage,
    readModel: ReadModel | undefined,
  ): Promise<Found | undefined> {
    const route = this.#routes.get(shown.at)!;
    if (!route.key || !isAt(shown, exchange.address, sentUrl(exchange.target, exchange.config)))
      return undefined;
    const call = callOf(exchange, this.#settings.stores.db, readModel);
    return route.find(call, pathKeyOf(shown.parameters), methodOf(exchange));
  }

  /** The language to which the front page redirects its reader, if it is not that of the site. */
  languageOfReader({ request, target, config }: Exchange): Language | undefined {
    const { 'accept-language': accepted } = request.headers;
    // Every request that the cache may answer comes by here, so the header is read for the front page alone.
    if (accepted === undefined || !isFrontPage(sentUrl(target, config))) return undefined;
    const language = preferredLanguage(accepted, config.LANGUAGES);
    return language === config.LANGUAGE ? undefined : language;
  }

  /** Redirects from the page of a record that has moved; false if it has not. */
  redirectMoved = async (exchange: Exchange, page: SitePageRequest | RestError): Promise<boolean> =>
    !(page instanceof RestError) && isOfRecord(page) && this.redirectToPresent(exchange);

  /** Redirects to the present address of the record that had the requested one; false if there is none. */
  async redirectToPresent(exchange: Exchange): Promise<boolean> {
    const { request, target } = exchange;
    if (request.method !== 'GET' && request.method !== 'HEAD') return false;
    const sent = sentUrl(target, exchange.config);
    const present = await this.#settings.movedTo(sent, exchange);
    const location = present && this.#ownAddress(present, exchange);
    if (!location) return false;
    this.#writer.once(exchange, redirectToPresent(location, exchange, exchange.headers, exchange.config));
    return true;
  }

  /** Where people read the page at an address, which otherwise would redirect once more; undefined if there is none. */
  #ownAddress(present: string, { isPage, address, config }: Exchange): string | undefined {
    const place = placeOfPage(present.slice(address.site.length), 'GET', config, this.#settings.pages);
    const page = place?.requested;
    if (!place || !page || !isPage || page instanceof RestError || isDocument(page) || !page.page.html)
      return place && present;
    const { path, query } = page.page.html;
    const language = offers(config, place.language) ? place.language : undefined;
    const own = new URL(pageAddress({ ...address, language }, withSmallEscapes(path)));
    own.search = String(query);
    return own.href;
  }

  /** A page is shown at its own address, in the language of the path; the front page redirects to that of its reader. */
  #show(exchange: Exchange, page: SitePage, shown: HtmlPage, ahead?: Found) {
    const { headers, target, address, config } = exchange;
    const sent = sentUrl(target, config);
    const isFront = isFrontPage(sent) && !isRecord(shown);
    if (isFront) headers.vary = varyByLanguage(config);
    const language = isFront && this.languageOfReader(exchange);
    if (language) return this.#redirect(exchange, shown, { ...address, language }, 302);
    const elsewhere = exchange.isRead && addressElsewhere(shown, address, sent, config);
    if (elsewhere) return this.#redirect(exchange, shown, elsewhere, 301);
    exchange.place = linkedPlace(exchange.place, config);
    exchange.url = urlOfShown(page, shown);
    const route = this.#routes.get(shown.at)!;
    const method = methodOf(exchange);
    const operation = route.operations.find(({ methods }) => methods.includes(method));
    if (!operation) {
      headers.allow = route.allowed(exchange.viewer);
      throw noRoute();
    }
    const links = page.path === undefined ? undefined : this.#linksOf(page, sent);
    const alternates = links ? alternatesOfPage(links, exchange.address) : [];
    exchange.page = { ...shown, names: page.names, alternates };
    exchange.speak(undefined);
    if (links) Object.assign(headers, interfaceHeaders(links, exchange.address, config, alternates));
    return { route, operation, key: pathKeyOf(shown.parameters), meter: exchange.meter, ahead };
  }

  #redirect(
    exchange: Exchange,
    page: HtmlPage,
    address: Pick<RequestAddress, 'site' | 'language' | 'words'>,
    status: 301 | 302,
  ): undefined {
    this.#writer.once(exchange, redirectToPage(page, address, status, exchange.headers, exchange.config));
  }

  #linksOf = (page: SitePage, sent: string): PageLinks => ({ page, sent, formats: this.#formatsOf(page) });

  /** What there is at the address of a page besides the page and JSON. */
  #formatsOf(page: SitePage): readonly MediaFormat[] {
    const match = this.#settings.find('GET', CANONICAL + page.path);
    return match && 'operation' in match && match.operation ? formatsOfOperation(match.operation) : [];
  }

  async #redirectToInterface(exchange: Exchange, { page }: SitePageRequest): Promise<void> {
    const match = this.#settings.find('GET', CANONICAL + page.path);
    if (page.mustExist && !(await this.#exists(exchange, match))) throw noRoute();
    const { address } = exchange;
    const links = this.#linksOf(page, sentUrl(exchange.target, exchange.config));
    const found = interfaceHeaders(links, address, exchange.config);
    this.#writer.once(exchange, redirectToInterface(page, address, { ...exchange.headers, ...found }));
  }

  /** Whether there is the record that a path of the interface names. */
  async #exists(exchange: Exchange, match: RouteMatch | RestError | undefined): Promise<boolean> {
    if (!match || !('route' in match)) return false;
    const call = callOf(exchange, this.#settings.stores.db);
    return (await match.route.find(call, match.key)).isFound;
  }
}

/** Addresses of records have small letters in what is encoded, as those of the reference do. */
const withSmallEscapes = (path: string): string =>
  path.replace(/%[\da-f]{2}/gi, octet => octet.toLowerCase());

const methodOf = ({ request: { method } }: Exchange): Method =>
  (method === 'HEAD' ? 'GET' : method) as Method;

/** The place of a page. In the site's own language, its links lead to addresses without the prefix. */
export const linkedPlace = (place: Destination, { LANGUAGE }: Pick<Config, 'LANGUAGE'>): Destination =>
  place.language === LANGUAGE
    ? { ...place, prefix: place.prefix.slice(prefixOf(place.language).length), language: undefined }
    : place;

/**
 * The address at which a page is, if it is asked for at another one, or in a language that the site does not offer.
 * @param sent path and query, without the site
 */
export function addressElsewhere(
  page: HtmlPage,
  address: RequestAddress,
  sent: string,
  config: Config,
): RequestAddress | undefined {
  if (!offers(config, address.language)) return { ...address, language: undefined };
  return isAt(page, address, sent) ? undefined : address;
}

/** Whether the site has pages in the language of an address. */
const offers = ({ LANGUAGES }: Config, language: Language | undefined): boolean =>
  language === undefined || LANGUAGES.includes(language);

/** Whether a page redirects to that of the record with an id: `/?p=5`. */
const isById = ({ at }: HtmlPage): boolean => at.names === 'id';

/** Whether the front page is asked for a record by its id or name. */
const isRecord = (page: HtmlPage): boolean => isById(page) || page.at.names === 'slug';

/** Whether this is the address of a page: its path, and no parameter that stands for something else. */
function isAt(page: HtmlPage, { language, words }: RequestAddress, sent: string): boolean {
  const { query } = page;
  const path = inOwnWords(page.path, words);
  const at = sent.indexOf('?');
  const [asked, parameters] = at < 0 ? [sent, ''] : [sent.slice(0, at), sent.slice(at + 1)];
  // `/?p=5` redirects once, however the language prefix is spelled.
  const spelt = isById(page) ? withLinkedLanguage(asked) : asked;
  return (
    withSmallEscapes(spelt.replace(/\/index\.php$/, '/')) ===
      withSmallEscapes(language ? `/${language}${path}` : path) &&
    String(new URLSearchParams(parameters)) === String(query)
  );
}
