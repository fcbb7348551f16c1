import { ownSlug } from '../../events/event.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import { parseZone, toWall } from '../../lib/time/zones.ts';
import { permalink } from '../../records/published-members.ts';
import { addressIn, pageAddress } from '../../site/address.ts';
import { documentPath, PAGES, pathOf } from '../../site/page-addresses.ts';
import { addressLines } from '../parts/address.ts';
import type { PageEvent, PageView } from '../view.ts';
import { wordsIn } from '../words.ts';

/** A way to put an event, or all dates of a series, into one's own calendar. */
interface CalendarLink {
  readonly title: string;
  readonly href: string;
}

/**
 * The ways to put an event into the reader's own calendar, unfolded on demand. They are plain links.
 * @param isFirst whether it is the first of what one can do
 */
export function calendarLinks(event: PageEvent, view: PageView, isFirst: boolean): Html {
  const links = linksOf(event, view);
  if (links.length === 0) return NOTHING;
  const words = wordsIn('eventPage', view);
  return html`<details class="event-calendars${isFirst && ' event-go'}">
<summary class="button${!isFirst && ' is-quiet'}">${isFirst ? words.add : words.add_short}</summary>
<ul>${links.map(({ title, href }) => html`<li><a href="${href}" rel="noopener nofollow">${title}</a></li>`)}</ul>
</details>`;
}

function linksOf(event: PageEvent, view: PageView): CalendarLink[] {
  if (event.event_status === 'canceled' || event.status !== 'publish' || !event.slug) return [];
  const isOpened = event.password_hash !== null;
  const all =
    event.series && !isOpened ? subscriptions(calendarOf(ownSlug(event.slug), view), event, view) : [];
  // A postponed event has no date yet.
  if (event.recurrence !== '' || event.event_status === 'postponed') return all;
  // The file of an event behind a password would need the password in its address.
  const file = isOpened
    ? []
    : [{ title: wordsIn('eventPage', view).ics, href: calendarOf(event.slug, view) }];
  return [...file, ...composers(event, view), ...all.slice(0, 1)];
}

/** The calendar file of an event or a series, in the language of the page. */
const calendarOf = (slug: string, { address, textLanguage }: PageView): string =>
  pageAddress(addressIn(address, textLanguage), documentPath(pathOf(PAGES.event, { slug }), 'ics'));

function subscriptions(file: string, { title }: PageEvent, view: PageView): CalendarLink[] {
  const words = wordsIn('eventPage', view);
  const calendar = file.replace(/^https?:/, 'webcal:');
  const outlook = new URLSearchParams({ url: file, name: title });
  return [
    { title: words.subscribe, href: calendar },
    { title: words.ics, href: file },
    {
      title: 'Google Calendar',
      href: `https://calendar.google.com/calendar/r?${new URLSearchParams({ cid: calendar })}`,
    },
    { title: 'Outlook.com', href: `https://outlook.live.com/calendar/0/addfromweb?${outlook}` },
    { title: 'Microsoft 365', href: `https://outlook.office.com/calendar/0/addfromweb?${outlook}` },
  ];
}

/** Forms of web calendars that are filled in already. */
function composers(event: PageEvent, view: PageView): CalendarLink[] {
  const { title, venues } = event;
  const url = permalink('event', event, view);
  const place = venues[0] ? [venues[0].name, ...addressLines(venues[0])].join(', ') : event.virtual_url;
  const google = { action: 'TEMPLATE', text: title, ...googleDates(event), details: url, location: place };
  const outlook = new URLSearchParams({
    ...{ path: '/calendar/action/compose', rru: 'addevent', subject: title },
    ...{ ...outlookDates(event), body: url, location: place },
  });
  return [
    {
      title: 'Google Calendar',
      href: `https://calendar.google.com/calendar/render?${new URLSearchParams(google)}`,
    },
    { title: 'Outlook.com', href: `https://outlook.live.com/calendar/0/deeplink/compose?${outlook}` },
    { title: 'Microsoft 365', href: `https://outlook.office.com/calendar/0/deeplink/compose?${outlook}` },
  ];
}

const dayAfter = (wall: string): string =>
  String(Temporal.PlainDate.from(wall.slice(0, 10)).add({ days: 1 }));
const compact = (date: string): string => date.replace(/[-:]/g, '').replace(' ', 'T');

/** Days end before the day after; times are those of the zone, unless it is an offset. */
function googleDates(event: PageEvent): Record<string, string> {
  const { all_day, start_date, end_date, start_at, end_at, timezone } = event;
  if (all_day === 1) return { dates: `${compact(start_date.slice(0, 10))}/${compact(dayAfter(end_date))}` };
  const zone = parseZone(timezone);
  if (zone?.includes('/')) return { dates: `${compact(start_date)}/${compact(end_date)}`, ctz: zone };
  return { dates: `${compact(toWall(start_at, 'UTC'))}Z/${compact(toWall(end_at, 'UTC'))}Z` };
}

function outlookDates(event: PageEvent): Record<string, string> {
  const { all_day, start_date, end_date, start_at, end_at } = event;
  if (all_day === 1) return { startdt: start_date.slice(0, 10), enddt: dayAfter(end_date), allday: 'true' };
  const [startdt, enddt] = [start_at, end_at].map(at => `${toWall(at, 'UTC').replace(' ', 'T')}Z`);
  return { startdt: startdt!, enddt: enddt! };
}
