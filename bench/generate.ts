import type { EventRow, Status } from '../src/db/tables.ts';
import { parseCost } from '../src/events/cost.ts';
import { SINGLE } from '../src/events/event.ts';
import { plainFields } from '../src/events/plain-fields.ts';
import { costColumn } from '../src/events/stored-cost.ts';
import { fold } from '../src/lib/text/search-terms.ts';
import { textOf } from '../src/lib/text/text.ts';
import { endOfDay, lastSecondOf, startOfDay } from '../src/lib/time/dates.ts';
import { toEpoch, toWall, zoneAbbreviation } from '../src/lib/time/zones.ts';
import { blankColumns } from '../src/records/plain-fields.ts';
import { UNTRANSLATED } from '../src/records/translations/stored.ts';
import { FIRST_EVENT, ORGANIZERS, organizerId, VENUES, venueId } from './places.ts';
import { between, heavyTailed, pick, type Random, random, share } from './random.ts';
import { CATEGORIES, TAGS, tagId } from './terms.ts';
import { textsOf } from './texts.ts';

const SEED = 1;
const DAY = 86_400;
/** Days before and after the anchor: 60 % of the events are past. */
export const PAST_DAYS = 1_640;
export const FUTURE_DAYS = 1_095;
export const AUTHORS = 8;

export interface Calendar {
  /** Number of events. */
  size: number;
  /** The present of the calendar in epoch seconds, a midnight in UTC. */
  anchor: number;
  /** The password hash of protected events. */
  passwordHash: string;
  /** Whether most events are occurrences of series, or half of them have translations. */
  variant?: 'series' | 'translated' | undefined;
}

/** An event with its links, still without a slug. */
export interface Generated {
  row: Omit<EventRow, 'slug'>;
  venues: number[];
  organizers: number[];
  terms: number[];
}

const STATUSES: readonly (readonly [Status, number])[] = [
  ['publish', 0.95],
  ...([
    ['draft', 0.02],
    ['private', 0.01],
    ['trash', 0.015],
    ['future', 0.005],
  ] as const),
];
const COSTS = ['', '', 'Gratuït', '0', '5 €', '8 €', '12 €', '10 - 15 €', '3,50 €', '20 € (anticipada)'].map(
  text => costColumn(parseCost(text)!),
);
const ZONES = [
  ['Europe/Madrid', 0.94],
  ['Europe/Paris', 0.04],
  ['Europe/London', 0.02],
] as const;

const venueRank = heavyTailed(VENUES, 0.8);
const organizerRank = heavyTailed(ORGANIZERS, 0.8);
const categoryRank = heavyTailed(CATEGORIES, 0.7);
const tagRank = heavyTailed(TAGS, 1);

/** The event of this index, from 0. It does not depend on which events were made before. */
export function eventAt(calendar: Calendar, index: number): Generated {
  const draw = random(SEED, index);
  const status = share(draw, STATUSES);
  const times = timesOf(draw, calendar, index);
  const texts = textsOf(draw);
  return {
    row: {
      ...texts,
      ...times,
      ...publicationOf(draw, calendar, status, times.start_at),
      id: FIRST_EVENT + index,
      author_id: 1 + Math.floor(draw() ** 2 * AUTHORS),
      search_text: [texts.title, textOf(texts.excerpt), textOf(texts.description)].map(fold).join('\n'),
      image_id: null,
      cost: pick(draw, COSTS),
      website: draw() < 0.4 ? `https://agenda.example/${index}` : null,
      ...{ ...blankColumns(plainFields), show_map: 1, show_map_link: 1 },
      hide_from_listings: Number(draw() < 0.01),
      sticky: Number(draw() < 0.005),
      featured: Number(draw() < 0.04),
      password_hash: draw() < 0.01 ? calendar.passwordHash : null,
      ...{ uid: null, sequence: 0, ...SINGLE, ...UNTRANSLATED },
    },
    venues: distinct(draw() < 0.95 ? (draw() < 0.03 ? 2 : 1) : 0, () => venueId(venueRank(draw))),
    organizers: distinct(draw() < 0.75 ? (draw() < 0.1 ? 2 : 1) : 0, () => organizerId(organizerRank(draw))),
    terms: [
      ...distinct(between(draw, 1, 2), () => categoryOf(categoryRank(draw))),
      ...distinct(between(draw, 0, 4), () => tagId(tagRank(draw))),
    ],
  };
}

/** The id of the category that is the rank-th most used; the most used are spread over all levels of the tree. */
export const categoryOf = (rank: number): number => ((rank * 7) % CATEGORIES) + 1;

function distinct(count: number, next: () => number): number[] {
  return [...new Set(Array.from({ length: count }, next))];
}

type Times = Pick<
  EventRow,
  'all_day' | 'start_date' | 'end_date' | 'start_at' | 'end_at' | 'timezone' | 'timezone_abbr'
>;

function timesOf(draw: Random, calendar: Calendar, index: number): Times {
  const timezone = share(draw, ZONES);
  const day = toWall(startDay(draw, calendar, index), timezone).slice(0, 10);
  const lasting = share(draw, [
    ['hours', 0.85],
    ['day', 0.1],
    ['weeks', 0.05],
  ] as const);
  const start = `${day} ${share(draw, HOURS)}`;
  if (lasting === 'hours') {
    const start_at = toEpoch(start, timezone);
    const end_at = start_at + between(draw, 2, 12) * 1_800;
    return {
      all_day: 0,
      start_date: start,
      end_date: toWall(end_at, timezone),
      start_at,
      end_at,
      ...zoned(timezone, start_at),
    };
  }
  const days = lasting === 'day' ? between(draw, 0, 1) : Math.ceil(14 + draw() ** 2 * 180);
  const start_date = startOfDay(start);
  const end_date = endOfDay(toWall(toEpoch(`${day} 12:00:00`, timezone) + days * DAY, timezone));
  const start_at = toEpoch(start_date, timezone);
  return {
    all_day: 1,
    start_date,
    end_date,
    start_at,
    end_at: lastSecondOf(end_date, timezone),
    ...zoned(timezone, start_at),
  };
}

const zoned = (timezone: string, at: number) => ({ timezone, timezone_abbr: zoneAbbreviation(timezone, at) });

const HOURS = [
  ...([
    ['10:00:00', 0.1],
    ['11:30:00', 0.1],
    ['17:00:00', 0.15],
    ['18:00:00', 0.2],
  ] as const),
  ...([
    ['19:00:00', 0.2],
    ['20:30:00', 0.15],
    ['21:00:00', 0.1],
  ] as const),
] as const;

/** Events are entered some months around their date, so ids follow the calendar only roughly. */
function startDay(draw: Random, { size, anchor }: Calendar, index: number): number {
  const span = PAST_DAYS + FUTURE_DAYS;
  const wanted = (index / size) * span + (draw() - 0.5) * 240;
  const within = wanted < 0 || wanted >= span ? draw() * span : wanted;
  return anchor + Math.floor(within - PAST_DAYS) * DAY + DAY / 2;
}

function publicationOf(draw: Random, { anchor }: Calendar, status: Status, start: number) {
  const before = Math.min(start, anchor) - between(draw, 1, 90) * DAY - between(draw, 0, DAY);
  return {
    status,
    status_before_trash: status === 'trash' ? ('publish' as const) : null,
    date_at: status === 'future' ? anchor + between(draw, 400, 900) * DAY : before,
    date_floats: Number(status === 'draft'),
    modified_at: before,
  };
}
