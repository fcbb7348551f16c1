import { markup } from '../markup.ts';
import { V1 } from './around.ts';
import { isPage } from './page-checks.ts';
import type { Request } from './request.ts';
import type { Answer, Wire } from './wire.ts';

// Checks of pages that need a further request, while nobody else writes.

/** What is wrong with where a page leads, or with the events that it shows; undefined if nothing is. */
export async function visitProblem(
  wire: Wire,
  request: Request,
  answer: Answer,
): Promise<string | undefined> {
  if (request.method !== 'GET' || request.bytes || /\/(cal|wp-json)\//i.test(request.path)) return undefined;
  if (answer.headers.location !== undefined) return redirectionProblem(wire, request, answer);
  const namesRecord = request.query.some(pair => RECORD.test(pair));
  const isList = answer.status === 200 && LIST.test(request.path) && !namesRecord && isPage(answer);
  return isList ? eventsProblem(wire, request, answer) : undefined;
}

/** The pages of lists. Other pages show events for more than one reason. */
const LIST = /^(\/(ca|en|fr|es))?\/(events\/((month|week|day|past|today|category|tag)\/.*)?|tag\/.*)?$/i;

/** By these the front page is that of a record, which may be one that its author alone reads: `/?p=5`. */
const RECORD = /^(p|tribe_(events|venue|organizer))=/i;

const hostOf = ({ headers }: Request): string | undefined =>
  headers.find(([name]) => /^host$/i.test(name))?.[1];

/**
 * A redirection leads to another address of the service, and no further. But a program is first led to the present
 * address of a record, for good, and from there to the interface.
 */
async function redirectionProblem(wire: Wire, request: Request, answer: Answer): Promise<string | undefined> {
  const { location = '' } = answer.headers;
  const url = URL.parse(location);
  const host = hostOf(request);
  if (!url || (host !== undefined && url.host !== host.toLowerCase())) return `leads to ${location}`;
  const query = url.search ? [url.search.slice(1)] : [];
  const further = { ...request, path: url.pathname, query };
  const next = await wire.send(further);
  if (next.headers.location === undefined) return undefined;
  const isLedToInterface =
    answer.status === 301 && next.status === 302 && /\/(cal|wp-json)\//.test(next.headers.location);
  return isLedToInterface
    ? redirectionProblem(wire, further, next)
    : `leads to ${location}, and on to ${next.headers.location}`;
}

/** A page of a list shows only events that the interface finds by the same filters, in the same language. */
async function eventsProblem(wire: Wire, request: Request, page: Answer): Promise<string | undefined> {
  const host = hostOf(request);
  const links = markup(page.text).all('main a');
  const shown = links.flatMap(({ href = '' }) => {
    const url = URL.parse(href, `http://${host}`);
    return url && /\/event\/./.test(url.pathname) ? url.href : [];
  });
  if (shown.length === 0 || host === undefined) return undefined;
  const found = await addressesOf(wire, request);
  const more = found && shown.find(url => !found.has(url));
  return more ? `shows ${more}, which the interface does not list` : undefined;
}

/** The addresses of the events that the interface finds for a page; undefined if it refuses. */
async function addressesOf(wire: Wire, request: Request): Promise<Set<string> | undefined> {
  // Links of pages in the site's own language, which is English here, have no prefix.
  const [, language = ''] = /^(\/(?:ca|fr|es))\//i.exec(request.path) ?? [];
  const found = new Set<string>();
  for (let page = 1, pages = 1; page <= pages; page++) {
    const path = `${language}${V1}/events`;
    const query = [...filtersOf(request), 'per_page=50', `page=${page}`];
    const headers = request.headers.filter(([name]) => /^host$/i.test(name));
    const list = await wire.send({ ...request, path, query, headers });
    if (list.status !== 200) return undefined;
    // A list of the interface.
    const { events, total_pages } = JSON.parse(list.text) as {
      events: { url: string }[];
      total_pages: number;
    };
    for (const { url } of events) found.add(url);
    pages = total_pages;
  }
  return found;
}

/** The filters of a page, by its parameters and its path, at any time. */
function filtersOf({ path, query }: Request): string[] {
  const own = query.filter(pair => !/^(page|per_page|_\w+|i18n_language)(=|%5B|\[|$)/i.test(pair));
  const [, kind, slug] = /\/(category|tag)\/(?:[^/]+\/)*?([^/]+)\/?$/.exec(path) ?? [];
  const term = kind ? [`${kind === 'tag' ? 'tags' : 'categories'}=${slug}`] : [];
  return [...own, ...term, ...EVER.filter(pair => !own.some(one => one.startsWith(pair.split('=', 1)[0]!)))];
}

const EVER = ['start_date=1000-01-01', 'end_date=9999-12-31'];
