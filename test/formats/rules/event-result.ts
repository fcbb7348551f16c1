import { isAbsolute } from './addresses.ts';

type Node = Readonly<Record<string, unknown>>;

const nodesOf = (value: unknown): Node[] => (value === undefined ? [] : ([value].flat() as Node[]));

/** What a node of an event lacks for the event results of Google, which name these members as required. */
export function missingRequired(event: Node): string[] {
  return [
    ...(event['@type'] === 'Event' ? [] : ['@type']),
    ...(typeof event.name === 'string' && event.name !== '' ? [] : ['name']),
    ...(DATE.test(String(event.startDate)) ? [] : ['startDate']),
    ...(nodesOf(event.location).length > 0 ? [] : ['location']),
    ...nodesOf(event.location).flatMap(missingOfLocation),
  ];
}

function missingOfLocation(location: Node): string[] {
  if (location['@type'] === 'VirtualLocation')
    return isAbsolute(String(location.url)) ? [] : ['location.url'];
  const isPlace = location['@type'] === 'Place' && typeof location.name === 'string';
  const { address } = location;
  const hasAddress = typeof address === 'string' ? address !== '' : nodesOf(address).some(isPostal);
  return [...(isPlace ? [] : ['location']), ...(hasAddress ? [] : ['location.address'])];
}

const isPostal = (address: Node) => address['@type'] === 'PostalAddress' && Object.keys(address).length > 1;

/** What it lacks of the members that they recommend. */
export const missingRecommended = (event: Node): string[] =>
  Object.entries(RECOMMENDED)
    .filter(([name, holds]) => !nodesOf(event[name]).some(holds))
    .map(([name]) => name);

const STATUS = /^https:\/\/schema\.org\/Event(Scheduled|Cancelled|Postponed|Rescheduled|MovedOnline)$/;
const MODE = /^https:\/\/schema\.org\/(Offline|Online|Mixed)EventAttendanceMode$/;

const RECOMMENDED: Readonly<Record<string, (value: unknown) => boolean>> = {
  description: value => typeof value === 'string' && value !== '',
  image: value => isAbsolute(String(value)),
  endDate: value => DATE.test(String(value)),
  eventStatus: value => STATUS.test(String(value)),
  eventAttendanceMode: value => MODE.test(String(value)),
  organizer: value => hasText(value, 'name') && isAbsolute(String((value as Node).url)),
  offers: value =>
    ['price', 'priceCurrency', 'validFrom', 'availability', 'url'].every(name => hasText(value, name)),
};

const hasText = (value: unknown, name: string): boolean => typeof (value as Node)[name] === 'string';

/** A day, or an instant with its offset: Google places an instant without one in a zone of its choice. */
const DATE = /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d([+-]\d\d:\d\d|Z))?$/;
