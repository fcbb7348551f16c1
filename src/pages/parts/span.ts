import type { Config } from '../../config.ts';
import type { BareCall } from '../../http/call.ts';
import { toWall } from '../../lib/time/zones.ts';
import type { EventFilter } from '../../search/event-filter.ts';
import { wordsIn } from '../words.ts';
import { dateSaid, monthSaid } from './dates.ts';

/** The first and the last day of a span, both inclusive; undefined where it is open. */
export interface Span {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** The days that a reader has chosen, in the zone of the site. */
export function daysOf({ overlaps }: EventFilter, { TIME_ZONE }: Pick<Config, 'TIME_ZONE'>): Span {
  const { runsFrom = -Infinity, before = Infinity } = overlaps?.bounds ?? {};
  const dayAt = (epoch: number) =>
    Number.isFinite(epoch) ? toWall(epoch, TIME_ZONE.id).slice(0, 10) : undefined;
  return { from: dayAt(runsFrom), to: dayAt(before - 1) };
}

/** A span as people say it: `May 2031`, a day, `From: …`, or both ends. */
export function spanSaid({ from, to }: Span, call: Pick<BareCall, 'language' | 'config'>): string {
  const words = wordsIn('filterForm', call);
  const said = dateSaid(call.language);
  if (from && to) {
    if (from === to) return said(from);
    return isMonth(from, to) ? monthSaid(call.language)(from) : `${said(from)} – ${said(to)}`;
  }
  return from ? `${words.from}: ${said(from)}` : to ? `${words.to}: ${said(to)}` : '';
}

function isMonth(from: string, to: string): boolean {
  const first = Temporal.PlainDate.from(from);
  return first.day === 1 && to === String(first.with({ day: first.daysInMonth }));
}
