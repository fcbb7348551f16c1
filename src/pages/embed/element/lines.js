import { sayDay, sayHours, yearOf } from './dates.js';
import { create, webAddress } from './dom.js';
import { say } from './settings.js';

const UNPLANNED = ['canceled', 'postponed', 'moved_online'];

const isUnplanned = ({ event_status: status }) => UNPLANNED.includes(status);

/** A heading and a list under it. Without the role, some readers would not take a list without bullets for one. */
export const section = (settings, heading, ...items) =>
  create(
    'section',
    { part: 'day' },
    create(`h${settings.heading}`, { part: 'day-heading' }, heading),
    create('ul', { role: 'list' }, items),
  );

/** What a line of a list says of an event. */
export const lineOf = (settings, event, day) =>
  create(
    'li',
    { part: 'event' },
    whenOf(settings, event, day),
    create(
      'div',
      { class: settings.view === 'month' && hueOf(event) && `hue ${hueOf(event)}` },
      linkOf(settings, event),
      statusOf(settings, event),
      placeOf(settings, event),
    ),
    settings.pictures && pictureOf(event),
  );

/** The class of the colour of its first category. */
export const hueOf = ({ categories: [first] = [] }) => first?.color && `k-${first.color}`;

/** Whether it has several days. */
export const isLong = ({ first, last }) => last > first;

/** When an event is on, as a line of this day says it. */
function whenOf(settings, event, day) {
  return create(
    'div',
    { part: 'when' },
    (!isLong(event) || event.first === day) && timeOf(settings, event),
    isLong(event) && endOf(settings, event),
  );
}

/** The time on the first day of an event. */
export function timeOf(settings, event) {
  const { all_day, start, first } = event;
  const text = all_day ? say(settings, 'allDay') : sayHours(settings, event);
  return create('time', { part: 'time', datetime: all_day ? first : start.toISOString() }, text);
}

/** Until which day an event runs. */
export function endOf(settings, { last }) {
  const year = yearOf(settings, last);
  const date = sayDay(settings, last, { day: 'numeric', month: 'long', year });
  // Before a vowel, Catalan elides.
  const said = say(settings, 'until', { date }).replace(/ al (?=11? )/, ' a l’');
  return create('time', { part: 'time', datetime: last }, said);
}

/** Whoever hears the link alone hears that the event does not take place as planned. */
export const linkOf = (settings, event, ...more) =>
  create(
    'a',
    { part: 'link', class: 'link', href: webAddress(event.url) },
    isUnplanned(event) && create('span', { class: 'hidden' }, `${say(settings, event.event_status)}, `),
    event.event_status === 'canceled'
      ? create('s', {}, textOf(settings, event, 'title'))
      : textOf(settings, event, 'title'),
    ...more,
  );

export const statusOf = (settings, event) =>
  isUnplanned(event) &&
  create(
    'strong',
    { part: `status ${event.event_status}`, class: 'status' },
    say(settings, event.event_status),
  );

function placeOf(settings, { venue = [], is_virtual }) {
  const [place] = [venue].flat();
  const name = place?.venue && textOf(settings, place, 'venue');
  const city = place?.city && textOf(settings, place, 'city');
  const parts = [name, city, is_virtual && say(settings, 'online')].filter(Boolean);
  return create('p', { part: 'place' }, parts.flatMap(part => [', ', part]).slice(1));
}

function pictureOf({ image }) {
  const { url, width = 150, height = 150 } = image?.sizes?.thumbnail ?? image ?? {};
  const src = webAddress(url);
  return src && create('img', { part: 'picture', src, width, height, alt: '', loading: 'lazy' });
}

/** A text of a record, marked where it is in another language than the element. */
export function textOf({ lang }, record, member) {
  const own = record.languages?.[member] ?? record.language ?? lang;
  return own === lang ? record[member] : create('span', { lang: own }, record[member]);
}
