import type { BareCall } from '../../http/call.ts';
import { Pacer } from '../../lib/pacer.ts';
import { dayNumbersIn, lastInstant } from '../../lib/time/day.ts';
import { atOneVersion, type RecordSource } from '../../read-model/at-one-version.ts';
import type { EventFilter } from '../../search/event-filter.ts';
import type { DayRange } from '../../search/facet-days.ts';
import { type FoundEvents, findEvents, foundRecords } from '../../search/find-events.ts';
import { pageView, type ShownEvent, shownEvent } from '../view.ts';
import { type Arrangement, arrange, type Limits, type Span, totalsOf } from './arrange.ts';
import { dayNumber, daysOf, instantsOf } from './days.ts';

/** The events of some days, as their reader may see them. */
export interface FoundDays extends Arrangement {
  /** How many events there are. */
  readonly total: number;
  /** Those that are shown, by their ids. */
  readonly events: ReadonlyMap<number, ShownEvent>;
}

/** From this many events on, each day is asked for its first events alone. */
const MAX_FOUND = 400;

/** How many events that have begun before the first day are looked at, if there are many events. */
const MAX_BEGUN = 60;

/** Finds the events of some days. It reads only those that are shown, however many there are. */
export function findDays(
  call: BareCall,
  filter: EventFilter,
  days: DayRange,
  limits: Limits,
): Promise<FoundDays> {
  return atOneVersion(call, async source => {
    const asked = { source, filter, days, limits, call };
    const found = await candidates(asked);
    const arrangement = arrange(found.spans, found.totals, days, limits);
    const events = await shownEvents(arrangement, found.lists, asked);
    return events && { ...arrangement, total: found.total, events };
  });
}

interface Asked {
  readonly source: RecordSource;
  readonly filter: EventFilter;
  readonly days: DayRange;
  readonly limits: Limits;
  readonly call: BareCall;
}

/** The events that may be shown, and how many each day has. */
interface Candidates {
  readonly lists: readonly FoundEvents[];
  readonly spans: readonly Span[];
  readonly totals: ReadonlyMap<number, number>;
  readonly total: number;
}

async function candidates(asked: Asked): Promise<Candidates> {
  const { source, filter, days, call } = asked;
  const { from, before } = instantsOf(days, zoneOf(call));
  const whole = { ...filter, period: { runsFrom: from, before } };
  const all = await findEvents(source, whole, call.viewer, { limit: MAX_FOUND, offset: 0 });
  if (all.total > MAX_FOUND) return ofManyEvents(asked, whole, all.total);
  const spans = spansOf(all, zoneOf(call));
  return { lists: [all], spans, totals: totalsOf(spans, days), total: all.total };
}

/** The first events of each day, those that have begun last before the first day, and the counts of all days. */
async function ofManyEvents(asked: Asked, whole: EventFilter, total: number): Promise<Candidates> {
  const { source, filter, days, limits, call } = asked;
  const zone = zoneOf(call);
  const pacer = new Pacer();
  const find = async (period: EventFilter['period'], limit: number, order?: EventFilter['order']) => {
    await pacer.pause();
    return findEvents(source, { ...filter, period, order }, call.viewer, { limit, offset: 0 });
  };
  const { from } = instantsOf(days, zone);
  const lists = [await find({ runsFrom: from, before: from }, MAX_BEGUN, LATEST)];
  for (const day of daysOf(days)) {
    const { from, before } = instantsOf({ from: day, to: day }, zone);
    lists.push(await find({ from, before }, limits.perDay));
  }
  const totals = await countDays(source, whole, days, call);
  const [begun, ...others] = lists.map(list => spansOf(list, zone));
  return { lists, spans: [...begun!.reverse(), ...others.flat()], totals, total };
}

const LATEST = { by: 'start', isReversed: true, alphabet: 'latin', language: undefined } as const;

async function countDays(
  source: RecordSource,
  whole: EventFilter,
  days: DayRange,
  call: BareCall,
): Promise<ReadonlyMap<number, number>> {
  const { facets } = await findEvents(
    source,
    whole,
    call.viewer,
    { limit: 1, offset: 0 },
    {
      ...{ names: ['day'], isSideways: false, limit: daysOf(days).length },
      ...{ zone: zoneOf(call), language: call.config.LANGUAGE },
    },
  );
  return new Map(facets!.get('day')!.values.map(({ label, count }) => [dayNumber(label.name), count]));
}

const zoneOf = ({ config }: BareCall): string => config.TIME_ZONE.id;

function spansOf(found: FoundEvents, zone: string): Span[] {
  const dayOf = dayNumbersIn(zone);
  const spanOf = (id: number, start: number, end: number) => ({
    ...{ id, first: dayOf(start), last: dayOf(lastInstant(start, end)) },
  });
  return found.version === undefined
    ? found.records.map(({ id, start_at, end_at }) => spanOf(id, start_at, end_at))
    : found.entries.map(({ id, start, end }) => spanOf(id, start, end));
}

/** The events of an arrangement with all that they show; undefined if something was committed since. */
async function shownEvents(
  { days, running }: Arrangement,
  lists: readonly FoundEvents[],
  { source, filter, call }: Asked,
): Promise<Map<number, ShownEvent> | undefined> {
  const ids = new Set([...running, ...days.flatMap(({ spans }) => spans)].map(({ id }) => id));
  const view = pageView(call);
  const events = new Map<number, ShownEvent>();
  for (const list of lists) {
    const records = await foundRecords(only(list, ids), source, call.viewer);
    if (!records) return undefined;
    for (const record of records) events.set(record.id, shownEvent(record, view, filter.offeredHash));
  }
  return events;
}

/** The events of a list that have one of these ids. */
const only = (found: FoundEvents, ids: ReadonlySet<number>): FoundEvents =>
  found.version === undefined
    ? { ...found, records: found.records.filter(({ id }) => ids.has(id)) }
    : { ...found, entries: found.entries.filter(({ id }) => ids.has(id)) };
