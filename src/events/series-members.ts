import { answerWords as words } from '../i18n/messages.ts';
import { HREF, objectOf } from '../input/schemas.ts';
import { toWall } from '../lib/time/zones.ts';
import { MAX_LISTED_RECURRENCE } from '../limits.ts';
import type { SeriesRecord } from '../read-model/series.ts';
import { DATE, FOLLOWING, optionalMember, TEXT, type View } from '../records/members.ts';
import { type permalink, translatedPermalink } from '../records/published-members.ts';
import { mayEdit } from '../users/rights.ts';
import type { EventRecord } from './event.ts';
import { type EventMembers, LEFT_OUT, OPEN } from './protection.ts';
import { sentenceOf, shownLines } from './series.ts';
import { ownInstant } from './whole-days.ts';

const ID = { type: 'integer' };

const own = optionalMember<EventRecord>;

const ofSeries =
  (of: (series: SeriesRecord, event: EventRecord, view: View) => unknown) =>
  (event: EventRecord, view: View) =>
    event.series && of(event.series, event, view);

/** An event as another one of its series refers to it, with the slug of the series in the language of the view. */
const reference = (event: Parameters<typeof permalink>[1], { translations }: SeriesRecord, view: View) => ({
  id: event.id,
  url: translatedPermalink('event', { ...event, translations }, view),
  rest_url: `${view.address.api}/events/${event.id}`,
});

/** Whether the reader of an event may read the dates of its whole series: it has no password, or the same one. */
const isOpen = ({ series, password_hash }: EventRecord, { viewer }: Pick<View, 'viewer'>): boolean =>
  series !== undefined &&
  (series.password_hash === null || series.password_hash === password_hash || mayEdit(viewer, series));

/** When the whole series of an event takes place, as lines of RFC 5545; undefined if its reader may not read that. */
export const recurrenceOf = (
  event: EventRecord,
  view: Pick<View, 'viewer'>,
): readonly string[] | undefined => (isOpen(event, view) ? shownLines(event.series!) : undefined);

/**
 * The same as an event shows it. In a list, an occurrence leaves out what is long: a list of n occurrences would have
 * the n dates of the series n times.
 */
function shownRecurrence(event: EventRecord, view: View): readonly string[] | undefined {
  const lines = recurrenceOf(event, view);
  const isListed = !view.single && event.series_id !== null;
  return isListed && lines && isLong(lines) ? undefined : lines;
}

const isLong = (lines: readonly string[]): boolean =>
  lines.reduce((length, line) => length + line.length, 0) > MAX_LISTED_RECURRENCE;

/** When the whole series of an event takes place, as a sentence; undefined if its reader may not read that. */
export const recurrenceText = (
  event: EventRecord,
  view: Pick<View, 'viewer' | 'language'>,
): string | undefined => (isOpen(event, view) ? sentenceOf(event.series!, view.language) : undefined);

/** The same for pages beside dates still to come: with the day on which the series ends. */
export const ruleOnPage = (
  event: EventRecord,
  view: Pick<View, 'viewer' | 'language'>,
): string | undefined => (isOpen(event, view) ? sentenceOf(event.series!, view.language, true) : undefined);

/** The members of series and of their occurrences. Other events have none of them. */
export const seriesMembers = {
  series: {
    ...own(
      objectOf({ id: ID, rest_url: HREF, url: HREF, uid: TEXT }),
      words.series,
      ofSeries((series, _, view) => {
        const { id, url, rest_url } = reference(series, series, view);
        return { id, rest_url, url, uid: series.uid };
      }),
    ),
    ...FOLLOWING,
    whenLocked: OPEN,
  },
  recurrence: {
    ...own({ type: 'array', items: TEXT }, words.recurrence, shownRecurrence),
    bySingle: true,
    ...FOLLOWING,
    whenLocked: LEFT_OUT,
  },
  recurrence_id: {
    ...own(
      { ...DATE, type: ['string', 'null'] },
      words.recurrence_id,
      ofSeries((_, event) => event.recurrence_id),
    ),
    ...FOLLOWING,
    whenLocked: OPEN,
  },
  recurrence_text: {
    ...own(TEXT, words.recurrence_text, recurrenceText),
    ...FOLLOWING,
    whenLocked: LEFT_OUT,
  },
  next_occurrence: {
    ...own(
      {
        ...objectOf({
          id: ID,
          url: HREF,
          rest_url: HREF,
          start_date: DATE,
          end_date: DATE,
          utc_start_date: DATE,
        }),
        type: ['object', 'null'],
      },
      words.next_occurrence,
      ofSeries((series, { next }, view) => {
        if (!next) return null;
        const { start_date, end_date } = next;
        return {
          ...reference(next, series, view),
          start_date,
          end_date,
          utc_start_date: toWall(ownInstant(next, 'start'), 'UTC'),
        };
      }),
    ),
    ...FOLLOWING,
    whenLocked: OPEN,
  },
  occurrences_total: {
    ...own(
      { type: 'integer', minimum: 0 },
      words.occurrences_total,
      ofSeries(({ total }) => total),
    ),
    ...FOLLOWING,
    whenLocked: OPEN,
  },
} as const satisfies EventMembers<EventRecord>;
