import type { Config } from '../config.ts';
import { RestError } from './errors.ts';

/** A page of the site, which the interface usually shows too. */
export interface SitePage {
  /** Its name in metrics and traces: `/event/:slug`. */
  readonly template: string;
  /** The path below the namespace; undefined if the interface does not show it: programs read the page as well. */
  readonly path: string | undefined;
  /** The parameters that the page stands for. */
  readonly query?: Readonly<Record<string, string>>;
  /** The parameter that the path of the page names: if there is no such record, the page does not exist. */
  readonly names?: string;
  /** Whether the page exists only if that record does; the interface tells it of other pages. */
  readonly mustExist?: true;
  /** The path below the namespace that its headers name, if it is another one. */
  readonly root?: string;
  /** The page for people; undefined if there is only the interface. */
  readonly html?: HtmlPage;
}

/** A page for people. */
export interface HtmlPage {
  /** The path that the router of pages matches: `/events/month/2031-05`. */
  readonly route: string;
  /** Its path below the site and the language, to which other addresses redirect: `/events/month/2031-05/`. */
  readonly path: string;
  /** The query of its one address: the parameters it declares, in place of others that stand for them. */
  readonly query: URLSearchParams;
}

/** A page that is shown to people. */
export interface ShownPage extends HtmlPage {
  /** The parameter that the path names: without such a record there is no page. */
  readonly names: string | undefined;
  /** The same in the interface and in other formats. */
  readonly alternates: readonly FormatAlternate[];
}

/** A page in another format. */
export interface FormatAlternate {
  readonly href: string;
  readonly type: string;
}

/** The state of what all pages show besides the data: texts, styles, pages of the operator. */
export interface PagesState {
  /** Raised with each change. */
  readonly version: number;
  /** Epoch seconds of the last change; 0 if there was none since the service started. */
  readonly changedAt: number;
}

/** What a page depends on besides its path. */
export interface PageContext {
  readonly config: Pick<Config, 'TIME_ZONE'>;
  /** Epoch seconds of the request. */
  readonly now: number;
}

/** Finds a page by the decoded segments of its path. A RestError if its parameters are invalid. */
export type SitePages = (
  segments: readonly string[],
  sent: URLSearchParams,
  context: PageContext,
) => SitePage | undefined;

/** A page, and the suffix of the format that its address names. */
export interface SitePageRequest {
  readonly page: SitePage;
  /** Undefined for the page itself. */
  readonly suffix: string | undefined;
  /** Whether the address of a document is one that sites of the reference have. */
  readonly isOfReference: boolean;
}

/** Whether a page may be that of a record. The front page names a record in its query. */
export const isOfRecord = ({ page: { names, template } }: SitePageRequest): boolean =>
  names !== undefined || template === '/';

/** Whether a request asks for a document of a page, not for the page itself. */
export const isDocument = (page: SitePageRequest | RestError): boolean =>
  !(page instanceof RestError) && page.suffix !== undefined;

/**
 * Reads the address of a page, or of its document in a format: `/events.ics`, `/events/?ical=1`, `/events/feed/atom/`.
 * @param path without the language
 */
export function readPage(
  path: string,
  query: string,
  pages: SitePages,
  context: PageContext,
): SitePageRequest | undefined {
  const all = segmentsOf(path);
  if (!all) return undefined;
  const sent = new URLSearchParams(query);
  // A record may have the name of a feed: `/event/feed/`.
  const named = withoutSuffix(all);
  for (const read of [named ?? withoutFeed(all), { segments: all, suffix: asked(sent) }]) {
    const page = read && pages(read.segments, sent, context);
    if (!page) continue;
    const { suffix } = read;
    // Other formats are those of the interface.
    if (suffix !== undefined && page.path === undefined) continue;
    const isOfReference = suffix !== undefined && read !== named;
    const shown = isOfReference && suffix === 'ics' ? calendarOfReference(page, sent) : page;
    return { page: shown, suffix, isOfReference };
  }
  return undefined;
}

/** Calendars at the addresses that only the reference had: each occurrence is an event of its own there. */
function calendarOfReference(page: SitePage, sent: URLSearchParams): SitePage {
  const ids = [...sent.getAll('event_ids'), ...sent.getAll('event_ids[]')].join(',');
  return {
    ...page,
    query: { expand: sent.get('expand') ?? 'true', ...(ids !== '' && { include: ids }), ...page.query },
  };
}

/** Undefined if an octet cannot be decoded. */
function segmentsOf(path: string): string[] | undefined {
  try {
    return path.split('/').filter(Boolean).map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

function withoutSuffix(segments: readonly string[]) {
  const [, name, suffix] = /^(.+)\.([a-z\d-]+)$/i.exec(segments.at(-1) ?? '') ?? [];
  return name === undefined
    ? undefined
    : { segments: [...segments.slice(0, -1), name], suffix: suffix!.toLowerCase() };
}

/** The last segments that ask for a format, as sites of the reference have them. */
const FEEDS = new Map([
  ...(['feed', 'feed/rss', 'feed/rss2'] as const).map(name => [name, 'rss'] as const),
  ['feed/atom', 'atom'],
  ['ical', 'ics'],
]);

function withoutFeed(segments: readonly string[]) {
  for (const length of [2, 1]) {
    const suffix = segments.length >= length && FEEDS.get(segments.slice(-length).join('/').toLowerCase());
    if (suffix) return { segments: segments.slice(0, -length), suffix };
  }
  return undefined;
}

/** The format that a query asks for. */
function asked(sent: URLSearchParams): string | undefined {
  if (['ical', 'outlook-ical'].some(name => sent.has(name) && sent.get(name) !== '0')) return 'ics';
  return sent.has('feed')
    ? FEEDS.get(sent.get('feed') === 'feed' ? 'feed' : `feed/${sent.get('feed')}`)
    : undefined;
}

/** The URL by which the router of pages finds a page, with the parameter that the path names. */
export const routeOfPage = ({ names = '', query = {} }: SitePage, page: HtmlPage): string => {
  const named = query[names];
  return urlOfPage(
    { path: page.route, ...(named !== undefined && { query: { [names]: named } }) },
    String(page.query),
  );
};

/** The URL below the namespace of a document, without the parameters that only say which page and format it is. */
export function urlOfDocument({ page, suffix, isOfReference }: SitePageRequest, sent: string): string {
  const parameters = new URLSearchParams(sent);
  const naming = isOfReference && suffix === 'ics' ? [...NAMING, 'event_ids', 'event_ids[]'] : NAMING;
  for (const name of naming) parameters.delete(name);
  return urlOfPage({ ...page, path: page.path! }, String(parameters));
}

/** The parameters of sites of the reference that say which page and which format is asked for. */
export const NAMING: readonly string[] = [
  ...['ical', 'outlook-ical', 'feed', 'p', 'post_type', 'tribe_events', 'tribe_venue', 'tribe_organizer'],
  ...['eventDisplay', 'eventDate', 'tribe-bar-date', 'tribe-bar-search', 'tribe_events_cat'],
];

/** The URL below the namespace with the parameters of the page; those that were sent come first. */
function urlOfPage(
  { path, query = {} }: { readonly path: string } & Pick<SitePage, 'query'>,
  sent: string,
): string {
  const parameters = new URLSearchParams(sent);
  for (const [name, value] of Object.entries(query)) parameters.set(name, value);
  return parameters.size > 0 ? `${path}?${parameters}` : path;
}
