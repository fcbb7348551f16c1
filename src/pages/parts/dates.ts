import type { EventRecord } from '../../events/event.ts';
import { ownInstant } from '../../events/whole-days.ts';
import { type Language, recurrenceGrammarOf } from '../../i18n/language.ts';
import { type Html, type HtmlValue, html } from '../../lib/html.ts';
import { isoAt, parseZone } from '../../lib/time/zones.ts';

/** `until 10 May`, with the year if it is another one than this. */
export function formatUntil(wall: string, year: string, language: Language): string {
  const grammar = recurrenceGrammarOf(language);
  const [own = '', month, day] = wall.slice(0, 10).split('-');
  const said = grammar.daysInMonth([Number(day)], grammar.months[Number(month) - 1]!);
  return grammar.until(own === year ? said : grammar.inYear(said, own));
}

/** The start or the end of an event as an element, which programs can read. */
export function timeElement(event: EventRecord, edge: 'start' | 'end', said: HtmlValue): Html {
  const wall = event[`${edge}_date`];
  const datetime =
    event.all_day === 1
      ? wall.slice(0, 10)
      : isoAt(ownInstant(event, edge), parseZone(event.timezone) ?? 'UTC');
  return html`<time datetime="${datetime}">${said}</time>`;
}
