import { type Html, html } from '../../lib/html.ts';
import { dayNumbersIn, lastInstant } from '../../lib/time/day.ts';
import type { Span } from '../calendar/arrange.ts';
import { placeOf } from '../calendar/day-parts.ts';
import { entryClass, entryLink, type OnDay } from '../calendar/entry.ts';
import type { PageView, ShownEvent } from '../view.ts';
import { wordsIn } from '../words.ts';

/** The events of a day: first those that last all day or longer, then the others by their times. */
export function agenda(events: readonly ShownEvent[], day: number, view: PageView): Html {
  const words = wordsIn('dayPages', view);
  const all = events.map(event => ({ event, span: spanOf(event, view), day }));
  const through = all.filter(one => isThrough(one));
  const timed = all.filter(one => !isThrough(one));
  return html`${group('through', words.through, through, view)}${group('timed', words.timed, timed, view)}`;
}

const isThrough = ({ event, span, day }: OnDay): boolean => event.all_day === 1 || span.first < day;

function spanOf({ id, start_at, end_at }: ShownEvent, { config }: PageView): Span {
  const dayOf = dayNumbersIn(config.TIME_ZONE.id);
  return { id, first: dayOf(start_at), last: dayOf(lastInstant(start_at, end_at)) };
}

function group(id: string, title: string, all: readonly OnDay[], view: PageView): Html | undefined {
  if (all.length === 0) return undefined;
  return html`<section class="agenda" aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
<ul class="entries">
${all.map(one => html`<li class="${entryClass(one)}">${entryLink(one, view)}${placeOf(one.event, view)}</li>\n`)}</ul>
</section>
`;
}
