import type { IncomingHttpHeaders } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Config } from '../config.ts';
import type { MediaFormat } from '../formats/event-format.ts';
import { acceptsJsonOnly, negotiate, preferredTo, ranked } from './accept.ts';
import { sentUrl } from './address.ts';
import type { DocumentRequest } from './call.ts';
import { noRoute, RestError } from './errors.ts';
import type { Exchange } from './exchange.ts';
import { varyByFormat } from './headers.ts';
import type { Declared } from './operation.ts';
import type { Route } from './route.ts';

/** The format of the pages for people. */
const HTML: MediaFormat = { suffix: 'html', mediaType: 'text/html' };

/**
 * Whether a client reads a page rather than what programs read at the same address: unless it says that it wants
 * something more that is there. Many programs name JSON and accept anything, whatever they ask for.
 * @param others what there is at the address besides the page and JSON
 */
export const prefersPage = ({ accept }: IncomingHttpHeaders, others: readonly MediaFormat[]): boolean =>
  accept === undefined || accept === '*/*' || preferredTo(HTML.mediaType, accept, others).length === 0;

/** Whether a client names pages as what it wants to read, as browsers do when people open an address. */
export const isForPeople = (headers: IncomingHttpHeaders, known: readonly MediaFormat[]): boolean =>
  headers.accept?.includes(HTML.mediaType) === true && prefersPage(headers, known);

/** All formats of these routes besides JSON. */
export const formatsOf = (routes: readonly Route[]): MediaFormat[] => [
  ...new Set(routes.flatMap(({ operations }) => operations.flatMap(formatsOfOperation))),
];

/** The formats of an operation besides JSON. */
export const formatsOfOperation = ({ documents = [] }: Pick<Declared, 'documents'>): readonly MediaFormat[] =>
  documents.flatMap(({ formats }) => formats);

/**
 * The format in which a request is answered: the one that its address names, otherwise the one that it accepts.
 * Undefined for JSON.
 * @param known all formats of the service
 * @throws RestError 404 if its address names a format that the operation lacks, 406 if it accepts none of its formats
 */
export function documentRequestOf(
  exchange: Exchange,
  operation: Declared,
  known: readonly MediaFormat[],
): DocumentRequest | undefined {
  if (!operation.methods.includes('GET') || operation.mediaType !== undefined) return undefined;
  const { request, target, headers, config } = exchange;
  const { requested: page } = exchange.place;
  const address = () => new URL(exchange.address.site + sentUrl(target, config)).href;
  if (page && !(page instanceof RestError)) {
    const format = formatsOfOperation(operation).find(({ suffix }) => suffix === page.suffix);
    if (!format) throw noRoute();
    return { format, address: address(), names: page.page.names, isOfReference: page.isOfReference };
  }
  if (operation.documents) headers.vary = varyByFormat(config);
  const format = accepted(request.headers.accept, operation, known);
  return format && { format, address: address(), names: undefined, isOfReference: false };
}

function accepted(
  accept: string | undefined,
  operation: Declared,
  known: readonly MediaFormat[],
): MediaFormat | undefined {
  if (acceptsJsonOnly(accept)) return undefined;
  const formats = formatsOfOperation(operation);
  const choice = negotiate(accept, formats);
  if (choice === 'json') return undefined;
  if (choice) return choice;
  // An operation in JSON only refuses no client but those that ask for another format by name.
  if (formats.length === 0 && negotiate(accept, known) === undefined) return undefined;
  throw notAcceptable(formats);
}

/** 406: the client accepts none of the formats. */
export const notAcceptable = (formats: readonly MediaFormat[]): RestError =>
  new RestError(406, 'rest_not_acceptable', 'rest_not_acceptable', {
    values: { values: ['application/json', ...formats.map(({ mediaType }) => mediaType)].join(', ') },
  });

/**
 * The key of a request in the response cache. Links depend on the scheme and host of the request, unless SITE_URL is
 * configured, and the answer on the formats that are preferred to JSON, which every operation has, and to pages.
 */
export function cacheKeyOf(
  { request, scheme, target }: Exchange,
  formats: readonly MediaFormat[],
  { SITE_URL }: Pick<Config, 'SITE_URL'>,
): string {
  const { accept, host = '' } = request.headers;
  const url = SITE_URL ? target : `${scheme}://${host} ${target}`;
  return accept === undefined || accept === '*/*' ? url : wantedBy(accept, formats) + url;
}

/** What is kept of the headers that clients send, for each service of a process. Browsers send few different ones. */
const known = new WeakMap<readonly MediaFormat[], LRUCache<string, string>>();

/** Characters of a header that is worth remembering. */
const MAX_KNOWN = 300;

function wantedBy(accept: string, formats: readonly MediaFormat[]): string {
  if (accept.length > MAX_KNOWN) return wantedOf(accept, formats);
  const kept = known.getOrInsertComputed(formats, () => new LRUCache({ max: 200 }));
  const found = kept.get(accept) ?? wantedOf(accept, formats);
  kept.set(accept, found);
  return found;
}

/** What an Accept header prefers to JSON and to pages, as the beginning of a key. */
function wantedOf(accept: string, formats: readonly MediaFormat[]): string {
  // Which of these an address has is not known yet.
  const wanted = preferredTo(HTML.mediaType, accept, formats).map(nameOf);
  const program = wanted.length > 0 ? `program ${wanted} ` : '';
  if (acceptsJsonOnly(accept)) return program;
  const order = ranked(accept, formats);
  const end = order.indexOf('json');
  // An order without JSON: operations in JSON alone answer this client with 406.
  const names = order.slice(0, end < 0 ? order.length : end).map(nameOf);
  return end === 0 ? program : `${names}${end < 0 ? ' only' : ''} ${program}`;
}

const nameOf = (choice: MediaFormat | 'json'): string => (choice === 'json' ? choice : choice.suffix);
