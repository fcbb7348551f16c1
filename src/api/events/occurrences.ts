import type { EventRow } from '../../db/tables.ts';
import { findEventRow } from '../../events/store.ts';
import { additional, required, text } from '../../http/arguments.ts';
import type { BareCall } from '../../http/call.ts';
import { Refused, RestError, refusal } from '../../http/errors.ts';
import { operation } from '../../http/operation.ts';
import { type Route, recordRoute } from '../../http/route.ts';
import { eventOperationWords, eventWords } from '../../i18n/messages.ts';
import { slugify } from '../../lib/text/slugs.ts';
import { mayRead } from '../../users/rights.ts';
import { documentsOfEvents } from './documents.ts';
import { answerWithPage, listAnswers, listArguments } from './list.ts';

const occurrences = (words: typeof eventOperationWords.occurrences) =>
  operation<typeof listArguments, EventRow>({
    methods: ['GET'],
    words,
    arguments: listArguments,
    may: () => true,
    documents: [documentsOfEvents(narrowTo)],
    answers: {
      ...listAnswers,
      errors: [...listAnswers.errors, ...UNREADABLE.map(code => refusal(403, code)), noSeries()],
    },
    handle: ({ args, target, ...call }) =>
      answerWithPage(args, call, { path: `/events/${target.id}/occurrences/`, narrow: narrowTo(target, call) }),
  });

const UNREADABLE = ['event-no-longer-available', 'event-not-accessible'] as const;

const noSeries = (): RestError => refusal(404, 'event-is-no-series');

/** @throws RestError if the viewer may not read the series, or it is none */
function narrowTo(series: EventRow, { viewer }: BareCall): { series: number[] } {
  if (series.status === 'trash') throw refusal(403, 'event-no-longer-available');
  if (!mayRead(viewer, series)) throw refusal(403, 'event-not-accessible');
  if (series.recurrence === '') throw noSeries();
  return { series: [series.id] };
}
