import { costText } from '../../events/cost-text.ts';
import type { BareCall } from '../../http/call.ts';
import { sharedListToHorizon } from '../../http/list-answer.ts';
import { calendarWords } from '../../i18n/messages.ts';
import { filled } from '../../i18n/say.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import { type EventFilter, type ListArgs, readFilter } from '../../search/event-filter.ts';
import { whenNow } from '../../search/when.ts';
import { designOf } from '../../site/design.ts';
import { siteNameIn } from '../../site/name.ts';
import { PAGES, pathOf } from '../../site/page-addresses.ts';
import { addressInLanguage, pathTo } from '../addresses.ts';
import { type Card, type CardTemplate, findCards } from '../find-cards.ts';
import { band, daysOfList } from '../list/body.ts';
import { type FoundList, findList } from '../list/find-list.ts';
import { page } from '../page.ts';
import { linkOf, marks, placeOf } from '../parts/card.ts';
import { dateBlock, lastDate, whenAlone } from '../parts/dates.ts';
import { jsonLd } from '../parts/json-ld.ts';
import { picture } from '../parts/picture.ts';
import { counted } from '../parts/plural.ts';
import { comingUp } from '../parts/query.ts';
import { ONCE, onceInFeeds } from '../parts/series-once.ts';
import { COMING_NOW, subscribe } from '../parts/subscribe.ts';
import { listPreview } from '../preview-cards/preview.ts';
import type { PageEvent, PageView } from '../view.ts';
import { wordsIn } from '../words.ts';
import { comingWeeks } from './coming-weeks.ts';
import { questionsOf } from './questions.ts';

/** Events of the coming days, and pictures at the head. */
const MOST_DAYS = 12;
const MOST_LEADING = 3;

const LIST: ListArgs = {
  ...{ page: 1, per_page: MOST_DAYS, strict_dates: false },
  ...ONCE,
};

/** What a visitor sees first: what the calendar is proud of, what people ask, what is on now, and the coming days. */
export const homePage = page({
  arguments: {},
  async show(call) {
    const list = await findList(call, LIST, false);
    const leading = await findLeading(call);
    const name = siteNameIn(call);
    const kind = { path: pathOf(PAGES.list), title: name };
    const { ongoing, total } = list;
    const open = ongoing && without(ongoing, leading);
    const words = wordsIn('home', call);
    return {
      title: name,
      description: filled(calendarWords.because[call.language], {
        name,
        value: `${counted(wordsIn('listPages', call), 'events', total, call.language)}.`,
      }),
      path: () => '/',
      preview: await listPreview(LIST, call),
      ...(await sharedListToHorizon(LIST, list.filter, call)),
      main: html`<h1 class="home-name${designOf(call.config).logos && ' visually-hidden'}">${name}</h1>
${leadOf(leading)}${await questionsOf(call)}<div class="home-now">${band(call, kind, { ...list, ongoing: open }, false)}</div>
<div class="home-columns">
<section aria-labelledby="coming">
<h2 class="home-title" id="coming">${words.coming}</h2>
${total === 0 ? html`<p class="empty-title">${wordsIn('listPages', call).nothing_planned}</p>` : daysOfList(call, list)}
<p class="home-all"><a class="button" href="${pathTo(call, pathOf(PAGES.list))}">${words.all}</a></p>
</section>
<div class="home-beside">
${await comingWeeks(call)}${subscribe(call, { path: pathOf(PAGES.list), now: { ...COMING_NOW, ...onceInFeeds(list.filter) } })}
</div>
</div>
${jsonLd({ '@context': 'https://schema.org', '@type': 'WebSite', name, url: addressInLanguage('/', call.language, call) })}`,
    };
  },
});

/** What is on now, without what stands at the head already. */
const without = ({ cards, total }: NonNullable<FoundList['ongoing']>, leading: readonly Card[]) => {
  const others = cards.filter(({ id }) => leading.every(card => card.id !== id));
  return { cards: others, total: total - cards.length + others.length };
};

/** What stands at the head, in this order, of what has a picture and takes place. */
const LEADING: readonly EventFilter[] = [{ featured: true }, { sticky: true }];

/** The events at the head, all of them with a picture: the featured ones, then the pinned ones, then the soonest ones. */
async function findLeading(call: BareCall): Promise<Card[]> {
  const found = new Map<number, Card>();
  const pictured = await readFilter(comingUp({ ...LIST, has_image: true }), call);
  const soonest = { when: whenNow(['upcoming'], call.clock) };
  for (const more of [...LEADING, soonest]) {
    if (found.size === MOST_LEADING) break;
    const filter: EventFilter = { ...pictured, ...more, eventStatus: ['scheduled', 'moved_online'] };
    const { cards } = await findCards(call, leadTemplate, filter, { limit: MOST_LEADING, offset: 0 });
    for (const card of cards) if (found.size < MOST_LEADING) found.set(card.id, card);
  }
  const leading = [...found.values()];
  call.clock.showsUntilEnd(leading.map(({ end }) => end));
  return leading;
}

/** The first event large, the others small beside it. */
const leadOf = (cards: readonly Card[]): Html =>
  cards.length === 0
    ? NOTHING
    : html`<ul class="leading">${cards.map(({ html: small, views }, at) => html`<li>${at === 0 ? views[1] : small}</li>\n`)}</ul>\n`;

/** An event beside the first one, and the first one. */
const leadTemplate: CardTemplate = {
  name: 'lead',
  write: (event, view) => [leadCard(event, view, false), leadCard(event, view, true)],
};

function leadCard(event: PageEvent, view: PageView, isFirst: boolean): Html {
  const { image } = event;
  const sizes = isFirst ? '(min-width: 62rem) 46rem, 100vw' : '(min-width: 62rem) 10rem, 30vw';
  const cost = costText(event, view);
  // The large numbers show the days already.
  const isOfWholeDays = event.all_day === 1 && lastDate(event, view.config) > event.start_date.slice(0, 10);
  return html`<article class="lead-card${isFirst && ' is-first'}">
${image && picture(image, view, { sizes, class: 'lead-picture', isDecorative: true, loading: isFirst ? 'eager' : 'lazy' })}
<div class="lead-text">
${dateBlock(event, view)}
<div><h2 class="card-title lead-title">${linkOf(event, view)}</h2>
<p class="${isOfWholeDays ? 'visually-hidden' : 'lead-when'}">${whenAlone(event, view)}</p>
${placeOf(event, view)}${marks(event, view)}${cost !== '' && html`<p class="lead-cost">${cost}</p>\n`}</div></div></article>`;
}
