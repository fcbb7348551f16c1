import ICAL from 'ical.js';
import nodeIcal from 'node-ical';

/** The instants of an event: epoch seconds of its start and its end. */
export type Instants = [start: number, end: number];

/** The occurrences of all events of a calendar before an instant, as ical.js reads them. */
export function occurrencesByIcalJs(text: string, before: number): Instants[] {
  const calendar = new ICAL.Component(ICAL.parse(text));
  ICAL.TimezoneService.reset();
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone);
  const events = calendar.getAllSubcomponents('vevent').map(
    // By itself the reader takes the exceptions of all events for those of each.
    component => new ICAL.Event(component, { exceptions: [] }),
  );
  const series = events.filter(event => event.isRecurring());
  for (const event of events)
    if (event.isRecurrenceException()) series.find(({ uid }) => uid === event.uid)?.relateException(event);
  const isOfSeries = ({ uid }: { uid: string }) => series.some(event => event.uid === uid);
  const alone = events.filter(event => !isOfSeries(event)).map(event => instants(event));
  return inOrder([...alone, ...series.flatMap(event => expandByIcalJs(event, before))], before);
}

const instants = ({ startDate, endDate }: { startDate: ICAL.Time; endDate: ICAL.Time }): Instants => [
  startDate.toUnixTime(),
  endDate.toUnixTime(),
];

/** Days after which an exception may no longer lie before the instant. */
const SLACK = 40 * 86_400;

function expandByIcalJs(event: ICAL.Event, before: number): Instants[] {
  const found: Instants[] = [];
  const dates = event.iterator();
  for (let date = dates.next(); date && date.toUnixTime() < before + SLACK; date = dates.next())
    found.push(instants(event.getOccurrenceDetails(date)));
  return found;
}

/** The same as node-ical reads them, which knows no explicit dates. */
export function occurrencesByNodeIcal(text: string, before: number): Instants[] {
  const events = Object.values(nodeIcal.sync.parseICS(text)).filter(item => item?.type === 'VEVENT');
  const range = { from: new Date('1000-01-01T00:00:00Z'), to: new Date((before + SLACK) * 1000) };
  const found = events.flatMap(event => nodeIcal.expandRecurringEvent(event, range));
  return inOrder(
    found.map(({ start, end, isFullDay }): Instants => {
      const at = (date: Date) => date.getTime() / 1000 - (isFullDay ? date.getTimezoneOffset() * 60 : 0);
      return [at(start), at(end)];
    }),
    before,
  );
}

/** Those before an instant, in order. Two at the same time, on a day that a zone has left out, count as one. */
export const inOrder = (found: readonly Instants[], before: number): Instants[] => {
  const early = found.filter(([start]) => start < before);
  const distinct = new Map(early.map(one => [one.join(), one]));
  return [...distinct.values()].sort((one, other) => one[0] - other[0] || one[1] - other[1]);
};
