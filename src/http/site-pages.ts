import type { Config } from '../config.ts';
import type { NamespacePath } from '../site/address.ts';
import type { PageAddress, PathParameters } from '../site/page-addresses.ts';
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
  readonly at: PageAddress;
  readonly parameters: PathParameters;
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
  readonly config: Config;
  /** Epoch seconds of the request. */
  readonly now: number;
}

/** A page, and the suffix of the format that its address names. */
export interface SitePageRequest {
  readonly page: SitePage;
  /** Undefined for the page itself. */
  readonly suffix: string | undefined;
  /** Whether the address of a document is one that sites of the reference have. */
  readonly isOfReference: boolean;
}

/** What the address of a request leads to. */
export interface Destination extends NamespacePath {
  /** The URL on the canonical namespace, with the query. */
  readonly url: string;
  /** The page of the site that the request names, or why it is refused. */
  readonly requested?: SitePageRequest | RestError;
}

/** Whether a page may be that of a record. The front page names a record in its query. */
export const isOfRecord = ({ page: { names, template } }: SitePageRequest): boolean =>
  names !== undefined || template === '/';

/** Whether a request asks for a document of a page, not for the page itself. */
export const isDocument = (page: SitePageRequest | RestError): boolean =>
  !(page instanceof RestError) && page.suffix !== undefined;

/** The URL of a page for its operation, with the parameter that the path names. */
export function urlOfShown({ names = '', query = {} }: SitePage, page: HtmlPage): string {
  const named = query[names];
  return urlOfPage(
    { path: page.path, ...(named !== undefined && { query: { [names]: named } }) },
    String(page.query),
  );
}

/** The URL below the namespace of a document, without the parameters that only say which page and format it is. */
export function urlOfDocument({ page, suffix, isOfReference }: SitePageRequest, sent: string): string {
  const parameters = new URLSearchParams(sent);
  const others = suffix === 'ics' ? ['event_ids', 'event_ids[]'] : PAGED;
  for (const name of isOfReference ? [...NAMING, ...others] : NAMING) parameters.delete(name);
  return urlOfPage({ ...page, path: page.path! }, String(parameters));
}

/** The number of the page in addresses of the reference. */
export const PAGED = ['tribe_paged', 'paged'] as const;

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
