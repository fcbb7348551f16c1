import type { Db } from '../../db/tables.ts';
import { searchText } from '../../events/store.ts';
import { contactTypes, type LinkedType, linkedTypes, taxonomies } from '../../kinds.ts';
import type { JsonObject } from '../../lib/objects.ts';
import { eventLinks } from '../../records/versions/links.ts';
import { updateOccurrence } from '../../series/occurrence.ts';
import { lockWithSeries } from '../../series/occurrences.ts';
import { updateSeries } from '../../series/write.ts';
import { hashOf, type Identity, identify, type Origin } from '../identity.ts';
import { extrasOf } from '../reading/read-record.ts';
import { notedAddresses } from '../reading/source-addresses.ts';
import { type EventContents, sourceEvent } from '../reading/source-event.ts';
import { occurrenceIn } from '../reading/source-series.ts';
import { noteLeftOut } from '../reading/unknown-members.ts';
import { textOf } from '../reading/values.ts';
import { countInGroup, type ImportRun, ownBy, settledIds } from '../run.ts';
import { eventWrites } from '../writing/write-event.ts';
import { localOccurrence } from '../writing/write-occurrence.ts';
import { type ImportPlan, placeOf, type WrittenRecord } from './plan.ts';
import { planContact } from './plan-contact.ts';
import { planTerms } from './plan-term.ts';

/** Plans an event, after the records that it links to. */
export function planEvent(run: ImportRun, record: JsonObject, origin: Origin): ImportPlan[] {
  const { isCalendar } = run.source;
  const extras = extrasOf(record, run.source);
  if (isCalendar && extras.cancels === true)
    return [planCancellation(run, identify(record, textOf(record.title), origin), extras)];
  const { event, linked, contents } = sourceEvent(run, record, origin);
  const { identity, links, author, series, occurrence, group: family } = event;
  const own: Origin = { ...origin, base: identity.base };
  // Most events of a site share their links, and those are settled already.
  const unsettled = (type: LinkedType): JsonObject[] =>
    linked[type].filter((_, at) => !run.settled.has(placeOf(type, links[type][at]!)));
  const all = { ...links, category: [...links.category, ...givenCategory(run)] };
  const linkedIds = () => eventLinks(type => settledIds(run, type, all[type]));
  if (family) countInGroup(run, family);
  const plan: ImportPlan = {
    ...{ type: 'event', identity, id: event.id, seriesOf: occurrence?.series },
    ...namesOf(record),
    former: event.dated && { ...event.dated, isFormer: key => key.startsWith(`${identity.base}?id=`) },
    occurrences: series && [...series.occurrences, ...series.vanished].flatMap(({ id }) => id ?? []),
    size: series?.size ?? series?.occurrences.length,
    own: ownBy(run, origin, identity.base, event, extras),
    core: event.core,
    translations: event.translations,
    ...(event.content !== undefined && { content: event.content }),
    ...{ extra: event.extra, picture: event.picture, provenance: event.provenance },
    addresses: notedAddresses(run, 'event', event.addresses, identity),
    links: linkedTypes.flatMap(type => all[type].map(of => ({ type, identity: of }))),
    read(translates) {
      const read = contents();
      if ('refused' in read) return read;
      const { languages, leftOut } = read.patch;
      noteLeftOut(run, 'event', leftOut, identity);
      const patch = withSearchText(read.patch.patch);
      const writes = { identity, author, linkedIds, series, occurrence, languages, translates, patch };
      return { notes: read.notes, patch: eventWrites(run, writes) };
    },
  };
  return [
    ...taxonomies.flatMap(taxonomy => planTerms(run, taxonomy, unsettled(taxonomy), own)),
    ...contactTypes.flatMap(type => unsettled(type).map(place => planContact[type](run, place, own))),
    plan,
  ];
}

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

/** The text that searches find, before the transaction that writes the event begins. */
function withSearchText(patch: EventContents['patch']): EventContents['patch'] {
  const { title, excerpt = '', description = '' } = patch;
  const { translations = '' } = patch.languageState ?? {};
  return { ...patch, search_text: searchText({ title, excerpt, description, translations }) };
}

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
          const id = occurrence && (await localOccurrence(db, run, occurrence))?.row.id;
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
