import { range } from '../../http/paging.ts';
import { type Html, html } from '../../lib/html.ts';
import { cachingOf, eventFilters, type ListArgs, readFilter } from '../../search/event-filter.ts';
import { listPreview } from '../cards/preview.ts';
import { findCards } from '../find-cards.ts';
import { page } from '../page.ts';
import { cardTemplate } from '../parts/card.ts';
import { wordsIn } from '../words.ts';

/** The list of events from now on. */
export const listPage = page({
  arguments: eventFilters,
  async show({ args: sent, ...call }) {
    const words = wordsIn('listPages', call);
    const args = comingUp(sent);
    const filter = await readFilter(args, call);
    const { cards } = await findCards(call, cardTemplate, filter, range(args, call.config));
    const main: Html = html`<h1>${words.upcoming}</h1>
${cards.length === 0 ? html`<p>${words.none}</p>` : html`<ul class="cards">${cards.map(({ html: card }) => html`<li>${card}</li>`)}</ul>`}`;
    return {
      ...{ title: words.upcoming, section: 'list', main, path: () => '/events/' },
      ...{ preview: await listPreview(args, call), ...cachingOf(args, call) },
    };
  },
});

/** The arguments with the period of the list, unless some other was asked for. */
const comingUp = (args: ListArgs): ListArgs =>
  DATES.some(name => args[name] !== undefined) ? args : { ...args, when: ['ongoing', 'upcoming'] };

const DATES = [
  ...(['when', 'overlaps', 'start_date', 'end_date'] as const),
  ...(['starts_before', 'starts_after', 'ends_before', 'ends_after', 'include'] as const),
] satisfies (keyof ListArgs)[];
