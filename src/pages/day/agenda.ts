import { type Html, html } from '../../lib/html.ts';
import { spanOf } from '../calendar/day-entries.ts';
import { placeOf } from '../calendar/day-parts.ts';
import { entry, type OnDay } from '../calendar/entry.ts';
import type { PageView, ShownEvent } from '../view.ts';
import { wordsIn } from '../words.ts';

/** The events of a day: first those that last all day or longer, then the others by their times. */
export function agenda(events: readonly ShownEvent[], day: number, view: PageView): Html {
  const words = wordsIn('dayPages', view);
  const { id: zone } = view.config.TIME_ZONE;
  const all = events.map(event => ({
    event,
    span: spanOf(event.id, event.start_at, event.end_at, zone),
    day,
  }));
  const through = all.filter(one => isThrough(one));
  const timed = all.filter(one => !isThrough(one));
  return html`${group('through', words.through, through, view)}${group('timed', words.timed, timed, view)}`;
}

const isThrough = ({ event, span, day }: OnDay): boolean => event.all_day === 1 || span.first < day;

function group(id: string, title: string, all: readonly OnDay[], view: PageView): Html | undefined {
  if (all.length === 0) return undefined;
  return html`<section class="agenda is-${id}" aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
<ul class="entries">
${all.map(one => entry(one, view, placeOf(one.event, view)))}</ul>
</section>
`;
}
