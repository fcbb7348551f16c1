import { embeddableJson } from '../../lib/json.ts';
import { siteName } from '../../site/name.ts';
import type { VenueRecord } from '../../venues/members.ts';
import { stateOrProvince } from '../../venues/venue.ts';
import { instantOf } from '../dates.ts';
import type { EventFormat, EventListView } from '../event-format.ts';
import { entryOf, type FeedEntry } from './entry.ts';

/** JSON Feed 1.1. The dates and the place are in an extension, as the specification permits. */
export const jsonFeed: EventFormat = {
  suffix: 'json',
  mediaType: 'application/feed+json',
  extent: 'page',
  window: 'list',
  open(list) {
    let before = '';
    return {
      begin: () => `${embeddableJson(feedOf(list)).slice(0, -1)},"items":[`,
      event(shown, event) {
        const item = before + embeddableJson(itemOf(entryOf(shown, event, list), list));
        before = ',';
        return item;
      },
      end: () => ']}',
    };
  },
};

const feedOf = (list: EventListView) => ({
  version: 'https://jsonfeed.org/version/1.1',
  title: list.title,
  home_page_url: list.page,
  feed_url: list.self,
  description: list.description || undefined,
  next_url: list.next,
  language: list.language,
  authors: [{ name: siteName(list.view), url: `${list.site}/` }],
});

const itemOf = (entry: FeedEntry, { view, language }: EventListView) => ({
  id: entry.id,
  url: entry.url,
  title: entry.title,
  content_html: entry.content,
  summary: entry.text || undefined,
  image: entry.image?.url,
  date_published: instantOf(entry.published),
  date_modified: instantOf(entry.modified),
  // That of the feed stands for the same.
  language: entry.languages.title === language ? undefined : entry.languages.title,
  tags: entry.terms.length > 0 ? entry.terms.map(({ name }) => name) : undefined,
  _almanac: extensionOf(entry, `${view.address.api}/doc`),
});

/** Dates and place for programs. Members without a value are left out. */
const extensionOf = ({ shown, event, start, end }: FeedEntry, about: string) => ({
  about,
  id: event.id,
  start,
  end,
  all_day: shown.all_day ?? undefined,
  timezone: event.timezone,
  event_status: event.event_status,
  status_reason: event.status_reason || undefined,
  is_virtual: shown.is_virtual ?? undefined,
  virtual_url: event.virtual_url || undefined,
  ticket_url: event.ticket_url || undefined,
  availability: event.availability || undefined,
  venues: event.venues.map(venueOf),
  organizers: event.organizers.map(({ name, website }) => ({ name, url: website || undefined })),
});

const venueOf = (venue: VenueRecord) => ({
  name: venue.name,
  address: venue.address || undefined,
  city: venue.city || undefined,
  region: stateOrProvince(venue) || undefined,
  postal_code: venue.zip || undefined,
  country: venue.country || undefined,
  latitude: venue.geo_lat ?? undefined,
  longitude: venue.geo_lng ?? undefined,
});
