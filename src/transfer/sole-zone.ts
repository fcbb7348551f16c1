import type { Config } from '../config.ts';
import { textOf } from '../intake/reading/values.ts';
import { because, type Reason } from '../intake/reason.ts';
import type { RecordItem, SourceItem } from '../intake/source-item.ts';
import { isUtc, parseZone } from '../lib/time/zones.ts';

/** Events after which a source is taken to name no other zone. Sites show as many on a page. */
const ENOUGH = 50;

/**
 * The items of a site or of saved answers. Where these name no zone but UTC, as sites do that never chose one, the events
 * are marked: they come into the zone of this site. Exports and calendars of Almanac have the zones that were meant.
 */
export async function* withSoleZone<Item extends SourceItem>(
  items: AsyncIterable<Item>,
  { TIME_ZONE }: Pick<Config, 'TIME_ZONE'>,
): AsyncGenerator<Item | { note: Reason }> {
  const first: Item[] = [];
  let inUtc: boolean | undefined = isUtc(TIME_ZONE.id) ? false : undefined;
  let events = 0;
  try {
    for await (const item of items) {
      if (inUtc !== undefined) {
        yield inUtc ? inZoneOfSite(item) : item;
        continue;
      }
      first.push(item);
      const zone = zoneNamed(item);
      if (zone !== '') events++;
      if (zone !== 'another' && events < ENOUGH) continue;
      inUtc = zone !== 'another';
      yield* marked(first.splice(0), inUtc, TIME_ZONE.name);
    }
  } catch (error) {
    // What was read until then is imported.
    yield* marked(first.splice(0), events > 0, TIME_ZONE.name);
    throw error;
  }
  yield* marked(first, events > 0, TIME_ZONE.name);
}

/** What an item says of the zone of its source: nothing, or that it is UTC or another one. */
function zoneNamed(item: SourceItem): '' | 'UTC' | 'another' {
  // The head of an export or of a calendar.
  if ('header' in item || 'load' in item) return 'another';
  if (!isEvent(item)) return '';
  const zone = parseZone(textOf(item.record.timezone).trim());
  return zone === undefined ? '' : isUtc(zone) ? 'UTC' : 'another';
}

function* marked<Item extends SourceItem>(
  items: readonly Item[],
  inUtc: boolean,
  zone: string,
): Generator<Item | { note: Reason }> {
  if (items.length > 0 && inUtc) yield { note: because('utc_only', { zone }) };
  for (const item of items) yield inUtc ? inZoneOfSite(item) : item;
}

const inZoneOfSite = <Item extends SourceItem>(item: Item): Item =>
  isEvent(item) ? { ...item, origin: { ...item.origin, isInUtcAlone: true as const } } : item;

const isEvent = (item: SourceItem): item is RecordItem => 'record' in item && item.type === 'event';
