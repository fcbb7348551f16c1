import type { Db } from '../../db/tables.ts';
import { contactTypes, eachLinked, KINDS, type LinkedType, linkedTypes, taxonomies } from '../../kinds.ts';
import type { JsonObject } from '../../lib/objects.ts';
import { isUtc, parseZone } from '../../lib/time/zones.ts';
import { eventLinks } from '../../records/versions/links.ts';
import { updateOccurrence } from '../../series/occurrence.ts';
import { lockWithSeries } from '../../series/occurrences.ts';
import { updateSeries } from '../../series/write.ts';
import { datedAddress, hashOf, type Identity, identify, identifyLinked, type Origin } from '../identity.ts';
import { pictured } from '../reading/compared-values.ts';
import { extrasOf } from '../reading/read-record.ts';
import { addressesIn } from '../reading/source-addresses.ts';
import { eventCore, placeInSeries, readContents } from '../reading/source-event.ts';
import { translationsHash } from '../reading/source-languages.ts';
import { occurrenceIn } from '../reading/source-series.ts';
import { noteLeftOut } from '../reading/unknown-members.ts';
import { idOf, objects, textOf } from '../reading/values.ts';
import { countInGroup, type ImportRun, ownBy, settledIds } from '../run.ts';
import { eventWrites } from '../writing/write-event.ts';
import { localOccurrence } from '../writing/write-occurrence.ts';
import { type ImportPlan, placeOf, type WrittenRecord } from './plan.ts';
import { planContact } from './plan-contact.ts';
import { planTerms } from './plan-term.ts';

/** Plans an event, after the records that it links to. */
export function planEvent(run: ImportRun, record: JsonObject, origin: Origin): ImportPlan[] {
  const { source } = run;
  const extras = extrasOf(record, source);
  const identity = identify(record, textOf(record.title), origin);
  if (source.isCalendar && extras.cancels === true) return [planCancellation(run, identity, extras)];
  const own: Origin = { ...origin, base: identity.base };
  const linked = eachLinked(type => objects(record[KINDS[type].linkedAs]));
  const links = eachLinked(type => linked[type].map(one => identifyLinked(type, one, own)));
  // Most events of a site share their links, and those are settled already.
  const unsettled = (type: LinkedType): JsonObject[] =>
    linked[type].filter((_, at) => !run.settled.has(placeOf(type, links[type][at]!)));
  const all = { ...links, category: [...links.category, ...givenCategory(run)] };
  const linkedIds = () => eventLinks(type => settledIds(run, type, all[type]));
  const { series, occurrence } = placeInSeries(source, record, extras, identity);
  // The recurrence of a series is on the clocks of its zone.
  const isMoved = origin.isInUtcAlone && !series && !occurrence && isInUtc(record);
  const inPlaceOfUtc = isMoved ? run.config.TIME_ZONE.name : undefined;
  const event = { record, identity, extras, links, series, occurrence, inPlaceOfUtc };
  const [id, author, dated] = [idOf(record.id), textOf(record.author), datedAddress(record)];
  if (dated) countInGroup(run, record, dated, identity);
  const plan: ImportPlan = {
    ...{ type: 'event', identity, id, seriesOf: occurrence?.series },
    ...namesOf(record),
    former: dated && { ...dated, isFormer: key => key.startsWith(`${identity.base}?id=`) },
    occurrences: series && [...series.occurrences, ...series.vanished].flatMap(({ id }) => id ?? []),
    size: series?.size ?? series?.occurrences.length,
    own: ownBy(run, origin, identity.base, { id, slug: textOf(record.slug) }, extras),
    core: eventCore(run, event),
    translations: translationsHash(record, source),
    ...(source.isCalendar && { content: textOf(extras.content) }),
    ...pictured(record, run),
    provenance: extras.imported,
    addresses: addressesIn(run, 'event', record, extras, identity),
    links: linkedTypes.flatMap(type => all[type].map(of => ({ type, identity: of }))),
    read(translates) {
      const read = readContents(run, event, translates);
      if ('refused' in read) return read;
      noteLeftOut(run, 'event', record, identity);
      const writes = { identity, author, linkedIds, series, occurrence, ...read.patch };
      return { notes: read.notes, patch: eventWrites(run, writes) };
    },
  };
  return [
    ...taxonomies.flatMap(taxonomy => planTerms(run, taxonomy, unsettled(taxonomy), own)),
    ...contactTypes.flatMap(type => unsettled(type).map(place => planContact[type](run, place, own))),
    plan,
  ];
}

const isInUtc = (record: JsonObject): boolean => isUtc(parseZone(textOf(record.timezone).trim()) ?? '');

/** The category that a source gives its events. It may be deleted while the source is read, like all that events link to. */
function givenCategory({ options: { reading }, settled }: ImportRun): Identity[] {
  if (reading?.category === undefined) return [];
  const identity = { base: '', key: `${reading.category}` };
  const place = placeOf('category', identity);
  if (!settled.has(place)) settled.set(place, reading.category);
  return [identity];
}

/** What a report calls an event. */
export const namesOf = ({ title, start_date, url, website }: JsonObject) => ({
  name: textOf(title),
  start: textOf(start_date),
  address: (textOf(url) || textOf(website)).slice(0, 500),
});

/**
 * Plans the cancellation of an imported event, of a series or of an occurrence by a message (`METHOD:CANCEL`), which says
 * nothing else of it.
 */
function planCancellation(run: ImportRun, identity: Identity, extras: JsonObject): ImportPlan {
  const occurrence = occurrenceIn(extras, identity);
  return {
    ...{ type: 'event', identity, id: undefined, own: undefined, picture: undefined, extra: undefined },
    core: hashOf(['canceled', extras.sequence]),
    content: textOf(extras.content),
    ...{ provenance: undefined, addresses: [], links: [] },
    read: () => ({
      notes: [],
      patch: {
        isLinkable: true,
        same: async () => undefined,
        async insert(db) {
          const id = occurrence && (await localOccurrence(db, run, occurrence))?.id;
          if (id === undefined) throw new Error('only imported events are cancelled');
          return cancel(db, run, id);
        },
        update: (db, { local_id }) => cancel(db, run, local_id),
      },
    }),
  };
}

async function cancel(db: Db, run: ImportRun, id: number): Promise<WrittenRecord> {
  const locked = await lockWithSeries(db, id);
  if (!locked) throw new Error('its date is none of its series any more');
  const { event, series } = locked;
  const patch = { event_status: 'canceled' } as const;
  const { modified_at } = series
    ? await updateOccurrence(db, series, event, patch, run.context)
    : (await updateSeries(db, event, patch, run.context)).row;
  return { id, modified_at };
}
