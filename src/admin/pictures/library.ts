import { filled } from '../../i18n/say.ts';
import { linkedTypes } from '../../kinds.ts';
import { attribute, type Html, html, NOTHING } from '../../lib/html.ts';
import { formatNumber } from '../../pages/parts/plural.ts';
import { IMAGES_PATH } from '../../site/address.ts';
import { type AnsweredPage, bodyOf, unlessRefused } from '../ask.ts';
import { storeImage } from '../events/image.ts';
import { chosenPicture } from '../events/picture-field.ts';
import {
  EVENTS,
  fileNameOf,
  imageValues,
  type ShownEvent,
  type ShownImage,
  thumbnailOf,
} from '../events/record.ts';
import { pairsOf, type SentForm } from '../form.ts';
import { type AdminAnswer, type AdminCall, type AdminPage, json, type Shown } from '../page.ts';
import { head, hidden, pageIn, pager } from '../parts.ts';
import { formPath } from '../surface.ts';

/** Fields that belong to this page, or to a picture that another one replaces. */
const OWN = /^(?:do|edit|choose|picture_search|remove_image|focus_[xy]|point.*)$/;

/** The library. A form sends a picture there by itself, so that no error can lose it, or chooses one that there is. */
export const picturesPage: AdminPage = {
  show: libraryPage,
  async act(call, { values: posted, file }) {
    const stored = file && (await storeImage(call, file));
    const isStored = typeof stored === 'object';
    if (!call.wantsJson) return choosePage(call, { ...posted, ...(isStored && { image: stored.id }) });
    if (!isStored) return json({ problem: stored }, 422);
    return json({ part: chosenPicture(call, stored, imageValues(stored)).text });
  },
};

type CountedImage = ShownImage & Readonly<Record<'uses' | 'proposals', number>>;

/** What the list keeps, by what the address names: the filter of the interface. */
const ONLY = { all: {}, no_alt: { alt: 'missing' }, unused: { unused: true } } as const;
type Only = keyof typeof ONLY;

/** The pictures that the viewer may change, newest first. */
export async function libraryPage(call: AdminCall): Promise<AdminAnswer> {
  const only = (Object.keys(ONLY) as Only[]).find(name => name === call.query.get('only')) ?? 'all';
  const search = call.query.get('search')?.trim().slice(0, 200) ?? '';
  const page = pageIn(call.query);
  const address = (to: Only, page = 1) => {
    const only = to === 'all' ? undefined : to;
    return call.at('pictures', {}, { search: search || undefined, only, page: page > 1 ? page : undefined });
  };
  const asked = { per_page: 50, page, ...ONLY[only], ...(search && { search }) };
  const found = await bodyOf<AnsweredPage<'images', CountedImage>>(
    unlessRefused(call.ask('GET', IMAGES_PATH, asked)),
  );
  if (!found) return { to: page > 1 ? address(only) : call.at('overview') };
  const { images, total, total_pages } = found;
  const { pictures: words, eventList: list } = call.words;
  const title = call.words.menu.pictures;
  const pills = (Object.keys(ONLY) as Only[]).map(
    name =>
      html`<li><a class="pill" href="${address(name)}"${attribute('aria-current', name === only ? 'page' : undefined)}>${words[name]}</a></li>\n`,
  );
  const nothing = search || only !== 'all' ? list.nothing_found : list.empty;
  const main = html`${head(title)}<form class="filters" method="get" action="${call.at('pictures')}" role="search" aria-label="${title}">
<div><label for="search">${list.search}</label><input id="search" name="search" type="search" value="${search}"></div>
<button type="submit" class="button low">${list.search}</button>
${only !== 'all' && hidden([['only', only]])}</form>
<nav aria-label="${list.filters}"><ul class="pills">
${pills}</ul></nav>
<p class="total"><strong>${filled(call.words.trash.total, { total: formatNumber(total, call.language) })}</strong></p>
${images.length > 0 ? html`<ul class="gallery">\n${images.map(image => itemOf(call, image))}</ul>\n` : html`<p class="lead">${nothing}</p>\n`}${pager(call, { page, pages: total_pages, title }, page => address(only, page))}`;
  return { title, main };
}

function itemOf(call: AdminCall, image: CountedImage): Html {
  const words = call.words.pictures;
  const { id, uses, proposals, alt_text } = image;
  const unshown = proposals > 0 ? words.proposed : words.nowhere;
  const used = uses > 0 ? filled(words.uses, { count: formatNumber(uses, call.language) }) : unshown;
  return html`<li><a href="${call.at('picture', { id })}"><img src="${thumbnailOf(image)}" width="150" height="150" alt="" loading="lazy"><b>${fileNameOf(image)}</b></a>
<p class="small"><span class="muted">${used}</span>${alt_text ? NOTHING : html` · <span class="lacks">${words.lacks_alt}</span>`}</p></li>
`;
}

/** A form sends all that was typed, and gets it back with the picture. */
async function choosePage(call: AdminCall, posted: SentForm['values']): Promise<Shown> {
  const list = call.words.eventList;
  const title = call.words.eventForm.picture;
  const { picture_search: typed, keep = '' } = posted;
  const search = typeof typed === 'string' ? typed.slice(0, 200) : '';
  const pictures = await findPictures(call, search);
  const kept = pairsOf(posted).filter(([name]) => !OWN.test(name));
  const action = addressOfForm(call, String(keep));
  const shown = pictures.map(
    ({ image, title }) =>
      html`<li><button type="submit" class="link" name="choose" value="${image.id}"><img src="${thumbnailOf(image)}" width="150" height="150" alt="${image.alt_text}" loading="lazy"><b>${title}</b></button></li>\n`,
  );
  const main = html`${head(title)}<form method="post" enctype="multipart/form-data" action="${action}">
${hidden([...kept, ['edit', '1']])}
<div class="filters"><div><label for="search">${list.search}</label><input id="search" name="picture_search" type="search" value="${search}"></div>
<button type="submit" class="button low" formaction="${call.at('pictures')}">${list.search}</button></div>
${shown.length > 0 ? html`<ul class="gallery">${shown}</ul>` : html`<p class="lead">${list.nothing_found}</p>`}
<div class="actions"><button type="submit" class="button">${call.words.eventScope.back}</button></div>
</form>`;
  return { title, main, section: 'events' };
}

/** The address of the form with this key. */
function addressOfForm(call: AdminCall, keep: string): string {
  const [, type, id] = / ([a-z]+)-(\d+|new) /.exec(keep) ?? [];
  const kind = linkedTypes.find(kind => kind === type) ?? 'event';
  return formPath(call, kind, Number(id) ? id : undefined);
}

/** The most recent events with a picture that the viewer may see, each picture once. */
async function findPictures(call: AdminCall, search: string) {
  const values = { has_image: true, when: 'all', orderby: 'modified', order: 'desc', per_page: 50 };
  const asked = call.ask('GET', EVENTS, { ...values, ...(search !== '' && { search }) });
  const found = await bodyOf<{ events: ShownEvent[] }>(asked);
  const shown = (found?.events ?? []).flatMap(({ image, title }) => (image ? { image, title } : []));
  return [...new Map(shown.map(one => [one.image.id, one])).values()];
}
