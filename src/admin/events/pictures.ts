import { KINDS, linkedTypes } from '../../kinds.ts';
import { html } from '../../lib/html.ts';
import { pairsOf, type SentForm } from '../form.ts';
import { type AdminCall, type AdminPage, json, type Shown } from '../page.ts';
import { head, hidden } from '../parts.ts';
import { libraryPage } from '../pictures/library.ts';
import { at } from '../surface.ts';
import { wordsIn } from '../words.ts';
import { storeImage } from './image.ts';
import { chosenPicture } from './picture-field.ts';
import { EVENTS, imageValues, type ShownEvent, type ShownImage, thumbnailOf } from './record.ts';

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

/** A form sends all that was typed, and gets it back with the picture. */
async function choosePage(call: AdminCall, posted: SentForm['values']): Promise<Shown> {
  const list = wordsIn('eventList', call);
  const title = wordsIn('eventForm', call).picture;
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
<button type="submit" class="button low" formaction="${at(call, 'pictures')}">${list.search}</button></div>
${shown.length > 0 ? html`<ul class="gallery">${shown}</ul>` : html`<p class="lead">${list.nothing_found}</p>`}
<div class="actions"><button type="submit" class="button">${wordsIn('eventScope', call).back}</button></div>
</form>`;
  return { title, main, section: 'events' };
}

/** The address of the form with this key. */
function addressOfForm(call: AdminCall, keep: string): string {
  const [, type, id] = / ([a-z]+)-(\d+|new) /.exec(keep) ?? [];
  const kind = linkedTypes.find(kind => kind === type);
  if (!kind) return Number(id) ? at(call, 'event', { id: id! }) : at(call, 'newEvent');
  const { collection } = KINDS[kind];
  return Number(id) ? at(call, 'record', { collection, id: id! }) : at(call, 'newRecord', { collection });
}

interface Pictured {
  readonly image: ShownImage;
  readonly title: string;
}

/** The most recent events with a picture that the viewer may see, each picture once. */
async function findPictures(call: AdminCall, search: string): Promise<Pictured[]> {
  const values = { has_image: true, when: 'all', orderby: 'modified', order: 'desc', per_page: 50 };
  const found = await call.ask('GET', EVENTS, { ...values, ...(search !== '' && { search }) });
  const { events = [] } = found.refused ? {} : (found.body as { events: ShownEvent[] });
  const shown = events.flatMap(({ image, title }) => (image ? { image, title } : []));
  return [...new Map(shown.map(one => [one.image.id, one])).values()];
}
