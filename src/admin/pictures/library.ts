import { filled } from '../../i18n/say.ts';
import { attribute, type Html, html, NOTHING } from '../../lib/html.ts';
import { formatNumber } from '../../pages/parts/plural.ts';
import { IMAGES_PATH } from '../../site/address.ts';
import { unlessRefused } from '../ask.ts';
import { fileNameOf, type ShownImage, thumbnailOf } from '../events/record.ts';
import type { AdminAnswer, AdminCall } from '../page.ts';
import { pageIn, pager } from '../pager.ts';
import { head, hidden } from '../parts.ts';
import { at } from '../surface.ts';
import { wordsIn } from '../words.ts';

interface ShownListedImage extends ShownImage {
  readonly uses: number;
  readonly proposals: number;
}

interface ImageList {
  readonly images: readonly ShownListedImage[];
  readonly total: number;
  readonly total_pages: number;
}

/** What the list keeps, by what the address names: the filter of the interface. */
const ONLY = { all: {}, no_alt: { alt: 'missing' }, unused: { unused: true } } as const;
type Only = keyof typeof ONLY;

/** The pictures that the viewer may change, newest first. */
export async function libraryPage(call: AdminCall): Promise<AdminAnswer> {
  const only = (Object.keys(ONLY) as Only[]).find(name => name === call.query.get('only')) ?? 'all';
  const search = call.query.get('search')?.trim().slice(0, 200) ?? '';
  const page = pageIn(call.query);
  const address = (to: Only, page = 1) =>
    at(
      call,
      'pictures',
      {},
      {
        ...(search && { search }),
        ...(to !== 'all' && { only: to }),
        ...(page > 1 && { page }),
      },
    );
  const asked = { per_page: 50, page, ...ONLY[only], ...(search && { search }) };
  const found = await unlessRefused(call.ask('GET', IMAGES_PATH, asked));
  if (!found || found.refused) return { to: page > 1 ? address(only) : at(call, 'overview') };
  const { images, total, total_pages } = found.body as ImageList;
  const [words, list] = [wordsIn('pictures', call), wordsIn('eventList', call)];
  const title = wordsIn('menu', call).pictures;
  const pills = (Object.keys(ONLY) as Only[]).map(
    name =>
      html`<li><a class="pill" href="${address(name)}"${attribute('aria-current', name === only ? 'page' : undefined)}>${words[name]}</a></li>\n`,
  );
  const nothing = search || only !== 'all' ? list.nothing_found : list.empty;
  const main = html`${head(title)}<form class="filters" method="get" action="${at(call, 'pictures')}" role="search" aria-label="${title}">
<div><label for="search">${list.search}</label><input id="search" name="search" type="search" value="${search}"></div>
<button type="submit" class="button low">${list.search}</button>
${only !== 'all' && hidden([['only', only]])}</form>
<nav aria-label="${list.filters}"><ul class="pills">
${pills}</ul></nav>
<p class="total"><strong>${filled(wordsIn('trash', call).total, { total: formatNumber(total, call.language) })}</strong></p>
${images.length > 0 ? html`<ul class="gallery">\n${images.map(image => itemOf(call, image))}</ul>\n` : html`<p class="lead">${nothing}</p>\n`}${pager(call, { page, pages: total_pages, title }, page => address(only, page))}`;
  return { title, main };
}

function itemOf(call: AdminCall, image: ShownListedImage): Html {
  const words = wordsIn('pictures', call);
  const { id, uses, proposals, alt_text } = image;
  const unshown = proposals > 0 ? words.proposed : words.nowhere;
  const used = uses > 0 ? filled(words.uses, { count: formatNumber(uses, call.language) }) : unshown;
  return html`<li><a href="${at(call, 'picture', { id })}"><img src="${thumbnailOf(image)}" width="150" height="150" alt="" loading="lazy"><b>${fileNameOf(image)}</b></a>
<p class="small"><span class="muted">${used}</span>${alt_text ? NOTHING : html` · <span class="lacks">${words.lacks_alt}</span>`}</p></li>
`;
}
