import type { EventRow } from '../../db/tables.ts';
import { occurrenceSlug } from '../../events/event.ts';
import { findEventRow } from '../../events/store.ts';
import type { BareCall } from '../../http/call.ts';
import { type RestError, refusal } from '../../http/errors.ts';
import { publicRead } from '../../http/operation.ts';
import { type Route, recordRoute } from '../../http/route.ts';
import type { Translations } from '../../i18n/language.ts';
import { eventOperationWords, eventWords } from '../../i18n/messages.ts';
import { required, text } from '../../input/arguments.ts';
import { assertReadable, unreadable } from '../../reading/readable.ts';
import type { ListArgs } from '../../search/event-filter.ts';
import { formatsOfEvents } from './formats.ts';
import { answerWithPage, listAnswers, listArguments } from './list.ts';
import { read, readArgumentsBeside } from './read.ts';
import { addressedById, addressedBySlug, type EventTarget } from './target.ts';

const occurrences = (id: string, words: Translations) =>
  publicRead<typeof listArguments, EventRow>({
    ...{ id, words, arguments: listArguments },
    documents: [formatsOfEvents(narrowTo)],
    answers: { ...listAnswers, errors: [...listAnswers.errors, ...unreadable] },
    handle: ({ args, target, ...call }) =>
      answerWithPage(args, call, {
        path: `/events/${target.id}/occurrences/`,
        narrow: narrowTo(target, call, args),
      }),
  });

/** The error instead of an event that is no series. */
const asSeries = (row: EventRow | undefined): EventRow | RestError | undefined =>
  row?.recurrence === '' ? noSeries() : row;

const noSeries = (): RestError => refusal(404, 'event-is-no-series');

/**
 * The occurrences of a series: at any time, if the request names none.
 * @throws DomainError if the viewer may not read the series
 */
function narrowTo(
  series: EventRow,
  { viewer }: BareCall,
  { when = ['all'], overlaps }: ListArgs,
): Partial<ListArgs> {
  assertReadable(series, viewer);
  return { series: [series.id], ...(overlaps === undefined && { when }) };
}

/** The routes of series, which the original interface lacks. */
export const seriesRoutes = (): Route[] => [
  recordRoute<EventRow>({
    path: '/events/:id/occurrences',
    ...{ documentedAt: '/series/:id/occurrences', section: 'events' },
    isAddition: true,
    ...addressedById<EventRow>(async ({ db }, id) => asSeries(await findEventRow(db, { id })), [noSeries()]),
    operations: [occurrences('listOccurrences', eventOperationWords.occurrences)],
  }),
  recordRoute<EventRow>({
    path: '/events/by-slug/:slug/occurrences',
    isAddition: true,
    ...addressedBySlug<EventRow>(
      async ({ db }, slug) => asSeries(await findEventRow(db, { slug })),
      [noSeries()],
    ),
    operations: [occurrences('listOccurrencesBySlug', eventOperationWords.occurrencesBySlug)],
  }),
  recordRoute<EventTarget>({
    path: '/events/by-slug/:slug/occurrences/:date',
    isAddition: true,
    beside: { date: required(text(eventWords.occurrence_path)) },
    ...addressedBySlug<EventTarget>(async ({ db }, series, { date }) => {
      const slug = occurrenceSlug(series, date);
      return slug === undefined ? undefined : findEventRow(db, { slug });
    }),
    operations: [
      {
        ...read(eventOperationWords.occurrence, readArgumentsBeside),
        id: 'readOccurrence',
      },
    ],
  }),
];
