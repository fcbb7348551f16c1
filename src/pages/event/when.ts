import { LRUCache } from 'lru-cache';
import {
  dateRangeParts,
  formatDay,
  formatDayOfYear,
  formatMoment,
  formatTime,
  type RangePart,
  timesParts,
} from '../../i18n/format-dates.ts';
import { type Html, html } from '../../lib/html.ts';
import { parseZone } from '../../lib/time/zones.ts';
import { endsInNight, timeElement } from '../parts/dates.ts';
import type { PageEvent, PageView } from '../view.ts';
import { wordsIn } from '../words.ts';

export interface FormattedTimes {
  /** Its day, or its first and its last one; with the times where it lasts several days. */
  readonly days: Html;
  /** Its times, where all of it is on one day or ends in the night after it. */
  readonly times?: Html | string | undefined;
}

/** Says when an event takes place: in its own zone, which is named where the site has another one. */
export function formatEventTimes(event: PageEvent, view: PageView): FormattedTimes {
  const { start_date: start, end_date: end } = event;
  const isOneDay = start.slice(0, 10) === end.slice(0, 10);
  if (isWholeDays(event))
    return {
      days: rangeOf(event, dateRangeParts(start, end, view.language, { isNamed: true })),
      ...(isOneDay && { times: wordsIn('listPages', view).all_day }),
    };
  const zone = zoneOf(event, view);
  const edgeText = (edge: 'start' | 'end', format: typeof formatDay) =>
    timeElement(event, edge, format(event[`${edge}_date`], view.language));
  if (!isOneDay && !endsInNight(event, view.config)) {
    const first = edgeText('start', start.slice(0, 4) === end.slice(0, 4) ? momentOfYear : formatMoment);
    return { days: html`${first} – ${edgeText('end', formatMoment)}${zone}` };
  }
  // Midnight is the end of a day, not the next one.
  const isNext = !isOneDay && !end.endsWith(' 00:00:00');
  const note = isNext && html` <span class="event-note">${wordsIn('eventPage', view).next_day}</span>`;
  const times = html`${rangeOf(event, timesParts(start, end, view.language))}${note}${zone}`;
  return { days: edgeText('start', formatDay), times };
}

const momentOfYear: typeof formatMoment = (wall, language) =>
  `${formatDayOfYear(wall, language)}, ${formatTime(wall, language)}`;

/** Whether an event lasts whole days. What a password hides can be seen in its times. */
const isWholeDays = ({ all_day, isLocked, start_date, end_date }: PageEvent): boolean =>
  all_day === 1 || (isLocked && start_date.endsWith(' 00:00:00') && end_date.endsWith(' 23:59:59'));

function zoneOf({ timezone, start_at }: PageEvent, { language, config }: PageView): Html | undefined {
  const zone = parseZone(timezone);
  if (!zone || zone === config.TIME_ZONE.id) return undefined;
  const name = zoneFormat(`${language} ${zone}`)
    .formatToParts(start_at * 1000)
    .find(({ type }) => type === 'timeZoneName');
  return html` <span class="event-note">(${name?.value ?? timezone})</span>`;
}

const zoneFormats = new LRUCache<string, Intl.DateTimeFormat>({
  max: 100,
  memoMethod(key) {
    const [language, timeZone] = key.split(' ');
    return new Intl.DateTimeFormat(language, { ...(timeZone && { timeZone }), timeZoneName: 'long' });
  },
});

/** A format with the name of a zone, by language and zone; these are expensive to make. */
const zoneFormat = (key: string): Intl.DateTimeFormat => zoneFormats.memo(key);

/** A range of dates or times, of which programs can read both ends. */
function rangeOf(event: PageEvent, pieces: readonly RangePart[]): Html {
  if (pieces.length === 1) return timeElement(event, 'start', pieces[0]!.text);
  return html`${pieces.map(({ source, text }) =>
    source === 'shared' ? text : timeElement(event, source === 'startRange' ? 'start' : 'end', text),
  )}`;
}
