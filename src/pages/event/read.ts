import type { EventRow } from '../../db/tables.ts';
import { findEventInReadModel } from '../../events/cached-records.ts';
import type { EventRecord } from '../../events/event.ts';
import { withLinks } from '../../events/linked.ts';
import { hashOffered } from '../../events/protection.ts';
import { eventState } from '../../events/state.ts';
import type { Answer, BareCall } from '../../http/call.ts';
import { PRIVATE } from '../../http/headers.ts';
import type { NextOccurrence } from '../../read-model/series.ts';
import { assertReadable } from '../../reading/readable.ts';
import { withSubEvents } from '../../reading/sub-events.ts';
import type { Card } from '../find-cards.ts';
import { type PageEvent, type PageView, pageView, shownEvent } from '../view.ts';
import { nextDates } from './dates.ts';
import { findSimilar } from './similar.ts';
import { type FormattedTimes, formatEventTimes } from './when.ts';

export type Phase = 'coming' | 'running' | 'over';

export interface EventOnPage {
  readonly view: PageView;
  /** What its reader may see of it, in the language of the page. */
  readonly event: PageEvent;
  /** The whole event as it is stored, of which only what is open may be shown. */
  readonly record: EventRecord;
  /** The event with the date that the page shows: that of the event, or the next one of a series. */
  readonly shownDate: PageEvent;
  readonly times: FormattedTimes;
  readonly phase: Phase;
  /** Whether a password was offered that is not that of the event. */
  readonly isWrong: boolean;
  readonly dates: readonly Card[];
  readonly similar: readonly Card[];
  readonly caching: Pick<Answer, 'headers' | 'state' | 'until'>;
}

/**
 * Reads an event for its page, as the interface reads it: with the same rights. One that a password hides is masked.
 * @throws RestError 403 if the viewer may not read it
 */
export async function readForPage(
  target: EventRow | EventRecord,
  password: string | undefined,
  call: BareCall,
): Promise<EventOnPage> {
  assertReadable(target, call.viewer);
  const stored = await recordOf(target, call);
  assertReadable(stored, call.viewer);
  const view = pageView(call);
  const event = shownEvent(stored, view, await hashOffered(call.db, stored, password));
  const shownDate = event.recurrence !== '' && event.next ? { ...event, ...datesOf(event.next) } : event;
  const isOffered = password !== undefined && stored.password_hash !== null;
  const when = { shownDate, times: formatEventTimes(shownDate, view), phase: phaseOf(shownDate, call) };
  const read = { view, event, record: stored, ...when };
  if (event.isLocked) return locked({ ...read, isWrong: isOffered });
  const record = await withSubEvents(stored, call);
  const [dates, similar] = [await nextDates(event, call), await findSimilar(event, call)];
  const caching = isOffered ? { headers: PRIVATE } : { until: Infinity, state: eventState(record) };
  return { ...read, record, isWrong: false, dates, similar, caching };
}

const datesOf = ({ start_date, end_date, start_at, end_at }: NextOccurrence) => ({
  ...{ start_date, end_date, start_at, end_at },
});

const phaseOf = ({ start_at, end_at }: PageEvent, { clock }: BareCall): Phase =>
  clock.hasCome(end_at) ? 'over' : clock.hasCome(start_at) ? 'running' : 'coming';

/** From the read model if it is there: its links need no query then. */
const recordOf = async (
  target: EventRow | EventRecord,
  { db, readModel, viewer }: BareCall,
): Promise<EventRecord> =>
  'venues' in target
    ? target
    : ((await findEventInReadModel(readModel, target.id, viewer)) ??
      (await withLinks(db, [target], viewer))[0]!);

/** Nothing near a protected event: which events these are would tell what it is. */
const locked = (read: Omit<EventOnPage, 'dates' | 'similar' | 'caching'>): EventOnPage => ({
  ...{ ...read, dates: [], similar: [] },
  caching: read.isWrong ? { headers: PRIVATE } : { until: Infinity },
});
