import type { EventRow } from '../../db/tables.ts';
import { occurrenceSlug } from '../../events/slug.ts';
import { findEventRow } from '../../events/store.ts';
import type { BareCall } from '../../http/call.ts';
import { EXAMPLE_ID, type RestError, refusal } from '../../http/errors.ts';
import { operation } from '../../http/operation.ts';
import { type Route, recordRoute } from '../../http/route.ts';
import type { Translations } from '../../i18n/language.ts';
import { eventOperationWords, eventWords } from '../../i18n/messages.ts';
import { integer, required, text } from '../../input/arguments.ts';
import { slugify } from '../../lib/text/slugs.ts';
import type { ListArgs } from '../../search/event-filter.ts';
import { mayRead } from '../../users/rights.ts';
import { documentsOfEvents } from './documents.ts';
import { answerWithPage, listAnswers, listArguments } from './list.ts';
import { eventNotFound, noSuchSlug, notAnEvent, otherRecord } from './not-found.ts';
import { read, readArgumentsBeside } from './read.ts';
import type { EventTarget } from './target.ts';

const occurrences = (id: string, words: Translations) =>
  operation<typeof listArguments, EventRow>({
    ...{ methods: ['GET'], id },
    words,
    arguments: listArguments,
    may: () => true,
    documents: [documentsOfEvents(narrowTo)],
    answers: {
      ...listAnswers,
      errors: [...listAnswers.errors, ...UNREADABLE.map(code => refusal(403, code))],
    },
    handle: ({ args, target, ...call }) =>
      answerWithPage(args, call, {
        path: `/events/${target.id}/occurrences/`,
        narrow: narrowTo(target, call, args),
      }),
  });

const UNREADABLE = ['event-no-longer-available', 'event-not-accessible'] as const;

/** The error instead of an event that is no series. */
const asSeries = (row: EventRow | undefined): EventRow | RestError | undefined =>
  row?.recurrence === '' ? noSeries() : row;

const noSeries = (): RestError => refusal(404, 'event-is-no-series');

/**
 * The occurrences of a series: at any time, if the request names none.
 * @throws RestError if the viewer may not read the series
 */
function narrowTo(
  series: EventRow,
  { viewer }: BareCall,
  { when = ['all'], overlaps }: ListArgs,
): Partial<ListArgs> {
  if (series.status === 'trash') throw refusal(403, 'event-no-longer-available');
  if (!mayRead(viewer, series)) throw refusal(403, 'event-not-accessible');
  return { series: [series.id], ...(overlaps === undefined && { when }) };
}

/** The routes of series, which the original interface lacks. */
export const seriesRoutes = (): Route[] => [
  recordRoute<EventRow>({
    path: '/events/:id/occurrences',
    ...{ documentedAt: '/series/:id/occurrences', section: 'events' },
    isAddition: true,
    key: { name: 'id', argument: required(integer(eventWords.id)) },
    absent: () => [eventNotFound(EXAMPLE_ID), otherRecord(EXAMPLE_ID), noSeries()],
    find: async (call, { id }, method) =>
      asSeries(await findEventRow(call.db, { id })) ?? (await notAnEvent(call, id, method)),
    operations: [occurrences('listOccurrences', eventOperationWords.occurrences)],
  }),
  recordRoute<EventRow>({
    path: '/events/by-slug/:slug/occurrences',
    isAddition: true,
    key: { name: 'slug', argument: required(text(eventWords.slug_path)) },
    absent: method => [noSuchSlug(method), noSeries()],
    find: async ({ db }, { slug }, method) =>
      asSeries(await findEventRow(db, { slug: slugify(slug) })) ?? noSuchSlug(method),
    operations: [occurrences('listOccurrencesBySlug', eventOperationWords.occurrencesBySlug)],
  }),
  recordRoute<EventTarget>({
    path: '/events/by-slug/:slug/occurrences/:date',
    isAddition: true,
    key: { name: 'slug', argument: required(text(eventWords.slug_path)) },
    beside: { date: required(text(eventWords.occurrence_path)) },
    absent: method => [noSuchSlug(method)],
    async find({ db }, { slug, date }, method) {
      const own = occurrenceSlug(slugify(slug), date);
      return (own && (await findEventRow(db, { slug: own }))) || noSuchSlug(method);
    },
    operations: [
      {
        ...read(eventOperationWords.occurrence, readArgumentsBeside),
        id: 'readOccurrence',
      },
    ],
  }),
];
