import type { Config } from '../config.ts';
import { answerWords } from '../i18n/messages.ts';
import type { ErrorKey } from '../i18n/say.ts';
import type { LinkQuery, PageRequest } from '../input/common-arguments.ts';
import { described, HREF, type MembersOf, optionally } from '../input/schemas.ts';
import { WeakMemo } from '../lib/sized-cache.ts';
import { type DayBounds, dayNumbersIn, dayOf } from '../lib/time/day.ts';
import { dateOf } from '../lib/time/zones.ts';
import { lastDayInStore } from '../read-model/series.ts';
import { dayRange } from '../search/day-at.ts';
import type { EventFilter, ListArgs } from '../search/event-filter.ts';
import { horizonOf } from '../series/recurrence.ts';
import type { Answer, BareCall } from './call.ts';
import { RestError } from './errors.ts';
import { PRIVATE } from './headers.ts';

/** The totals and links of a list. Every link repeats all filters. `collection` ends in a slash. */
export function pageOf(collection: string, query: LinkQuery, { page, per_page }: PageRequest, total: number) {
  const { totals, headers } = totalsOf(total, per_page);
  const { total_pages } = totals;
  const others = encode({ per_page, ...query });
  const href = (page: number) => `${collection}?${others}&page=${page}`;
  return {
    links: {
      rest_url: `${collection}?page=${page}&${others}`,
      ...(page < total_pages && { next_rest_url: href(page + 1) }),
      ...(page > 1 && { previous_rest_url: page === 2 ? `${collection}?${others}` : href(page - 1) }),
    },
    ...{ totals, headers },
  };
}

/** The totals of a list, as members and as headers. */
export function totalsOf(total: number, per_page: number) {
  const total_pages = Math.ceil(total / per_page);
  return {
    totals: { total, total_pages },
    headers: { 'X-TEC-Total': String(total), 'X-TEC-TotalPages': String(total_pages) },
  };
}

function encode(query: LinkQuery): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) parameters.append(name, plain(value));
  return parameters.toString();
}

function plain(value: NonNullable<LinkQuery[string]>): string {
  if (typeof value === 'boolean') return value ? '1' : '0';
  return String(value);
}

/** 404 for a page beyond the last one; the first page always exists, even if it is empty. */
export function assertPage({ page }: PageRequest, totals: { total_pages: number }, code: ErrorKey): void {
  if (page > 1 && page > totals.total_pages) throw new RestError(404, code, code);
}

const count = { type: 'integer', minimum: 0 };

type Pages = ReturnType<typeof pageOf>;

/** The members of a list's answer beside the records. */
export const listMembers: MembersOf<Pages['links'] & Pages['totals']> = {
  rest_url: described(HREF, answerWords.rest_url),
  next_rest_url: optionally(described(HREF, answerWords.next_rest_url)),
  previous_rest_url: optionally(described(HREF, answerWords.previous_rest_url)),
  total: described(count, answerWords.total),
  total_pages: described(count, answerWords.total_pages),
};

/** The headers of a list's answer. */
export const listHeaders = { 'X-TEC-Total': listMembers.total, 'X-TEC-TotalPages': listMembers.total_pages };

const HORIZON = 'X-Almanac-Horizon';

export const eventListHeaders = {
  ...listHeaders,
  [HORIZON]: optionally(described({ type: 'string', format: 'date' }, answerWords.horizon)),
};

type Caching = Pick<Answer, 'headers' | 'until'>;

/** Whether caches may keep a list: not if the request offers a password. */
export const sharedList = ({ password }: Pick<ListArgs, 'password'>): Caching =>
  password === undefined ? { until: Infinity } : { headers: PRIVATE };

/**
 * The same, with a header that tells the last day up to which the occurrences of series without end exist, if a list
 * reaches beyond it and there are such series. A list of ids reaches nowhere.
 */
export async function sharedListToHorizon(
  args: Pick<ListArgs, 'password'>,
  filter: EventFilter,
  call: BareCall,
): Promise<Caching> {
  const shared = sharedList(args);
  const last = await horizonWithin(filter, call);
  return last === undefined ? shared : { ...shared, headers: { ...shared.headers, [HORIZON]: last } };
}

async function horizonWithin(filter: EventFilter, call: BareCall): Promise<string | undefined> {
  if (filter.include) return undefined;
  const { config, clock } = call;
  const { id: zone } = config.TIME_ZONE;
  const last = lastDayMade(config, dayOf(zone, clock.instant));
  if (dayRange(filter, zone).to <= last) return undefined;
  if ((await lastDay(call)) <= dateOf(last).replaceAll('-', '')) return undefined;
  clock.today();
  return dateOf(last);
}

/** The number of the last day on which occurrences exist. It changes once a day, and each list asks for it. */
const lastDayMade = ({ TIME_ZONE }: Pick<Config, 'TIME_ZONE'>, { since }: DayBounds): number =>
  lastDays.of(TIME_ZONE, String(since), () => {
    const horizon = horizonOf({ timezone: TIME_ZONE.name }, since).slice(0, 10);
    return dayNumbersIn('UTC')(Date.parse(horizon) / 1000) - 1;
  });

const lastDays = new WeakMemo<number>();

const lastDay = ({ db, readModel }: BareCall): Promise<string> =>
  readModel?.index ? readModel.lastDayOfSeries() : lastDayInStore(db);
