/* global SITE */
import { sayTime, sayTimes } from '../../../i18n/time-of-day.js';

const DAY = 86_400_000;

/** Days are texts such as `2031-05-10`, months such as `2031-05`. */
const dateOf = day => new Date(`${day}T12:00Z`);

/** The zone, if the browser knows it. Without one, dates are those of the reader. */
export function knownZone(zone) {
  try {
    formatOf('sv', { timeZone: zone });
    return zone;
  } catch {}
}

/** The wall time of an instant in a zone: Swedish has it as `2031-05-10 18:30:00`. */
const wallOf = (instant, zone) =>
  formatOf('sv', { dateStyle: 'short', timeStyle: 'medium', timeZone: zone }).format(instant);

/** The day of an instant in a zone. */
export const dayOf = (instant, zone) => wallOf(instant, zone).slice(0, 10);

export const dayAfter = (day, count = 1) => new Date(+dateOf(day) + count * DAY).toISOString().slice(0, 10);

/** The month so many months later; undefined beyond the years of events. */
export function monthAfter(month, count) {
  const [year, number] = month.split('-');
  const date = new Date(Date.UTC(year, number - 1 + count));
  return /^[1-9]\d{3}-\d\d/.exec(date.toISOString())?.[0];
}

export const firstOf = month => `${month}-01`;
/** Day 0 of the next month, since months count from 0. */
export const lastOf = month => new Date(Date.UTC(...month.split('-'), 0)).toISOString().slice(0, 10);

/** The weeks that a month touches, each of seven days from Monday on. */
export function weeksOf(month) {
  const first = firstOf(month);
  const weeks = [];
  const monday = dayAfter(first, -((dateOf(first).getUTCDay() + 6) % 7));
  for (let start = monday; start <= lastOf(month); start = dayAfter(start, 7))
    weeks.push(Array.from({ length: 7 }, (_, at) => dayAfter(start, at)));
  return weeks;
}

/**
 * An event with its instants, its first day in a zone, that on which it ends, and the last one of which it is part: a
 * night belongs to its evening. Whole days are the same in every zone; those of a protected event are told by their times.
 */
export function dated(event, zone) {
  const instant = date => new Date(`${date.replace(' ', 'T')}Z`);
  const [start, end] = [instant(event.utc_start_date), instant(event.utc_end_date)];
  const { start_date: from, end_date: to } = event;
  const isWhole = from.endsWith(' 00:00:00') && to.endsWith(' 23:59:59');
  const all_day = event.all_day ?? isWhole;
  const first = all_day ? from.slice(0, 10) : dayOf(start, zone);
  const ends = all_day ? to.slice(0, 10) : dayOf(end - (end > start), zone);
  const isNight = !all_day && first < ends && wallOf(end, zone) <= `${ends} ${SITE.night}`;
  return { ...event, all_day, start, end, first, ends, last: isNight ? dayAfter(ends, -1) : ends };
}

const formats = new Map();

function formatOf(locale, options) {
  const key = JSON.stringify([locale, options]);
  if (!formats.has(key)) formats.set(key, new Intl.DateTimeFormat(locale, options));
  return formats.get(key);
}

export function sayDay({ locale, lang }, day, options) {
  const said = formatOf(locale, { ...options, timeZone: 'UTC' }).format(dateOf(day));
  return lang === 'fr' ? said.replace(/(^|\s)1(?=\s\p{L})/u, '$11er') : said;
}

/** The year of a day, where dates name it: if it is not this one. */
export const yearOf = ({ zone }, day) =>
  dayOf(new Date(), zone).slice(0, 4) === day.slice(0, 4) ? undefined : 'numeric';

export const sayMonth = (settings, month) =>
  sayDay(settings, firstOf(month), { month: 'long', year: 'numeric' });

/** The times of an event on its first day. */
export function sayHours({ times, zone }, { start, end, first, last }) {
  const [from, to] = [start, end].map(instant => wallOf(instant, zone).slice(11));
  return first === last ? sayTimes(times, from, to).join('') : sayTime(times, from);
}
