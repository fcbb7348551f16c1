import type { BareCall } from '../../http/call.ts';
import type { Html } from '../../lib/html.ts';
import { Pacer } from '../../lib/pacer.ts';
import { atOneVersion, type RecordSource } from '../../read-model/record-source.ts';
import type { EventFilter } from '../../search/event-filter.ts';
import { facetRequest } from '../../search/facet-arguments.ts';
import type { DayRange } from '../../search/facet-days.ts';
import { type FoundEvents, findEvents } from '../../search/find-events.ts';
import { type Card, cardsOf } from '../find-cards.ts';
import { dataOf } from '../parts/json-ld.ts';
import { type Arrangement, arrange, type DayLimits, type EventDays, totalsOf } from './arrange.ts';
import { type DayEntries, dayEntries, spanOf } from './day-entries.ts';
import { type DaySettings, dayNumber, daysOf, instantsOf, periodOf } from './days.ts';

/** The events of some days, as their reader may see them. */
export interface FoundDays extends Arrangement {
  readonly total: number;
  /** The entries of those that are shown, by their ids. */
  readonly entries: ReadonlyMap<number, DayEntries>;
  readonly data: Html;
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
  limits: DayLimits,
): Promise<FoundDays> {
  return atOneVersion(call, async source => {
    const asked = { source, filter, days, limits, call };
    const found = await candidates(asked);
    const arrangement = arrange(found.spans, found.totals, days, limits);
    const shown = await shownEvents(arrangement, found.lists, asked);
    return shown && { ...arrangement, total: found.total, ...shown };
  });
}

interface DaysQuery {
  readonly source: RecordSource;
  readonly filter: EventFilter;
  readonly days: DayRange;
  readonly limits: DayLimits;
  readonly call: BareCall;
}

/** The events that may be shown, and how many each day has. */
interface Candidates {
  readonly lists: readonly FoundEvents[];
  readonly spans: readonly EventDays[];
  readonly totals: ReadonlyMap<number, number>;
  readonly total: number;
}

async function candidates(asked: DaysQuery): Promise<Candidates> {
  const { source, filter, days, call } = asked;
  const whole = { ...filter, period: periodOf(days, call.config) };
  const all = await findEvents(source, whole, call.viewer, { limit: MAX_FOUND, offset: 0 });
  if (all.total > MAX_FOUND) return ofManyEvents(asked, whole, all.total);
  const spans = spansOf(all, call.config);
  return { lists: [all], spans, totals: totalsOf(spans, days), total: all.total };
}

/** The first events of each day, those that have begun last before the first day, and the counts of all days. */
async function ofManyEvents(asked: DaysQuery, whole: EventFilter, total: number): Promise<Candidates> {
  const { source, filter, days, limits, call } = asked;
  const pacer = new Pacer();
  const find = async (period: EventFilter['period'], limit: number, order?: EventFilter['order']) => {
    await pacer.pause();
    return findEvents(source, { ...filter, period, order }, call.viewer, { limit, offset: 0 });
  };
  const { from, nightEnds } = instantsOf(days, call.config);
  const lists = [await find({ before: from, endAbove: nightEnds }, MAX_BEGUN, LATEST)];
  const totals = new Map(await countDays(source, whole, days, call));
  for (const day of daysOf(days)) {
    const { from, before, nightEnds } = instantsOf({ from: day, to: day }, call.config);
    lists.push(await find({ from, before }, limits.perDay));
    if (day === days.from) continue;
    // Facets count what ends in the night before as well.
    const night = { endAbove: from, endAtMost: nightEnds };
    const [ending, own] = [await find(night, 0), await find({ ...night, from, before: nightEnds + 1 }, 0)];
    totals.set(day, (totals.get(day) ?? 0) - ending.total + own.total);
  }
  const [begun, ...others] = lists.map(list => spansOf(list, call.config));
  return { lists, spans: [...begun!.reverse(), ...others.flat()], totals, total };
}

/** What begins last comes first. */
export const LATEST = { by: 'start', isReversed: true, alphabet: 'latin', language: undefined } as const;

/** How many events of a filter take place on each day that has some. */
export async function countDays(
  source: RecordSource,
  whole: EventFilter,
  days: DayRange,
  call: BareCall,
): Promise<ReadonlyMap<number, number>> {
  const asked = { facets: ['day'] as const, drill_sideways: false, facet_limit: daysOf(days).length };
  const request = facetRequest(asked, call);
  const { facets } = await findEvents(source, whole, call.viewer, { limit: 1, offset: 0 }, request);
  const { values } = facets!.get('day')!;
  return new Map(values.map(({ label, count }) => [dayNumber(label.name), count]));
}

const spansOf = (found: FoundEvents, config: DaySettings): EventDays[] =>
  found.version === undefined
    ? found.records.map(({ id, start_at, end_at }) => spanOf(id, start_at, end_at, config))
    : found.entries.map(({ id, start, end }) => spanOf(id, start, end, config));

/** The entries of the events of an arrangement; undefined if something was committed since. */
async function shownEvents(
  { days, running }: Arrangement,
  lists: readonly FoundEvents[],
  { source, filter, call }: DaysQuery,
): Promise<Pick<FoundDays, 'entries' | 'data'> | undefined> {
  const ids = new Set([...running, ...days.flatMap(({ spans }) => spans)].map(({ id }) => id));
  const shown = new Map<number, Card>();
  for (const list of lists) {
    const reading = { ...call, readModel: source.readModel };
    const cards = await cardsOf(only(list, ids), dayEntries, reading, filter.offeredHash);
    if (!cards) return undefined;
    for (const card of cards) shown.set(card.id, card);
  }
  const entries = new Map([...shown].map(([id, { views }]) => [id, views]));
  return { entries, data: dataOf(shown.values()) };
}

const only = (found: FoundEvents, ids: ReadonlySet<number>): FoundEvents =>
  found.version === undefined
    ? { ...found, records: found.records.filter(({ id }) => ids.has(id)) }
    : { ...found, entries: found.entries.filter(({ id }) => ids.has(id)) };
