import type { EventRecord } from '../../events/event.ts';
import { type Language, typographyOf } from '../../i18n/language.ts';
import { parseZone } from '../../lib/time/zones.ts';
import type { View } from '../../records/view.ts';

/**
 * The dates of an event as people write them: `Saturday, May 10, 2031, 6:30 – 8:00 PM`. They are in the zone of the
 * event, which is named if it is not that of the site.
 */
export function whenOf(event: EventRecord, language: Language, { config }: Pick<View, 'config'>): string {
  const isAllDay = event.all_day === 1;
  const said = datesSaid(event.start_date, event.end_date, isAllDay, language);
  const isFromHere = isAllDay || parseZone(event.timezone) === config.TIME_ZONE.id;
  return isFromHere ? said : `${said} (${event.timezone_abbr || event.timezone})`;
}

export function datesSaid(start: string, end: string, isAllDay: boolean, language: Language): string {
  const format = isAllDay ? days(language) : times(language);
  const said = format.formatRange(instant(start), instant(end));
  return typographyOf(language).date?.(said) ?? said;
}

/** The wall time as if it were in UTC, so that one format serves all zones. */
const instant = (wall: string): Date => new Date(`${wall.replace(' ', 'T')}Z`);

/** A format for each language, made on first use. */
function formatsOf(options: Intl.DateTimeFormatOptions): (language: Language) => Intl.DateTimeFormat {
  const known = new Map<Language, Intl.DateTimeFormat>();
  return language => {
    const format = known.get(language) ?? new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' });
    known.set(language, format);
    return format;
  };
}

const days = formatsOf({ dateStyle: 'full' });
const times = formatsOf({ dateStyle: 'full', timeStyle: 'short' });
