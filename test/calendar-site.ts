import type { IncomingMessage, ServerResponse } from 'node:http';
import { openWeb } from './web.ts';

/** A calendar site of another make, as an importer sees it: its lists and its oddities. */
export interface CalendarSite extends AsyncDisposable {
  /** `http://127.0.0.1:PORT` */
  url: string;
  lists: Record<ListName, object[]>;
  /** Lists that the site does not offer. */
  missing: ListName[];
  /** Responses sent before all others, once each: a status and headers. */
  troubles: { status: number; headers: Record<string, string> }[];
  /** The address of the next page that a list gives in place of the true one. */
  nextOf: ((name: ListName, page: number) => string) | undefined;
  /** Files by path; a text is the target of a redirect. */
  files: Map<string, Buffer | string>;
  /** Pages by path: their headers and HTML. */
  pages: Map<string, { headers?: Record<string, string>; html: string }>;
  /** The paths and queries that were requested, with the times. */
  requests: { path: string; at: number; headers: IncomingMessage['headers'] }[];
  /** The largest number of concurrent requests. */
  atOnce: number;
}

type ListName = 'categories' | 'tags' | 'venues' | 'organizers' | 'events';

const NAMESPACE = '/wp-json/tribe/events/v1';
const LARGEST_PAGE = 4;

/** Starts the site. Pages hold at most 4 records, so that a few records make many pages. */
export async function startCalendarSite(): Promise<CalendarSite> {
  const web = await openWeb((request, response) => {
    const begun = site.requests.push({
      path: request.url ?? '',
      at: performance.now(),
      headers: request.headers,
    });
    site.atOnce = Math.max(site.atOnce, begun - answered);
    response.on('finish', () => answered++);
    answer(site, request, response);
  });
  let answered = 0;
  const site: CalendarSite = {
    url: web.origin,
    lists: { categories: [], tags: [], venues: [], organizers: [], events: [] },
    ...{
      missing: [],
      troubles: [],
      files: new Map(),
      pages: new Map(),
      requests: [],
      atOnce: 0,
      nextOf: undefined,
    },
    [Symbol.asyncDispose]: () => web[Symbol.asyncDispose](),
  };
  return site;
}

function answer(site: CalendarSite, request: IncomingMessage, response: ServerResponse) {
  const url = new URL(request.url ?? '/', site.url);
  const trouble = url.pathname.startsWith(NAMESPACE) ? site.troubles.shift() : undefined;
  if (trouble) return response.writeHead(trouble.status, trouble.headers).end('{"code":"busy"}');
  const file = site.files.get(url.pathname);
  if (typeof file === 'string') return response.writeHead(302, { location: file }).end();
  if (file) return response.writeHead(200, { 'content-type': 'image/png' }).end(file);
  const page = site.pages.get(url.pathname);
  if (page) return response.writeHead(200, { 'content-type': 'text/html', ...page.headers }).end(page.html);
  if (url.pathname === '/') {
    const head = `<link rel="alternate" type="application/rss+xml" href="/feed/">
      <link rel="alternate" href="${site.url}${NAMESPACE}/" />`;
    return response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<!doctype html><head>${head}</head>`);
  }
  const path = url.pathname.replace(/\/$/, '');
  if (path === NAMESPACE) return json(response, 200, { namespace: 'tribe/events/v1', routes: {} });
  const name = Object.keys(site.lists).find(known => path === `${NAMESPACE}/${known}`) as
    | ListName
    | undefined;
  if (!name || site.missing.includes(name)) return json(response, 404, { code: 'rest_no_route' });
  return json(response, 200, pageOf(site, name, url));
}

function pageOf(site: CalendarSite, name: ListName, url: URL) {
  const { searchParams } = url;
  const all = site.lists[name].filter(
    term => searchParams.get('hide_empty') === 'false' || (term as { count?: number }).count !== 0,
  );
  const page = Number(searchParams.get('page') ?? 1);
  const size = Math.min(Number(searchParams.get('per_page') ?? 2), LARGEST_PAGE);
  const pages = Math.ceil(all.length / size);
  // Like some of these sites, it drops the filters from its links, except for events.
  const kept = name === 'events' ? searchParams : new URLSearchParams();
  const next = new URLSearchParams([...kept].filter(([key]) => key !== 'page'));
  next.set('page', String(page + 1));
  return {
    [name]: all.slice((page - 1) * size, page * size),
    rest_url: url.href,
    ...(page < pages && {
      next_rest_url: site.nextOf?.(name, page) ?? `${site.url}${NAMESPACE}/${name}/?${next}`,
    }),
    total: String(all.length),
    total_pages: pages,
  };
}

function json(response: ServerResponse, status: number, body: object) {
  return response
    .writeHead(status, { 'content-type': 'application/json; charset=UTF-8' })
    .end(JSON.stringify(body));
}

/** A term as events embed it, and as its list shows it. */
export const aTerm = (
  site: string,
  taxonomy: 'categories' | 'tags',
  id: number,
  slug: string,
  more: object = {},
) => ({
  ...{ id, name: slug, slug, description: '', count: 1, parent: 0 },
  taxonomy: taxonomy === 'tags' ? 'post_tag' : 'tribe_events_cat',
  urls: { self: `${site}${NAMESPACE}/${taxonomy}/${id}`, collection: `${site}${NAMESPACE}/${taxonomy}` },
  ...more,
});

const record = (site: string, type: string, id: number, slug: string) => ({
  id,
  ...{ author: '3', status: 'publish', slug },
  ...{ date: '2030-01-02 10:00:00', date_utc: '2020-01-02 15:00:00' },
  ...{ modified: '2030-01-03 10:00:00', modified_utc: '2020-01-03 15:00:00' },
  url: `${site}/${type}/${slug}/`,
  // These sites leave the port out.
  global_id: `${new URL(site).hostname}?id=${id}`,
  global_id_lineage: [`${new URL(site).hostname}?id=${id}`],
});

/** A venue without its empty members. */
export const aVenue = (site: string, id: number, slug: string, more: object = {}) => ({
  ...record(site, 'venue', id, slug),
  venue: slug,
  ...{ show_map: true, show_map_link: true },
  ...more,
});

export const anOrganizer = (site: string, id: number, slug: string, more: object = {}) => ({
  ...record(site, 'organizer', id, slug),
  organizer: slug,
  ...more,
});

export const anEvent = (site: string, id: number, slug: string, more: object = {}) => ({
  ...record(site, 'event', id, slug),
  rest_url: `${site}${NAMESPACE}/events/${id}`,
  ...{ title: slug, description: `<p>All about ${slug}.</p>`, excerpt: '', image: false, all_day: false },
  ...{ start_date: '2031-05-10 18:30:00', end_date: '2031-05-10 20:00:00' },
  ...{ utc_start_date: '2031-05-10 22:30:00', utc_end_date: '2031-05-11 00:00:00' },
  ...{ timezone: 'America/New_York', timezone_abbr: 'EDT', cost: '' },
  cost_details: { currency_symbol: '', currency_code: '', currency_position: 'prefix', values: [] },
  ...{ website: '', show_map: true, show_map_link: true, hide_from_listings: false, sticky: false },
  ...{ featured: false, categories: [], tags: [], venue: [], organizer: [] },
  ...more,
});
