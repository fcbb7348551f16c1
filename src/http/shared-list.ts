import type { Config } from '../config.ts';
import { answerWords } from '../i18n/messages.ts';
import { described, optionally } from '../input/schemas.ts';
import { WeakMemo } from '../lib/memo.ts';
import { type DayBounds, dayNumbersIn, dayOf } from '../lib/time/day.ts';
import { dateOf } from '../lib/time/zones.ts';
import { lastDayInStore } from '../read-model/series.ts';
import { dayRange } from '../search/day-range.ts';
import type { EventFilter, ListArgs } from '../search/event-filter.ts';
import { horizonOf } from '../series/times.ts';
import type { Answer, BareCall } from './call.ts';
import { PRIVATE } from './headers.ts';
import { listHeaders } from './list-answer.ts';

const HORIZON = 'X-Almanac-Horizon';

/** The headers of a list of events. */
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
