import { PreparedTexts } from '../background/texts.ts';
import { type ContactKind, type ContactRow, findAllContacts } from '../contacts/store.ts';
import type { Db, EventRow } from '../db/tables.ts';
import type { EventRecord } from '../events/event.ts';
import { eventMembers, showEvent, unshownEventColumns } from '../events/members.ts';
import { plainFields } from '../events/plain-fields.ts';
import { type SeriesLinks, seriesInStore } from '../events/series.ts';
import { asShown } from '../events/state.ts';
import { findEventRow, type WholePatch } from '../events/store.ts';
import { storedCost } from '../events/stored-cost.ts';
import { plainText } from '../lib/text/text.ts';
import { toWall } from '../lib/time/zones.ts';
import { organizerKind } from '../organizers/organizer.ts';
import { plainValues } from '../records/plain-fields.ts';
import { type EventLinks, followMerged, linksOf, lockNamed } from '../records/versions/links.ts';
import { contentOf, keepVersion, type WriteCall, withoutHistory } from '../records/versions/record-change.ts';
import { deleteEvent, returnOccurrence } from '../series/delete.ts';
import { inheritedState } from '../series/inherit.ts';
import { updateOccurrence } from '../series/occurrence.ts';
import { lockWithSeries, ownOf } from '../series/occurrences.ts';
import { restoreSeries } from '../series/restore-series.ts';
import { insertSeries } from '../series/write.ts';
import { mayCreate, mayEdit, mayEditOthers, mayRead, type Viewer } from '../users/rights.ts';
import { venueKind } from '../venues/venue.ts';
import {
  formerLanguages,
  memberNamesOf,
  type PublishedKind,
  pictureFor,
  reinstate,
  restoredStatus,
} from './kind.ts';
import type { RecordState } from './versions.ts';

type EventState = Omit<EventRow, 'id' | 'search_text'> & EventLinks & { created?: string | null };

// The state of an event comes from its row and its versions, so it has these columns.
const asEvent = (state: RecordState) => state as EventState;

export const eventHistory: PublishedKind = {
  name: 'event',
  collection: 'events',
  memberNames: memberNamesOf(eventMembers, unshownEventColumns),
  async find(db, id) {
    const row = await findEventRow(db, { id });
    return row && { ...contentOf(row), ...(await linksOf(db, id)) };
  },
  asShown: async (db, id, viewer) => asShown(db, (await findEventRow(db, { id }))!, viewer),
  lock: lockWithSeries,
  mayEdit: (viewer, state) => (state ? mayEdit(viewer, asEvent(state)) : mayCreate(viewer)),
  mayDelete: mayEditOthers,
  async show(id, state, current, context) {
    const event = asEvent(state);
    const { db, viewer } = context;
    const terms = await termsOf(db, [...event.category_ids, ...event.tag_ids]);
    const record: EventRecord = {
      ...event,
      id,
      image: await pictureFor(db, viewer, event.image_id, current),
      venues: await readableOf(db, venueKind, event.venue_ids, viewer),
      organizers: await readableOf(db, organizerKind, event.organizer_ids, viewer),
      categories: terms.filter(({ taxonomy }) => taxonomy === 'category'),
      tags: terms.filter(({ taxonomy }) => taxonomy === 'tag'),
      ...(await seriesIn(db, { ...event, id }, viewer)),
    };
    return showEvent(record, { ...context, single: false });
  },
  async restore(db, id, state, current, context, version) {
    const event = asEvent(state);
    const restoring = { ...context, operation: 'restore' } as const;
    if (current) {
      const { event: row, series } = (await lockWithSeries(db, id))!;
      const target = series ? await inheritedState(db, series, event) : event;
      const patch = await patchOf(db, target, current, context);
      if (series) await updateOccurrence(db, series, row, patch, restoring, ownIn(event, row));
      else await restoreSeries(db, row, patch, version, restoring);
      return id;
    }
    const author = await reinstate(db, 'event', id, event, context);
    await keepVersion(db, context, { type: 'event', id, operation: 'restore', former: null });
    const returned = event.series_id !== null && (await returnOccurrence(db, event.series_id, id, context));
    if (returned) {
      const target = await inheritedState(db, returned.series, event);
      const patch = {
        ...(await patchOf(db, target, current, context)),
        author,
        password_hash: target.password_hash,
      };
      const within = withoutHistory(context);
      await updateOccurrence(db, returned.series, returned.event, patch, within, ownIn(event));
      return id;
    }
    const patch = await patchOf(db, event, current, context);
    // The restored event keeps its password, and its identity in calendar files.
    const { password_hash, uid, sequence = 0 } = event;
    const whole = { ...patch, author, password_hash, uid, sequence: sequence + 1 };
    await insertSeries(db, { id, patch: whole }, context);
    return id;
  },
  delete: deleteEvent,
};

/**
 * What was an occurrence's own, also where its series has the same by now, and what is restored into no record that is
 * there. Nothing is restored into the trash, so a status there is not.
 */
function ownIn(state: EventState, current: EventRow | EventState = state): string[] {
  const own = ownOf(state).filter(
    name => !STAYING.has(name) && (name !== 'status' || state.status !== 'trash'),
  );
  return [...own, ...ownOf(current).filter(name => STAYING.has(name))];
}

const STAYING = new Set(['author', 'password']);

/** The series of a state; if it is one itself, with the recurrence that it had. */
async function seriesIn(db: Db, event: EventState & { id: number }, viewer: Viewer): Promise<SeriesLinks> {
  const links = (await seriesInStore(db, [event], viewer)).get(event.id) ?? {};
  if (!links.series || event.series_id !== null) return links;
  const { recurrence, start_date, end_date, start_at, end_at, all_day, timezone } = event;
  const had = { recurrence, start_date, end_date, start_at, end_at, all_day, timezone, trashed: [] };
  return { ...links, series: { ...links.series, ...had } };
}

/** The patch of a restoration. Texts are cleaned again, since the rules may have become stricter. */
async function patchOf(
  db: Db,
  event: EventState,
  current: RecordState | undefined,
  context: WriteCall,
): Promise<WholePatch> {
  const { texts = new PreparedTexts() } = context;
  const rich = (html: string) => texts.get('richText', html);
  const { all_day, start_date, end_date, start_at, end_at, timezone, timezone_abbr } = event;
  const categories = await followMerged(db, 'category', event.category_ids);
  const terms = await termsOf(db, [...categories, ...(await followMerged(db, 'tag', event.tag_ids))]);
  const termIds = (of: 'category' | 'tag') =>
    terms.filter(({ taxonomy }) => taxonomy === of).map(({ id }) => id);
  const image = await pictureFor(db, context.viewer, event.image_id, current);
  return {
    title: plainText(event.title),
    description: rich(event.description),
    excerpt: rich(event.excerpt),
    slug: event.slug ?? '',
    status: restoredStatus(event),
    date_utc: event.date_floats ? undefined : toWall(event.date_at, 'UTC'),
    times: { all_day, start_date, end_date, start_at, end_at, timezone, timezone_abbr },
    cost: storedCost(event),
    kept: { website: event.website },
    // A version may be older than series are.
    recurrence: event.recurrence ?? '',
    ...plainValues(plainFields, event),
    languageState: formerLanguages(event, { title: plainText, description: rich, excerpt: rich }),
    // If the viewer may not use the former image, the current one stays.
    image_id: event.image_id === null ? null : image?.id,
    venue_ids: await lockNamed(db, 'venue', event.venue_ids),
    organizer_ids: await lockNamed(db, 'organizer', event.organizer_ids),
    category_ids: termIds('category'),
    tag_ids: termIds('tag'),
  };
}

async function readableOf<Row extends ContactRow>(
  db: Db,
  kind: ContactKind<Row>,
  ids: readonly number[],
  viewer: Viewer,
) {
  const rows = await findAllContacts(db, kind, ids);
  const shown = new Map(rows.map(row => [row.id, row]));
  return ids.flatMap(id => shown.get(id) ?? []).filter(row => row.status !== 'trash' && mayRead(viewer, row));
}

const termsOf = async (db: Db, ids: readonly number[]) =>
  ids.length === 0
    ? []
    : db.selectFrom('terms').selectAll().where('id', 'in', ids).orderBy('sort_name').orderBy('id').execute();
