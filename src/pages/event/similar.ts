import { seriesOfEvents } from '../../events/series-dates.ts';
import type { BareCall } from '../../http/call.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import { startOfDay } from '../../lib/time/dates.ts';
import { toEpoch, toWall } from '../../lib/time/zones.ts';
import type { EventFilter } from '../../search/event-filter.ts';
import { readWhen } from '../../search/when.ts';
import { cachedDescendants } from '../../terms/tree.ts';
import { type Card, findCards } from '../find-cards.ts';
import { cardTemplate } from '../parts/card.ts';
import type { PageEvent, PageView } from '../view.ts';
import { wordsIn } from '../words.ts';

/** The most similar events of a page. */
const MOST = 4;

/** How much earlier or later an event of the same category may be. */
const FOUR_WEEKS = 28 * 86_400;

/**
 * Events that readers of this one may like: of its categories at about its time, or at its place. Never the event itself
 * or another date of its series, and nothing of an event that a password hides.
 */
export async function findSimilar(event: PageEvent, call: BareCall): Promise<Card[]> {
  const shown: Card[] = [];
  // A series may answer several questions, with other dates. Its id is that of no event.
  const families = new Set([event.id, event.series_id ?? event.id]);
  for (const ask of await questionsFor(event, call)) {
    const missing = MOST - shown.length;
    if (missing === 0) break;
    // The event itself and its series may be among them, and what was found before.
    const range = { offset: 0, limit: MOST + 2 };
    const { cards } = await findCards(call, cardTemplate, { ...SHOWN, ...ask }, range);
    const ids = cards.map(({ id }) => id);
    const series = await seriesOfEvents(call, ids);
    const familyOf = ({ id }: Card) => series.get(id) ?? id;
    const others = cards.filter(card => card.id !== event.id && !families.has(familyOf(card)));
    for (const card of others.slice(0, missing)) {
      families.add(familyOf(card));
      shown.push(card);
    }
  }
  shown.sort((one, other) => one.start - other.start);
  narrowBy(shown, event, call);
  return shown;
}

/** Beside an event that is over stand those that have not begun, beside another one those that have not ended. */
function narrowBy(shown: readonly Card[], { end_at }: PageEvent, { clock }: BareCall): void {
  clock.showsUntilEnd(shown.map(({ end }) => end));
  if (clock.hasCome(end_at)) for (const { start } of shown) clock.hasCome(start);
}

/** What anybody may see, and takes place; each series once. */
const SHOWN = {
  status: ['publish'],
  eventStatus: ['scheduled', 'moved_online'],
  oneOfSeries: 'first',
} satisfies EventFilter;

/** Later ones of the same categories, then those at the same place, then earlier ones. */
async function questionsFor(event: PageEvent, call: BareCall): Promise<EventFilter[]> {
  const terms = event.categories.map(({ id }) => id);
  // One by one, each is kept for all events of its category.
  const below = await Promise.all(terms.map(id => cachedDescendants(call, [id])));
  const categories = [...new Set(below.flat())];
  const venues = event.venues.map(({ id }) => id);
  const coming = readWhen(['ongoing', 'upcoming'], call.clock.instant);
  const isOver = call.clock.hasCome(event.end_at);
  const from = isOver ? call.clock.instant : dayOfStart(event, call);
  const weeks = { from, ...(!isOver && { before: from + FOUR_WEEKS }) };
  const ofCategories = (when: EventFilter['when']) => (categories.length > 0 ? [{ categories, when }] : []);
  return [
    ...ofCategories({ ...coming, ...weeks }),
    ...(venues.length > 0 ? [{ venues, when: coming }] : []),
    ...(isOver ? [] : ofCategories({ ...coming, from: from - FOUR_WEEKS, before: from })),
  ];
}

const dayOfStart = ({ start_at }: PageEvent, { config }: BareCall): number =>
  toEpoch(startOfDay(toWall(start_at, config.TIME_ZONE.id)), config.TIME_ZONE.id);

export function similarSection(cards: readonly Card[], view: PageView): Html {
  if (cards.length === 0) return NOTHING;
  return html`<section class="event-similar" aria-labelledby="similar">
<h2 id="similar">${wordsIn('eventPage', view).similar}</h2>
<ul class="cards">${cards.map(({ html: shown }) => html`<li>${shown}</li>`)}</ul>
</section>`;
}
