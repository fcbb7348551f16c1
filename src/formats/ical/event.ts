import type { EventRecord } from '../../events/event.ts';
import { linesOf } from '../../lib/text/text.ts';
import type { EventListView, ShownEvent } from '../event-format.ts';
import { line, text, texts, uri } from './content-line.ts';
import { timesOf, utc, type WrittenTimes } from './times.ts';

/** An event as a VEVENT, and the zone that it needs. */
export function writtenEvent(
  shown: ShownEvent,
  event: EventRecord,
  list: EventListView,
): { text: string; zone: WrittenTimes['zone'] } {
  const { lines, zone } = timesOf(event, shown.all_day === true);
  const all = [
    line('BEGIN', 'VEVENT'),
    line('UID', text(`event-${event.id}@${list.view.address.name}`)),
    ...dates(shown, event),
    lines,
    line('SUMMARY', text(String(shown.title))),
    ...description(String(shown.description || shown.excerpt)),
    ...place(shown),
    ...organizer(shown),
    ...picture(shown, event),
    ...optional('CATEGORIES', texts([...namesOf(shown.categories), ...namesOf(shown.tags)])),
    ...optional('URL', uri(shown.url)),
    line('STATUS', event.status === 'publish' || event.status === 'private' ? 'CONFIRMED' : 'TENTATIVE'),
    line('CLASS', event.status === 'private' ? 'PRIVATE' : 'PUBLIC'),
    // An event of a public calendar takes none of its reader's time.
    line('TRANSP', 'TRANSPARENT'),
    line('END', 'VEVENT'),
  ];
  return { text: all.join(''), zone };
}

const optional = (name: string, value: string | undefined, parameters = {}): string[] =>
  value ? [line(name, value, parameters)] : [];

/** A linked record as the interface shows it. */
type Shown = Readonly<Record<string, unknown>>;

/** The linked records of a member: none, one or a list. */
const records = (member: unknown): Shown[] =>
  // Members of linked records are objects.
  [member].flat().filter((record): record is Shown => typeof record === 'object' && record !== null);

const namesOf = (member: unknown): string[] => records(member).map(({ name }) => String(name));

/** The last change of an event is also that of what it shows of others. */
function dates(shown: ShownEvent, event: EventRecord): string[] {
  const linked = [
    ...(records(shown.venue).length > 0 ? event.venues : []),
    ...(records(shown.organizer).length > 0 ? event.organizers : []),
  ];
  const modified = Math.max(event.modified_at, ...linked.map(({ modified_at }) => modified_at));
  return [
    line('DTSTAMP', utc(modified)),
    line('CREATED', utc(Math.min(event.date_at, modified))),
    line('LAST-MODIFIED', utc(modified)),
  ];
}

/** As text for all readers, and as HTML for those that know how to show it. */
function description(html: string): string[] {
  if (html === '') return [];
  return [
    line('DESCRIPTION', text(linesOf(html))),
    line('STYLED-DESCRIPTION', text(html), { VALUE: 'TEXT', FMTTYPE: 'text/html' }),
    line('X-ALT-DESC', text(html), { FMTTYPE: 'text/html' }),
  ];
}

function place(shown: ShownEvent): string[] {
  const venues = records(shown.venue);
  const located = venues.find(({ geo_lat, geo_lng }) => geo_lat !== undefined && geo_lng !== undefined);
  return [
    ...optional('LOCATION', text(venues.map(addressOf).filter(Boolean).join('; '))),
    ...optional('GEO', located && `${located.geo_lat};${located.geo_lng}`),
  ];
}

/** `Sala Gran, Carrer Major 1, 08500 Vic, Barcelona, Spain` */
function addressOf({ venue, address, zip, city, stateprovince, country }: Shown): string {
  const town = [zip, city].filter(Boolean).join(' ');
  return [venue, address, town, stateprovince, country].filter(Boolean).join(', ');
}

/** The first organizer, by e-mail or, without one, by its page. */
function organizer(shown: ShownEvent): string[] {
  const [first] = records(shown.organizer);
  if (!first) return [];
  const email = String(first.email ?? '');
  const address = /^[^\s@<>",;:]+@[^\s@<>",;:]+$/.test(email) ? `mailto:${encodeURI(email)}` : uri(first.url);
  return optional('ORGANIZER', address, { CN: String(first.organizer) });
}

function picture(shown: ShownEvent, { image }: EventRecord): string[] {
  const [shownImage] = records(shown.image);
  if (!shownImage || !image) return [];
  const url = uri(shownImage.url);
  return [
    ...optional('IMAGE', url, { VALUE: 'URI', DISPLAY: 'BADGE', FMTTYPE: image.mime }),
    ...optional('ATTACH', url, { FMTTYPE: image.mime }),
  ];
}
