import { dayOf, sayDay, yearOf } from './dates.js';
import { create } from './dom.js';
import { lineOf, section } from './lines.js';
import { pageOf, say } from './settings.js';

/** Events that have not ended: those that began before today, then those of each day. */
export function listView(settings, events, showMore) {
  const today = dayOf(new Date(), settings.zone);
  const days = new Map();
  for (const event of events) {
    const day = event.first < today ? '' : event.first;
    days.set(day, [...(days.get(day) ?? []), event]);
  }
  return [
    [...days].map(([day, found]) =>
      section(settings, headingOf(settings, day), ...found.map(event => lineOf(settings, event, day))),
    ),
    events.length === 0 && create('p', { part: 'message' }, say(settings, 'none')),
    footer(settings, '/', showMore && button('more', say(settings, 'showMore'), showMore)),
  ];
}

export const LONG = { weekday: 'long', day: 'numeric', month: 'long' };

function headingOf(settings, day) {
  if (day === '') return say(settings, 'ongoing');
  const year = yearOf(settings, day);
  return create('time', { datetime: day }, sayDay(settings, day, { ...LONG, year }));
}

/** Lines in the place of events that are on their way. */
export const skeletonOf = ({ limit }) =>
  create(
    'div',
    { class: 'skeleton', 'aria-hidden': 'true' },
    Array.from({ length: limit }, () => create('div')),
  );

/** What went wrong and what the reader can do. `hasOwn`: the page has a link of its own. */
export const failureView = (settings, { status = 500 }, hasOwn, retry) =>
  create(
    'div',
    { part: 'message', role: 'alert' },
    create('p', {}, say(settings, status < 500 && status !== 429 ? 'noSuch' : 'away')),
    footer(
      { ...settings, filter: {} },
      hasOwn ? undefined : '/',
      button('retry', say(settings, 'retry'), retry),
    ),
  );

export const footer = (settings, path, ...controls) =>
  create(
    'p',
    { part: 'footer', class: 'footer' },
    controls,
    path && create('a', { part: 'all', href: pageOf(settings, path) }, say(settings, 'all')),
  );

export const button = (name, text, click, label) =>
  create(
    'button',
    { type: 'button', part: `button ${name}`, 'data-control': name, 'aria-label': label, click },
    text,
  );
