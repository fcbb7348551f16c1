import type { ContactRow } from '../../contacts/store.ts';
import type { ImageRow, WithImage } from '../../db/tables.ts';
import { type Html, html } from '../../lib/html.ts';
import { permalink } from '../../records/published-members.ts';
import { inLanguage } from '../../records/translations/in-language.ts';
import { PAGES, pathOf } from '../../site/page-addresses.ts';
import { pathTo } from '../addresses.ts';
import type { FoundCards } from '../find-cards.ts';
import { daysOfList } from '../list/body.ts';
import type { FoundList } from '../list/find-list.ts';
import { textLanguage } from '../parts/card.ts';
import { dataOf } from '../parts/json-ld.ts';
import { pager } from '../parts/pager.ts';
import { creditOf, picture } from '../parts/picture.ts';
import { counted } from '../parts/plural.ts';
import { relOf } from '../parts/query.ts';
import { pageText } from '../parts/rich-text.ts';
import { datesLink, onceInFeeds } from '../parts/series-once.ts';
import { COMING_NOW, subscribe } from '../parts/subscribe.ts';
import type { PageView } from '../view.ts';
import { wordsIn } from '../words.ts';
import type { ShownKind } from './kinds.ts';

export async function contactContent<Row extends ContactRow>(
  shown: ShownKind<Row>,
  contact: WithImage<Row>,
  found: FoundList,
  view: PageView,
): Promise<Html> {
  const details = shown.details(contact, view);
  const about = await aboutOf(contact, permalink(shown.kind.type, contact, view), view);
  return html`<article class="place">
<header class="place-header">
<p class="place-kind"><a href="${pathTo(view, `/${shown.plural}/`)}">${wordsIn('contactPages', view)[shown.plural]}</a></p>
<h1${textLanguage(contact, 'name', view)}>${contact.name}</h1>
</header>
${(about || details) && html`<div class="place-body">\n${about}${details}</div>\n`}${await comingEvents(shown, contact, found, view)}
</article>`;
}

async function aboutOf(
  contact: WithImage<ContactRow>,
  address: string,
  view: PageView,
): Promise<Html | undefined> {
  const { image, description } = contact;
  if (!image && !description) return undefined;
  return html`<div class="place-about">
${image && placePicture(inLanguage(image, view), view)}
${description && html`<div class="rich-text"${textLanguage(contact, 'description', view)}>${await pageText(description, view, address)}</div>`}
</div>
`;
}

function placePicture(image: ImageRow, view: PageView): Html {
  const shown = picture(image, view, { sizes: PICTURE_SIZES, loading: 'eager', class: 'place-picture' });
  const credit = creditOf(image);
  return credit ? html`<figure>${shown}\n<figcaption>${credit}</figcaption></figure>` : shown;
}

/** The contacts are beside the picture where there is room. */
const PICTURE_SIZES = '(min-width: 74rem) 50rem, (min-width: 60rem) calc(100vw - 26rem), 100vw';

/** How many events come up, as people say it. */
export const countOf = ({ total }: FoundCards, view: PageView): string =>
  counted(wordsIn('contactPages', view), 'events', total, view.language);

/** The events of a contact from now on, one page of them, and the ways to the others. */
async function comingEvents<Row extends ContactRow>(
  { kind }: ShownKind<Row>,
  contact: ContactRow,
  found: FoundList,
  view: PageView,
): Promise<Html> {
  const words = wordsIn('contactPages', view);
  const listOf = (path: string) => {
    const href = pathTo(view, `${path}?${kind.type}=${contact.id}`);
    return html`href="${href}"${relOf(href)}`;
  };
  const { args, total, pages } = found;
  return html`<section class="place-events at-${kind.type}" aria-labelledby="coming">
<h2 id="coming">${words.upcoming}${total > 0 && html` <span class="count">${countOf(found, view)}</span>`}</h2>
${total > 0 && (await datesLink(view, found, pathOf(PAGES.list), new URLSearchParams({ [kind.type]: String(contact.id) })))}${
  total === 0
    ? html`<p>${words.none}</p>\n`
    : html`${daysOfList(view, found)}${pager(view, { path: view.page!.path, page: args.page, pages })}`
}<ul class="place-links">
${total > 0 && html`<li><a ${listOf(pathOf(PAGES.list))}>${words.filter}</a></li>\n`}<li><a ${listOf(pathOf(PAGES.past))}>${words.past}<span class="visually-hidden"${textLanguage(contact, 'name', view)}>, ${contact.name}</span></a></li>
</ul>
${subscribe(view, {
  ...{
    path: pathOf(PAGES.list),
    query: { [kind.type]: String(contact.id) },
    now: { ...COMING_NOW, ...onceInFeeds(found.filter) },
  },
  size: args.per_page,
})}
${dataOf(found.cards)}</section>`;
}
