import type { EventPatch } from '../../events/store.ts';
import type { Times } from '../../events/times.ts';
import { ownUid } from '../../events/uid.ts';
import { isObject, type JsonObject } from '../../lib/objects.ts';
import { toEpoch } from '../../lib/time/zones.ts';
import type { Identity } from '../identity.ts';
import { extrasOf, type SourceContext } from './read-record.ts';
import { instantOf } from './read-times.ts';
import { idOf } from './values.ts';

/** The identity and the revision of an event in the calendar files of its source. */
export function calendarIdentity(
  record: JsonObject,
  { base }: Identity,
  source: Pick<SourceContext, 'isExport' | 'isCalendar' | 'store'>,
  times: Times | undefined,
): Pick<EventPatch, 'uid' | 'sequence'> {
  const { uid = seriesUid(record), sequence } = extrasOf(record, source);
  const id = idOf(record.id);
  const derived = source.isExport
    ? source.store && id && ownUid(id, source.store)
    : siteUid(base, id, record, times);
  return {
    uid: isUid(uid) ? uid : derived || null,
    sequence: isSequence(sequence) ? sequence : undefined,
  };
}

/** The identity that another Almanac shows of a series. */
const seriesUid = ({ id, series }: JsonObject): unknown =>
  isObject(series) && idOf(series.id) === idOf(id) ? series.uid : undefined;

/**
 * The identity that sites of the original interface give an event, so that calendars that follow the site recognise it
 * here: its id, the local times of its start and end as if they were in UTC, and the host.
 */
function siteUid(
  base: string,
  id: number | undefined,
  record: JsonObject,
  times: Times | undefined,
): string | undefined {
  const [, host] = /^(?!almanac:|file:)([\w.-]+)(?=[:/>]|$)/.exec(base) ?? [];
  if (!host || !id || !times) return undefined;
  // The event may be in another zone here.
  const start = instantOf(record.start_date) ?? toEpoch(times.start_date, 'UTC');
  const end = instantOf(record.end_date) ?? toEpoch(times.end_date, 'UTC');
  return `${id}-${start}-${end}@${host}`;
}

const isUid = (value: unknown): value is string =>
  typeof value === 'string' && /^[^\p{Cc}]{1,500}$/u.test(value) && value.isWellFormed();

/** Far below the largest integer of calendar files and of the stores, so that the event can be written after that. */
const isSequence = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= 1e9;
