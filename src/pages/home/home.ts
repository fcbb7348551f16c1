import { costText } from '../../events/cost-text.ts';
import type { BareCall } from '../../http/call.ts';
import { sharedListToHorizon } from '../../http/list-answer.ts';
import { formatDayOfYear, formatShortMonth } from '../../i18n/format-dates.ts';
import { calendarWords } from '../../i18n/messages.ts';
import { filled } from '../../i18n/say.ts';
import { attribute, type Html, html, NOTHING } from '../../lib/html.ts';
import { dateOf } from '../../lib/time/zones.ts';
import { atOneVersion } from '../../read-model/record-source.ts';
import { type EventFilter, type ListArgs, readFilter } from '../../search/event-filter.ts';
import { whenNow } from '../../search/when.ts';
import { designOf } from '../../site/design.ts';
import { siteNameIn } from '../../site/name.ts';
import { PAGES, pathOf } from '../../site/page-addresses.ts';
import { addressInLanguage, pathTo } from '../addresses.ts';
import { dayDot, weekdayHead } from '../calendar/day-parts.ts';
import { DAYS_OF_WEEK, dayNumber, daysOf, instantsOf, mondayOf } from '../calendar/days.ts';
import { calendarFilter } from '../calendar/filter-form.ts';
import { countDays } from '../calendar/find-days.ts';
import { isTall } from '../event/article.ts';
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
import { sharedPart } from '../parts/shared-part.ts';
import { COMING_NOW, subscribe } from '../parts/subscribe.ts';
import { listPreview } from '../preview-cards/preview.ts';
import type { PageEvent, PageView } from '../view.ts';
import { wordsIn } from '../words.ts';
import { questionsOf } from './questions.ts';

/** Events of the coming days, and pictures at the head. */
const MOST_DAYS = 12;
const MOST_LEADING = 3;

const ALL: ListArgs = { page: 1, per_page: 1, strict_dates: false };
const LIST: ListArgs = { ...ALL, per_page: MOST_DAYS, ...ONCE };

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
  return html`<article class="lead-card${isFirst && ' is-first'}${isFirst && image && isTall(image) && ' is-poster'}">
${image && picture(image, view, { sizes, class: 'lead-picture', isDecorative: true, loading: isFirst ? 'eager' : 'lazy' })}
<div class="lead-text">
${dateBlock(event, view)}
<div><h2 class="card-title lead-title">${linkOf(event, view)}</h2>
<p class="${isOfWholeDays ? 'visually-hidden' : 'lead-when'}">${whenAlone(event, view)}</p>
${placeOf(event, view)}${marks(event, view)}${cost !== '' && html`<p class="lead-cost">${cost}</p>\n`}</div></div></article>`;
}

const WEEKS = 5;

/** This week and the next ones as dots, the larger the more begins on a day. Each leads to the page of its day. */
const comingWeeks = (call: BareCall): Promise<Html> => sharedPart(call, 'weeks', writeWeeks);

async function writeWeeks(call: BareCall): Promise<Html> {
  const today = dayNumber(call.clock.today());
  const monday = mondayOf(today);
  const ahead = { from: today, to: monday + WEEKS * DAYS_OF_WEEK - 1 };
  const { from, before } = instantsOf(ahead, call.config);
  // What has begun long before would make every day the same.
  const filter = { ...(await calendarFilter(ALL, ahead, call)), period: { from, before } };
  const counts = await atOneVersion(call, source => countDays(source, filter, ahead, call));
  const most = Math.max(...counts.values());
  const cell = (day: number) => {
    const date = dateOf(day);
    const dot = {
      ...{ count: counts.get(day) ?? 0, most, label: formatDayOfYear(date, call.language) },
      href: pathTo(call, pathOf(PAGES.day, { day: date })),
    };
    const isToday = day === today;
    const month =
      date.endsWith('-01') &&
      html`<small aria-hidden="true">${formatShortMonth(date, call.language)}</small>`;
    return html`<td${attribute('class', day < today ? 'is-past' : isToday && 'is-today')}${attribute('aria-current', isToday && 'date')}>${dayDot(day, dot)}${month}</td>`;
  };
  const weeks = Array.from({ length: WEEKS }, (_, week) => monday + week * DAYS_OF_WEEK);
  const week = (first: number) => daysOf({ from: first, to: first + DAYS_OF_WEEK - 1 });
  return html`<table class="coming-weeks">
<caption>${wordsIn('home', call).weeks}</caption>
<thead>
<tr>${week(monday).map(day => weekdayHead(day, call))}</tr>
</thead>
<tbody>
${weeks.map(first => html`<tr>${week(first).map(cell)}</tr>\n`)}</tbody>
</table>
<p><a href="${pathTo(call, pathOf(PAGES.thisMonth))}">${wordsIn('dayPages', call).whole_month}</a></p>
`;
}
