import type { TermRow } from '../../db/tables.ts';
import { costText } from '../../events/cost-text.ts';
import { ruleInShort } from '../../events/series.ts';
import { typographyOf } from '../../i18n/language.ts';
import { calendarWords } from '../../i18n/messages.ts';
import { filled } from '../../i18n/say.ts';
import { attribute, type Html, html, NOTHING } from '../../lib/html.ts';
import { permalink } from '../../records/published-members.ts';
import { languageOfText } from '../../records/translations/in-language.ts';
import { PAGES, pathOf } from '../../site/page-addresses.ts';
import { pathTo } from '../addresses.ts';
import type { CardTemplate } from '../find-cards.ts';
import { dayOf, eventMonth } from '../preview-cards/event-card.ts';
import type { PageEvent, PageView } from '../view.ts';
import { wordsIn } from '../words.ts';
import { cardWhen, runningUntil, whenBegun } from './dates.ts';
import { monthDots } from './month-dots.ts';
import { picture } from './picture.ts';
import { counted } from './plural.ts';
import { scarceMark } from './tickets.ts';

/** An event in a list: when, what, where, and what else decides whether to go. */
export const cardTemplate: CardTemplate = {
  ...{ name: 'card', write: (event, view) => write(event, view) },
  countsLater: (event, view) => event.series !== undefined && shortRule(event, view) === undefined,
};

/** The same without the year of its day, and with it. */
export const datedCard: CardTemplate = {
  name: 'dated card',
  write: (event, view) =>
    [false, true].map(hasYear => write(event, view, cardWhen(event, view, { hasYear }))),
};

/** An event on a day after its first one: on a later day, and on its last one. */
export const begunCard: CardTemplate = {
  name: 'begun card',
  isMarkedUp: true,
  write: (event, view) => [false, true].map(isLast => write(event, view, whenBegun(event, view, isLast))),
};

/** An event that is running, in few words. */
export const compactCard: CardTemplate = { name: 'compact card', write: writeCompact };

function write(event: PageEvent, view: PageView, when = cardWhen(event, view)): Html {
  const isFeatured = event.featured === 1;
  return html`<article class="card${classOfStatus(event, ' card-')}${isFeatured && ' card-featured'}">
<div class="card-text">
<p class="card-when">${when}</p>
${titleOf(event, view)}
${isFeatured && html`<p class="card-star">${wordsIn('eventPage', view).featured}</p>\n`}${placeOf(event, view)}${factsOf(event, view)}</div>
${pictureOf(event, view, '(min-width: 48rem) 8rem, 24vw')}</article>`;
}

function writeCompact(event: PageEvent, view: PageView): Html {
  return html`<article class="card card-compact${classOfStatus(event, ' card-')}">
<div class="card-text">
${titleOf(event, view)}
<p class="card-when">${runningUntil(event, view)}</p>
${placeOf(event, view)}${marks(event, view)}</div>
${event.image ? pictureOf(event, view, 'auto, 12rem') : drawnCard({ ...event, start_date: event.end_date }, view)}</article>`;
}

/** The class of the colour of a category, which stands beside its name and never alone. */
export const colorOf = ({ color }: Pick<TermRow, 'color'>): string => `k-${color || 'slate'}`;

export const isOff = ({ event_status }: Pick<PageEvent, 'event_status'>): boolean =>
  event_status === 'canceled' || event_status === 'postponed';

/** Whether it takes place, but not where it was to. */
export const hasMoved = ({ event_status }: Pick<PageEvent, 'event_status'>): boolean =>
  event_status === 'moved_online';

/** What is cancelled is struck out; of what is postponed, only the time. */
export const classOfStatus = (event: PageEvent, prefix: string): string =>
  isOff(event) ? `${prefix}${event.event_status === 'canceled' ? 'off' : 'late'}` : '';

const titleOf = (event: PageEvent, view: PageView): Html =>
  html`<h3 class="card-title">${linkOf(event, view)}</h3>`;

/** A link to an event. Whoever hears it alone, or a list of headings, hears that it does not take place as planned. */
export function linkOf(event: PageEvent, view: PageView): Html {
  const [href, lang] = [permalink('event', event, view), textLanguage(event, 'title', view)];
  const { event_status: status } = event;
  const title = titleIn(event, view);
  if (status === 'scheduled') return html`<a href="${href}"${lang}>${title}</a>`;
  const name = wordsIn('calendarPages', view)[status];
  const prefix = filled(calendarWords.because[view.language], { name, value: '' });
  return html`<a href="${href}"><span class="visually-hidden">${prefix}</span><span${lang}>${title}</span></a>`;
}

/** The title as it is set: in French, no line begins with a colon. */
export const titleIn = ({ title }: PageEvent, { language }: PageView): string =>
  typographyOf(language).text?.(title) ?? title;

export function placeOf(event: PageEvent, view: PageView): Html {
  const [venue] = event.venues;
  if (!venue) return NOTHING;
  const city = venue.city && !venue.name.includes(venue.city) && html`, ${venue.city}`;
  const place = html`<span${textLanguage(venue, 'name', view)}>${venue.name}</span>${city}`;
  return html`<p class="card-place">${hasMoved(event) ? html`<s>${place}</s>` : place}</p>\n`;
}

function factsOf(event: PageEvent, view: PageView): Html {
  const [category] = event.categories;
  const cost = costText(event, view);
  const series = seriesSummary(event, view);
  const facts = [
    category &&
      html`<li><a class="card-category hue ${colorOf(category)}" href="${pathTo(view, pathOf(PAGES.category, { slugs: category.slug }))}"${textLanguage(category, 'name', view)}>${category.name}</a></li>`,
    cost !== '' && html`<li class="card-cost">${cost}</li>`,
    series && html`<li class="card-series">${series}</li>`,
  ].filter(Boolean);
  return html`${marks(event, view)}${facts.length > 0 && html`<ul class="card-facts">${facts}</ul>\n`}`;
}

/** What nobody may overlook. */
export function marks(event: PageEvent, view: PageView): Html {
  const { language } = view;
  const { event_status: status } = event;
  const all = [
    status !== 'scheduled' &&
      html`<li class="mark mark-${status}">${wordsIn('calendarPages', view)[status]}</li>`,
    event.is_virtual === 1 &&
      !hasMoved(event) &&
      html`<li class="mark mark-online">${calendarWords.online[language]}</li>`,
    scarceMark(event, view),
    event.isLocked && html`<li class="mark mark-protected">${wordsIn('calendarPages', view).protected}</li>`,
  ].filter(Boolean);
  return all.length > 0 ? html`<ul class="marks">${all}</ul>\n` : NOTHING;
}

const pictureOf = ({ image }: PageEvent, view: PageView, sizes: string): Html | undefined =>
  image && html`${picture(image, view, { sizes, class: 'card-picture', isDecorative: true })}\n`;

/** The `lang` attribute of a text that is in another language than its page. */
export function textLanguage(row: object, column: string, view: PageView): Html {
  const language = languageOfText(row, column, view);
  return attribute('lang', language === view.language ? undefined : language);
}

/** Characters of a rule that a card has room for. */
const SHORT = 64;

/** When the events of a series take place, or how many dates follow if that takes long to say. */
const seriesSummary = (event: PageEvent, view: PageView): string | undefined =>
  event.later
    ? counted(wordsIn('listPages', view), 'more_dates', event.later, view.language)
    : shortRule(event, view);

/** The rule of a series in few words; undefined if it has none, or one that takes long to say. */
function shortRule({ series, start_date }: PageEvent, { language }: PageView): string | undefined {
  const rule = series && ruleInShort(series, start_date, language);
  // No line ends with the number of a day.
  return rule !== undefined && rule.length <= SHORT ? rule.replaceAll(/(?<=\d) /g, '\u00a0') : undefined;
}

/** What stands for the picture of an event that has none: its day, and its month as dots, as on the link card. */
export function drawnCard(event: PageEvent, { language }: PageView): Html {
  const { weekday, number, month } = dayOf(event, language);
  return html`<div class="drawn" aria-hidden="true"><p><span>${weekday}</span> <b>${number}</b> <span>${month}</span></p>${monthOf(event)}</div>`;
}

/** The month in which an event begins, as dots of which its days stand out. */
function monthOf(event: PageEvent): Html {
  const { first, last } = eventMonth(event);
  const isOn = (date: string) => Number(date.slice(8)) >= first && Number(date.slice(8)) <= last;
  return monthDots(event.start_date.slice(0, 7), isOn);
}
