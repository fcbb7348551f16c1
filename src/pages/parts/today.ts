import type { Answer, BareCall } from '../../http/call.ts';
import { dayOf } from '../../lib/time/day.ts';
import { toWall } from '../../lib/time/zones.ts';

type Now = Pick<BareCall, 'config' | 'now'>;

/** Today in the zone of the site: `2031-05-06`. */
export const todayIn = ({ config, now }: Now): string => toWall(now, config.TIME_ZONE.id).slice(0, 10);

/** For how long caches may keep a page that shows which day is today: at most until that day ends. */
export function untilMidnight<Caching extends Pick<Answer, 'since' | 'until' | 'headers'>>(
  caching: Caching,
  { config, now }: Now,
): Caching {
  // Without an end it is valid for this request only.
  if (caching.until === undefined) return caching;
  const today = dayOf(config.TIME_ZONE.id, now);
  return {
    ...caching,
    since: Math.max(caching.since ?? 0, today.since),
    until: Math.min(caching.until, today.until),
  };
}
