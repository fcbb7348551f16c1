import type { Db, EventRow, TermRow } from '../db/tables.ts';
import { digestOf } from '../lib/digest.ts';
import { WeakMemo } from '../lib/sized-cache.ts';
import { type Current, stateOf } from '../records/state.ts';
import { withoutDrafts } from '../records/translations/stored.ts';
import type { Viewer } from '../users/rights.ts';
import type { EventLinkRecords, EventRecord, OwnRecord } from './event.ts';
import { withLinks } from './linked.ts';
import { digestColumns } from './members.ts';
import type { SeriesLinks } from './series.ts';

/**
 * A digest of the event with its venues, organizers and terms, as its viewer sees them.
 * @param showsDrafts whether the answer shows drafts of translations
 */
export const eventState = (event: EventRecord, showsDrafts = false): string =>
  stateWithLinks(ownState(event) + (showsDrafts ? event.translations : ''), event);

/** A digest of the event without its links. Other occurrences of its series do not matter to who changes it. */
export const ownState = (event: OwnRecord & SeriesLinks): string =>
  digestOf(
    JSON.stringify([
      ...[digestColumns.map(name => shownOf(event, name)), event.image && stateOfLinked(event.image)],
      ...(event.language ? [event.language, withoutDrafts(event.translations)] : []),
      ...(event.series ? [event.series.id, event.series.slug, event.series.recurrence] : []),
    ]),
  );

/** The date that an occurrence has in its series is shown with the series, whose revision is also that of its dates. */
const shownOf = (event: OwnRecord & SeriesLinks, name: (typeof digestColumns)[number]) => {
  const isOfDates = event.recurrence !== '' && (name === 'modified_at' || name === 'sequence');
  return isOfDates || (name === 'recurrence_id' && !event.series) ? null : event[name];
};

/** The digest of `eventState`, from the digest of the event itself. */
export const stateWithLinks = (
  own: string,
  { venues, organizers, categories, tags }: EventLinkRecords,
): string =>
  digestOf(
    [
      own,
      ...venues.map(stateOfLinked),
      ...organizers.map(stateOfLinked),
      ...categories.map(stateOfTerm),
      ...tags.map(stateOfTerm),
    ].join(),
  );

const states = new WeakMemo<string>();

const stateOfLinked = (row: object): string => states.of(row, 'whole', () => stateOf(row));

const stateOfTerm = (term: TermRow): string =>
  states.of(term, 'embedded', () => {
    const { id, name, slug, description, parent, count, color, language, translations } = term;
    const published = withoutDrafts(translations);
    const languages = language || published ? [language, published] : [];
    return digestOf(
      JSON.stringify([id, name, slug, description, parent, count, ...(color ? [color] : []), ...languages]),
    );
  });

/** The event for the check of conditions: as the viewer sees it, and as the public does. */
export function asShown(db: Db, row: EventRow, viewer: Viewer): Current {
  const shownTo = async (viewer: Viewer) => (await withLinks(db, [row], viewer))[0]!;
  return {
    states: [
      async () => eventState(await shownTo(viewer), true),
      ...[viewer, undefined].map(viewer => async () => eventState(await shownTo(viewer))),
    ],
    async modifiedAt() {
      const { venues, organizers } = await shownTo(viewer);
      return Math.max(...[row, ...venues, ...organizers].map(({ modified_at }) => modified_at));
    },
  };
}
