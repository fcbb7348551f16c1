import type { ContactRow } from '../../contacts/store.ts';
import type { WithImage } from '../../db/tables.ts';
import { type Html, html } from '../../lib/html.ts';
import { permalink } from '../../records/published-members.ts';
import { inLanguage } from '../../records/translations/in-language.ts';
import { pathTo } from '../addresses.ts';
import type { FoundList } from '../list/found-list.ts';
import { textLanguage } from '../parts/card.ts';
import { picture } from '../parts/picture.ts';
import { pageText } from '../parts/rich-text.ts';
import type { PageView } from '../view.ts';
import { wordsIn } from '../words.ts';
import { comingEvents } from './coming.ts';
import type { ShownKind } from './kinds.ts';

/** The content of the page of a place. */
export async function contactContent<Row extends ContactRow>(
  shown: ShownKind<Row>,
  place: WithImage<Row>,
  found: FoundList,
  view: PageView,
): Promise<Html> {
  const words = wordsIn('contactPages', view);
  const contact = shown.contact(place, view);
  const about = await aboutOf(place, permalink(shown.kind.type, place, view), view);
  return html`<article class="place">
<header class="place-header">
<p class="place-kind"><a href="${pathTo(view, `/${shown.plural}/`)}">${words[shown.plural]}</a></p>
<h1${textLanguage(place, 'name', view)}>${place.name}</h1>
</header>
${(about || contact) && html`<div class="place-body">\n${about}${contact}</div>\n`}${comingEvents(shown, place, found, view)}
</article>`;
}

/** The picture and the description. */
async function aboutOf(
  place: WithImage<ContactRow>,
  address: string,
  view: PageView,
): Promise<Html | undefined> {
  const { image, description } = place;
  if (!image && !description) return undefined;
  return html`<div class="place-about">
${image && picture(inLanguage(image, view), view, { sizes: PICTURE_SIZES, loading: 'eager', class: 'place-picture' })}
${description && html`<div class="rich-text"${textLanguage(place, 'description', view)}>${await pageText(description, view, address)}</div>`}
</div>
`;
}

/** The contacts are beside the picture where there is room. */
const PICTURE_SIZES = '(min-width: 74rem) 50rem, (min-width: 60rem) calc(100vw - 26rem), 100vw';
