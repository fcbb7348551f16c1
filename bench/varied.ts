import { get } from './connection.ts';
import type { DataSet } from './data.ts';
import { categoryOf, FUTURE_DAYS, PAST_DAYS } from './generate.ts';
import { pathOf, type Query } from './kinds.ts';
import type { Next } from './load.ts';
import { ORGANIZERS, organizerId, VENUES, venueId } from './places.ts';
import { between, heavyTailed, type Random, random, share } from './random.ts';
import { CATEGORIES, TAGS, tagId } from './terms.ts';
import { wordOf } from './texts.ts';

const DAY = 86_400;

const categoryRank = heavyTailed(CATEGORIES, 0.7);
const tagRank = heavyTailed(TAGS, 1);
const venueRank = heavyTailed(VENUES, 0.8);
const organizerRank = heavyTailed(ORGANIZERS, 0.8);
/** People search for meaningful words, and seldom for the rarest ones. */
const wordRank = heavyTailed(3_000, 0.7);

type Filter = (draw: Random) => Query;

/** Filters of a calendar's visitors, with their frequencies. */
const filters: readonly (readonly [Filter, number])[] = [
  [() => ({}), 0.3],
  [draw => ({ categories: categoryOf(categoryRank(draw)) }), 0.2],
  [draw => ({ tags: tagId(tagRank(draw)) }), 0.1],
  [draw => ({ venue: venueId(venueRank(draw)) }), 0.1],
  [draw => ({ organizer: organizerId(organizerRank(draw)) }), 0.1],
  [() => ({ featured: 'true' }), 0.05],
  [draw => ({ categories: categoryOf(categoryRank(draw)), tags: tagId(tagRank(draw)) }), 0.05],
  [draw => ({ search: wordOf('ca', 50 + wordRank(draw)) }), 0.1],
];

/** Lists of ten as many visitors would request them. No two requests are equal. */
export function varied({ calendar }: DataSet, search: boolean): Next {
  const draw = random(6, search ? 1 : 2);
  const asked = search ? filters : filters.slice(0, -1);
  return () => {
    const start = calendar.anchor - between(draw, -FUTURE_DAYS / 2, PAST_DAYS) * DAY + between(draw, 0, DAY);
    const end = start + between(draw, 30, 700) * DAY;
    const filter = share(draw, asked)(draw);
    const page = Object.keys(filter).length === 0 ? between(draw, 1, 5) : 1;
    return get(pathOf({ start_date: start, end_date: end, strict_dates: 1, page, ...filter }));
  };
}
