import { existingEvent } from '../api/place-routes.ts';
import {
  type Argument,
  additional,
  boolean,
  dateTime,
  fallback,
  ids,
  isTruthy,
  items,
  listSchema,
  numeric,
  text,
  textOrNothing,
  wholeNumber,
} from '../http/arguments.ts';
import { type ErrorKey, Refused } from '../http/errors.ts';
import { pagingArguments } from '../http/paging.ts';
import { eventFilterWords as words } from '../i18n/events.ts';
import type { Translations } from '../i18n/language.ts';
import { parseSearch } from '../lib/text/search-terms.ts';
import { MAX_ITEMS } from '../limits.ts';
import { searchText, statusFilter } from '../records/fields.ts';
import type { PlaceType } from '../records/places.ts';
import { idsOfType } from '../records/table.ts';
import { termIds } from '../terms/filters.ts';
import { mayCreate } from '../users/rights.ts';
import { defaultWindow } from './window.ts';

/** A date parameter; the index declares no type of it. */
const date = (said: Translations): Argument<string | number> => ({
  ...dateTime(said),
  accepts: { type: 'string' },
});

const windowDate = (said: Translations, name: 'start_date' | 'end_date'): Argument<string | number> => ({
  ...date(said),
  shownDefault: call => defaultWindow(call)[name],
});

/** Whether dates are exact times, in words; empty text and 0 are no answer to that. */
const strictDates: Argument<boolean> = {
  schema: {},
  accepts: { type: 'boolean' },
  words: words.strict_dates,
  read(sent) {
    const said = textOrNothing(sent);
    return said === undefined || said === '' || said === '0'
      ? new Refused('expected_true_or_false')
      : isTruthy(said);
  },
};

/** Ids of existing records of a type, whatever their status. */
const recordIds = (said: Translations, type: PlaceType, key: ErrorKey): Argument<number[]> => ({
  schema: listSchema,
  accepts: { type: 'array', items: { type: 'integer' }, maxItems: MAX_ITEMS },
  words: said,
  async read(sent, { db, readModel }) {
    const all = [...new Set(items(sent).map(wholeNumber))];
    if (all.length > MAX_ITEMS) return new Refused('expected_too_many', { max: MAX_ITEMS });
    const ids = all.filter(id => id !== undefined);
    if (all.length === 0 || ids.length < all.length) return new Refused(key);
    const areKnown =
      readModel?.[`${type}s`].areKnown(ids) || (await idsOfType(db, type, ids)).size === ids.length;
    return areKnown ? ids : new Refused(key);
  },
});

const number = (said: Translations, least: number, most: number, key: ErrorKey): Argument<number> => ({
  schema: { format: 'double' },
  accepts: { type: 'number', minimum: least, maximum: most },
  words: said,
  read(sent) {
    const value = numeric(sent);
    return value !== undefined && value >= least && value <= most ? value : new Refused(key);
  },
});

/** There is no source of tickets: asking for events with tickets is refused, as clients know it. */
const ticketed: Argument<boolean> = {
  ...boolean(words.ticketed),
  async read(sent, reading) {
    const wanted = await boolean(words.ticketed).read(sent, reading);
    return wanted === true ? new Refused('event-tickets-not-active', {}, 'event-tickets-not-active') : wanted;
  },
};

/** Farthest that "around a point" can mean: half the circumference of the earth, in kilometres. */
const FARTHEST = 20_038;

/** The parameters of the list of events, in the order of the interface's index. */
export const eventFilters = {
  page: pagingArguments.page,
  per_page: pagingArguments.per_page,
  start_date: windowDate(words.start_date, 'start_date'),
  end_date: windowDate(words.end_date, 'end_date'),
  starts_before: date(words.starts_before),
  starts_after: date(words.starts_after),
  ends_before: date(words.ends_before),
  ends_after: date(words.ends_after),
  strict_dates: fallback(strictDates, false),
  search: searchText(words.search, query => {
    const { all, none } = parseSearch(query);
    return [...all, ...none];
  }),
  categories: termIds('category', words.categories),
  tags: termIds('tag', words.tags),
  venue: recordIds(words.venue, 'venue', 'expected_venue_ids'),
  organizer: recordIds(words.organizer, 'organizer', 'expected_organizer_ids'),
  featured: boolean(words.featured),
  status: statusFilter(words.status, mayCreate),
  geoloc: boolean(words.geoloc),
  geoloc_lat: number(words.geoloc_lat, -90, 90, 'expected_latitude'),
  geoloc_lng: number(words.geoloc_lng, -180, 180, 'expected_longitude'),
  include: ids(words.include),
  post_parent: existingEvent(words.post_parent),
  ticketed,
  geoloc_radius: additional(number(words.geoloc_radius, 0.001, FARTHEST, 'expected_number')),
  password: additional(text(words.password_list)),
};
