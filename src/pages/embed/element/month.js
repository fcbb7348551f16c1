import { dayOf, monthAfter, sayDay, sayMonth, weeksOf } from './dates.js';
import { create } from './dom.js';
import { hueOf, isLong, lineOf, linkOf, section, statusOf, textOf, timeOf } from './lines.js';
import { button, footer, LONG } from './list.js';
import { pageOf, say } from './settings.js';

/** A month as a table, or as dots over the list of a day where that is too narrow: the styles show one of the two. */
export const monthView = (settings, month, { days, lasting = [] } = {}, turnTo) => [
  create(
    'div',
    { part: 'header', class: 'header' },
    create(`h${settings.heading}`, { part: 'title' }, sayMonth(settings, month)),
    arrow(settings, 'previous', monthAfter(month, -1), turnTo),
    arrow(settings, 'next', monthAfter(month, 1), turnTo),
  ),
  tableOf(settings, month, days),
  create('div', { class: 'narrow' }, days?.size > 0 && narrowMonth(settings, month, days)),
  days?.size + lasting.length === 0 &&
    create('p', { part: 'message', class: 'narrow' }, say(settings, 'noneInMonth')),
  lasting.length > 0 && lastingOf(settings, lasting),
  legendOf(settings, days, lasting),
  footer(settings, `/month/${month}/`),
];

const arrow = (settings, name, month, turnTo) =>
  month &&
  button(
    name,
    name === 'next' ? '›' : '‹',
    () => turnTo(month),
    `${say(settings, name)} (${sayMonth(settings, month)})`,
  );

function tableOf(settings, month, days) {
  const weeks = weeksOf(month);
  return create(
    'table',
    { part: 'table' },
    create('caption', { class: 'hidden' }, say(settings, 'eventsOf', { month: sayMonth(settings, month) })),
    create('thead', {}, create('tr', {}, ...weeks[0].map(day => weekday(settings, day)))),
    create(
      'tbody',
      {},
      weeks.map(week => create('tr', {}, ...week.map(day => cell(settings, month, days, day, week)))),
    ),
  );
}

const weekday = (settings, day) =>
  create(
    'th',
    { part: 'weekday', scope: 'col' },
    create('span', { 'aria-hidden': 'true' }, sayDay(settings, day, { weekday: 'short' })),
    create('span', { class: 'hidden' }, sayDay(settings, day, { weekday: 'long' })),
  );

function cell(settings, month, days, day, week) {
  if (!day.startsWith(month)) return create('td', { part: 'cell outside' });
  const isToday = day === dayOf(new Date(), settings.zone);
  const found = days?.get(day);
  return create(
    'td',
    { part: isToday ? 'cell today' : 'cell', 'aria-current': isToday && 'date' },
    create('time', { part: 'number', datetime: day }, numberOf(day)),
    found && listOf(settings, days, day, found, week),
  );
}

/** The events of a day. One of several days is a bar across those of its week, on a line that is free on all of them. */
function listOf(settings, days, day, { events, count }, week) {
  const on = other => days.get(other)?.events.filter(isLong) ?? [];
  const bars = [];
  for (const event of new Set(week.flatMap(on)))
    if (event.first <= day) bars[[...bars, { last: '' }].findIndex(({ last }) => last < event.first)] = event;
  bars.length = bars.findLastIndex(({ last }) => last >= day) + 1;
  const rest = { events: events.filter(event => !isLong(event)), count: count - on(day).length };
  return create(
    'ul',
    { role: 'list' },
    bars.map(event => {
      const run = week.filter(other => on(other).includes(event));
      const bar = create(
        'li',
        { part: 'event goes-on', class: hueOf(event) },
        run[0] === day && [linkOf(settings, event, dateFor(settings, day)), statusOf(settings, event)],
      );
      bar.style.setProperty('--size', run.length);
      return bar;
    }),
    shownOf(rest).map(event => itemOf(settings, event, day)),
    moreOf(settings, rest, day),
  );
}

/** Events that a day shows, if it has more than one above that. */
const SHOWN = 3;

const shownOf = ({ events, count }) => (count <= SHOWN + 1 ? events : events.slice(0, SHOWN));

const itemOf = (settings, event, day) =>
  create(
    'li',
    { part: 'event', class: hueOf(event) },
    timeOf(settings, event),
    linkOf(settings, event, dateFor(settings, day)),
    statusOf(settings, event),
  );

/** Links tell their day to those who hear them out of the table. */
const dateFor = (settings, day) =>
  create('span', { class: 'hidden' }, `(${sayDay(settings, day, { day: 'numeric', month: 'long' })})`);

function moreOf(settings, found, day) {
  const count = found.count - shownOf(found).length;
  const text = say(settings, found.events.length > 0 ? 'more' : 'events', { count });
  const href = pageOf(settings, `/day/${day}/`);
  return (
    count > 0 &&
    create('li', {}, create('a', { part: 'more', class: 'link', href }, text, dateFor(settings, day)))
  );
}

/** A dot for each day with events, the larger the more it has, over the list of the day that the reader chooses. */
function narrowMonth(settings, month, days) {
  const weeks = weeksOf(month);
  const today = dayOf(new Date(), settings.zone);
  const list = create('div', { 'aria-live': 'polite' });
  const dots = new Map(
    [...days].sort().map(([day, found]) => [day, dot(settings, day, found, () => choose(day))]),
  );
  const choose = chosen => {
    list.replaceChildren(dayView(settings, chosen, days.get(chosen)));
    for (const [day, button] of dots) button.ariaPressed = String(day === chosen);
  };
  choose([...dots.keys()].find(day => day >= today) ?? dots.keys().next().value);
  const dayIn = day => dots.get(day) ?? create('span', {}, day.startsWith(month) && numberOf(day));
  const names = weeks[0].map(day =>
    create('span', { 'aria-hidden': 'true' }, sayDay(settings, day, { weekday: 'short' })),
  );
  return [create('div', { part: 'dots', class: 'dots' }, names, weeks.flat().map(dayIn)), list];
}

function dot(settings, day, { count }, click) {
  const label = `${sayDay(settings, day, LONG)}. ${say(settings, 'events', { count })}`;
  const values = { type: 'button', part: 'dot', 'aria-label': label, click };
  const button = create('button', values, numberOf(day));
  button.style.setProperty('--size', `${Math.min(1.25, 0.7 + count / 12)}em`);
  return button;
}

const numberOf = day => +day.slice(-2);

function dayView(settings, day, found) {
  const lines = shownOf(found).map(event => lineOf(settings, event, day));
  const name = create('time', { datetime: day }, sayDay(settings, day, LONG));
  return section(settings, name, lines, moreOf(settings, found, day));
}

/** The events that last for weeks, once each. */
const lastingOf = (settings, events) =>
  create(
    'section',
    {},
    create(
      'details',
      { part: 'lasting' },
      create('summary', {}, `${say(settings, 'running')} (${events.length})`),
      create('ul', { role: 'list' }, ...events.map(event => lineOf(settings, event))),
    ),
  );

/** The categories of which the colours are shown. */
function legendOf(settings, days = new Map(), lasting) {
  const found = [...days.values()].flatMap(({ events }) => events).concat(lasting);
  const named = found.filter(hueOf).map(event => [event.categories[0].name, event]);
  const lines = [...new Map(named).values()].map(event =>
    create('li', { class: `hue ${hueOf(event)}` }, textOf(settings, event.categories[0], 'name')),
  );
  return lines.length > 0 && create('ul', { part: 'legend', class: 'footer', role: 'list' }, lines);
}
