import type { Config } from '../../config.ts';
import type { Answer, BareCall } from '../../http/call.ts';
import { PRIVATE } from '../../http/headers.ts';
import { listHeaders } from '../../http/list-answer.ts';
import { answerWords } from '../../i18n/messages.ts';
import { described, optionally } from '../../input/schemas.ts';
import { type DayBounds, dayNumbersIn, dayOf } from '../../lib/time/day.ts';
import { dateOf } from '../../lib/time/zones.ts';
import { WeakMemo } from '../../lib/weak-memo.ts';
import { lastDayInStore } from '../../read-model/lasting-series.ts';
import { dayRange } from '../../search/day-range.ts';
import { type EventFilter, holdsFor, type ListArgs } from '../../search/event-filter.ts';
import type { FilterContext } from '../../search/filter.ts';
import { horizonOf } from '../../series/times.ts';

const HORIZON = 'X-Almanac-Horizon';

/** The headers of a list of events. */
export const eventListHeaders = {
  ...listHeaders,
  [HORIZON]: optionally(described({ type: 'string', format: 'date' }, answerWords.horizon)),
};

type Caching = Pick<Answer, 'headers' | 'since' | 'until'>;

/** For how long caches may keep a list: not at all if the request offers a password. */
export const cachingOf = (args: ListArgs, context: FilterContext): Caching =>
  args.password === undefined ? { ...holdsFor(args, context) } : { headers: PRIVATE };

/**
 * Tells the last day up to which the occurrences of series without end exist, if a list reaches beyond it and there are
 * such series. A list of ids reaches nowhere.
 */
export async function withHorizon(filter: EventFilter, call: BareCall, caching: Caching): Promise<Caching> {
  if (filter.include) return caching;
  const { config, now } = call;
  const { id: zone } = config.TIME_ZONE;
  const today = dayOf(zone, now);
  const last = lastDayMade(config, today);
  if (dayRange(filter, zone).to <= last) return caching;
  if ((await lastDay(call)) <= dateOf(last).replaceAll('-', '')) return caching;
  const { headers, since, until } = caching;
  return {
    headers: { ...headers, [HORIZON]: dateOf(last) },
    ...(since !== undefined && { since: Math.max(since, today.since) }),
    ...(until !== undefined && { until: Math.min(until, today.until) }),
  };
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
