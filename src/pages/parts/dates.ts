import { LRUCache } from 'lru-cache';
import type { EventRecord } from '../../events/event.ts';
import { datesSaid } from '../../formats/feeds/when.ts';
import { type Language, recurrenceGrammarOf, typographyOf } from '../../i18n/language.ts';
import { type Html, type HtmlValue, html } from '../../lib/html.ts';
import { isoAt, parseZone } from '../../lib/time/zones.ts';

/** The wall time as if it were in UTC, so that one format serves all zones. */
const instant = (wall: string): Date => new Date(`${wall.replace(' ', 'T')}Z`);

/** Says a wall time. */
export type Said = (wall: string) => string;

/** Dates of each kind and language that are kept. */
const MAX_SAID = 2000;

/** Says dates in a language; what was said is said again without formatting. */
export function sayingIn(options: Intl.DateTimeFormatOptions): (language: Language) => Said {
  const byLanguage = new Map<Language, Said>();
  return language => {
    const known = byLanguage.get(language);
    if (known) return known;
    const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' });
    const typography = typographyOf(language).date;
    const said = new LRUCache<string, string>({
      max: MAX_SAID,
      memoMethod(wall) {
        const text = format.format(instant(wall));
        return typography?.(text) ?? text;
      },
    });
    const fresh: Said = wall => said.memo(wall);
    byLanguage.set(language, fresh);
    return fresh;
  };
}

/** `Saturday, 10 May 2031` */
export const daySaid = sayingIn({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
/** `10 May 2031` */
export const dateSaid = sayingIn({ day: 'numeric', month: 'long', year: 'numeric' });
/** `Saturday` */
export const weekdaySaid = sayingIn({ weekday: 'long' });
/** `May 2031` */
export const monthSaid = sayingIn({ month: 'long', year: 'numeric' });
/** `Sat, 10 May` */
export const shortDaySaid = sayingIn({ weekday: 'short', day: 'numeric', month: 'short' });
/** `18:30` */
export const timeSaid = sayingIn({ hour: 'numeric', minute: '2-digit' });

/** `until 10 May`, with the year if it is another one than this. */
export function untilSaid(wall: string, year: string, language: Language): string {
  const grammar = recurrenceGrammarOf(language);
  const [own = '', month, day] = wall.slice(0, 10).split('-');
  const said = grammar.daysInMonth([Number(day)], grammar.months[Number(month) - 1]!);
  return grammar.until(own === year ? said : grammar.inYear(said, own));
}

/** When an event takes place, as people say it. */
export const whenSaid = (
  { start_date, end_date, all_day }: Pick<EventRecord, 'start_date' | 'end_date' | 'all_day'>,
  language: Language,
): string => datesSaid(start_date, end_date, all_day === 1, language);

/** The start or the end of an event as an element, which programs can read. */
export function timeElement(event: EventRecord, edge: 'start' | 'end', said: HtmlValue): Html {
  const wall = event[`${edge}_date`];
  const datetime =
    event.all_day === 1 ? wall.slice(0, 10) : isoAt(event[`${edge}_at`], parseZone(event.timezone) ?? 'UTC');
  return html`<time datetime="${datetime}">${said}</time>`;
}
