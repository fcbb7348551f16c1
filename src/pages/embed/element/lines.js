import { dayOf, sayDay, sayTimes } from './dates.js';
import { create, webAddress } from './dom.js';
import { say } from './settings.js';

const UNPLANNED = ['canceled', 'postponed', 'moved_online'];

/** A heading and a list of events under it. */
export const dayList = (settings, heading, events, day, ...more) =>
  create(
    'section',
    { part: 'day' },
    create(`h${settings.heading}`, { part: 'day-heading' }, heading),
    // Without bullets, some readers would take it for no list.
    create(
      'ul',
      { role: 'list' },
      events.map(event => create('li', { part: 'event' }, lineOf(settings, event, day))),
      ...more,
    ),
  );

const lineOf = (settings, event, day) => [
  timeOf(settings, event, day),
  create(
    'div',
    { class: 'what' },
    linkOf(settings, event),
    statusOf(settings, event),
    placeOf(settings, event),
  ),
  settings.pictures && pictureOf(event),
];

/** When an event is on, as a day says it: events that began earlier tell until when they run. */
export function timeOf(settings, event, day) {
  const { all_day, start, first, last } = event;
  const near = dayOf(new Date(), settings.zone).slice(0, 4) === last.slice(0, 4);
  const date = () =>
    sayDay(settings, last, {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      ...(near ? {} : { year: 'numeric' }),
    });
  const text =
    first !== day
      ? say(settings, 'until', { date: date() })
      : all_day
        ? say(settings, 'allDay')
        : sayTimes(settings, event);
  return create(
    'time',
    { part: 'time', datetime: first !== day ? last : all_day ? first : start.toISOString() },
    text,
  );
}

export const linkOf = (settings, event, ...more) =>
  create(
    'a',
    { part: 'link', class: 'link', href: webAddress(event.url) },
    textOf(settings, event, 'title'),
    ...more,
  );

export const statusOf = (settings, { event_status: status }) =>
  UNPLANNED.includes(status) &&
  create('strong', { part: `status ${status}`, class: 'status' }, say(settings, status));

function placeOf(settings, { venue = [], is_virtual }) {
  const [place] = [venue].flat();
  const name = place?.venue && textOf(settings, place, 'venue');
  const city = place?.city && textOf(settings, place, 'city');
  const parts = [name, city, is_virtual && say(settings, 'online')].filter(Boolean);
  return (
    parts.length > 0 &&
    create(
      'p',
      { part: 'place' },
      parts.flatMap((part, at) => (at > 0 ? [', ', part] : [part])),
    )
  );
}

function pictureOf({ image }) {
  const { url, width = 150, height = 150 } = image?.sizes?.thumbnail ?? image ?? {};
  const src = webAddress(url);
  return src && create('img', { part: 'picture', src, width, height, alt: '', loading: 'lazy' });
}

/** A text of a record, marked where it is in another language than the element. */
function textOf({ lang }, record, member) {
  const own = record.languages?.[member] ?? record.language ?? lang;
  return own === lang ? record[member] : create('span', { lang: own }, record[member]);
}
