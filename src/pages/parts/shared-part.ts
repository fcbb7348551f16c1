import type { BareCall } from '../../http/call.ts';
import { RequestClock } from '../../input/context.ts';
import type { Html } from '../../lib/html.ts';
import type { DayBounds } from '../../lib/time/day.ts';
import type { ReadModel } from '../../read-model/read-model.ts';
import { designOf, type SiteDesign } from '../../site/design.ts';
import { pathTo } from '../addresses.ts';

/** A part as it was written: it holds for this version of the calendar, this design, and this period. */
interface SharedPart {
  readonly html: Html;
  readonly version: number;
  /** Other settings have another one. */
  readonly design: SiteDesign;
  readonly period: DayBounds;
}

/** The parts by their names and the languages of their pages. */
const known = new WeakMap<ReadModel, Map<string, SharedPart>>();

/**
 * A part of pages at many addresses, which depends on the calendar, the time and the language alone. It is kept until the
 * calendar changes or its period ends. Robots ask again and again for pages that do not exist, and no such page is kept.
 */
export async function sharedPart(
  call: BareCall,
  name: 'questions' | 'weeks',
  write: (call: BareCall) => Promise<Html>,
): Promise<Html> {
  const { readModel, viewer, config, clock } = call;
  if (!readModel || viewer) return write(call);
  const { version } = readModel;
  const design = designOf(config);
  const parts = known.getOrInsertComputed(readModel, () => new Map());
  const key = `${name} ${call.language} ${pathTo(call, '/')}`;
  const found = parts.get(key);
  if (found?.version === version && found.design === design && isWithin(found.period, clock.instant)) {
    clock.narrow(found.period);
    return found.html;
  }
  const own = new RequestClock(clock.instant, config.TIME_ZONE.id);
  const html = await write({ ...call, clock: own });
  const { period } = own;
  if (period && version === readModel.version) parts.set(key, { html, version, design, period });
  clock.narrow(period);
  return html;
}

const isWithin = ({ since, until }: DayBounds, instant: number): boolean =>
  since <= instant && instant < until;
