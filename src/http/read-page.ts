import { type PublicPage, pageAt } from './reference-pages.ts';
import type { PageContext, SitePage, SitePageRequest } from './site-pages.ts';

/**
 * Reads the address of a page, or of its document in a format: `/events.ics`, `/events/?ical=1`, `/events/feed/atom/`.
 * @param path without the language
 */
export function readPage(
  path: string,
  query: string,
  pages: readonly PublicPage[],
  context: PageContext,
): SitePageRequest | undefined {
  const all = segmentsOf(path);
  if (!all) return undefined;
  const sent = new URLSearchParams(query);
  // A record may have the name of a feed: `/event/feed/`.
  const named = withoutSuffix(all);
  for (const read of [named ?? withoutFeed(all), { segments: all, suffix: asked(sent) }]) {
    const page =
      read && pageAt(`${['', ...read.segments].map(encodeURIComponent).join('/')}/`, sent, context, pages);
    if (!page) continue;
    const { suffix } = read;
    // Other formats are those of the interface.
    if (suffix !== undefined && page.path === undefined) continue;
    const isOfReference = suffix !== undefined && read !== named;
    const ofReference = suffix === 'ics' ? calendarOfReference : feedOfReference;
    return { page: isOfReference ? ofReference(page, sent) : page, suffix, isOfReference };
  }
  return undefined;
}

/** Calendars at the addresses that only the reference had: each occurrence is an event of its own there. */
function calendarOfReference(page: SitePage, sent: URLSearchParams): SitePage {
  const ids = [...sent.getAll('event_ids'), ...sent.getAll('event_ids[]')].join(',');
  const expand = sent.get('expand') ?? 'true';
  return { ...page, query: { expand, ...(ids !== '' && { include: ids }), ...page.query } };
}

/** Feeds there have the pages of their list. */
function feedOfReference(page: SitePage): SitePage {
  const number = page.html?.query.get('page');
  return number ? { ...page, query: { ...page.query, page: number } } : page;
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
  if (name === undefined) return undefined;
  return { segments: [...segments.slice(0, -1), name], suffix: suffix!.toLowerCase() };
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
  const feed = sent.get('feed');
  return feed === null ? undefined : FEEDS.get(feed === 'feed' ? feed : `feed/${feed}`);
}
