import { findUses, type ImageUse } from '../../images/library.ts';
import { KINDS } from '../../kinds.ts';
import { type Html, html } from '../../lib/html.ts';
import { IMAGES_PATH } from '../../site/address.ts';
import { unlessRefused } from '../ask.ts';
import { type DescribedImage, describeImage } from '../events/image.ts';
import { clickedPoint, creditFields, focusFields } from '../events/picture-field.ts';
import { type ImageValues, imageValues } from '../events/record.ts';
import type { AdminCall, AdminPage, Shown } from '../page.ts';
import { head, summary, textField } from '../parts.ts';
import { problemPage } from '../problems.ts';
import { at } from '../surface.ts';
import { wordsIn } from '../words.ts';
import { fileNameOf } from './library.ts';

/** What people read of a picture, and what crops keep of it: what is said here holds wherever it is shown. */
export const picturePage: AdminPage = {
  async show(call) {
    const image = await findOwn(call);
    return image ? page(call, image, imageValues(image)) : problemPage(404, call);
  },
  async act(call, { values: posted }) {
    const image = await findOwn(call);
    if (!image) return problemPage(404, call);
    const before = imageValues(image);
    const sent = Object.entries({ ...posted, ...clickedPoint(posted) }).filter(
      ([name, value]) => name in before && name !== 'image' && typeof value === 'string',
    );
    const values: ImageValues = { ...before, ...Object.fromEntries(sent) };
    if (clickedPoint(posted)) return page(call, image, values);
    const error = await describeImage(call, values, before);
    return error === undefined
      ? { to: at(call, 'picture', { id: image.id }), notice: { done: 'saved', isFinal: true } }
      : page(call, image, values, error);
  },
};

/** The picture of the address, if the viewer may change it. */
async function findOwn(call: AdminCall): Promise<DescribedImage | undefined> {
  const path = `${IMAGES_PATH}/${call.parameters.id}`;
  const found = await unlessRefused(call.ask('GET', path, { context: 'edit' }));
  return found && !found.refused ? (found.body as DescribedImage) : undefined;
}

/** Where the picture is shown. */
async function usesOf(call: AdminCall, image: number): Promise<Html> {
  const [words, kinds] = [wordsIn('pictures', call), wordsIn('trash', call)];
  const uses = await findUses(call.db, call.viewer, image);
  const link = ({ type, id, name }: ImageUse) => {
    const to =
      type === 'event'
        ? at(call, 'event', { id })
        : at(call, 'record', { collection: KINDS[type].collection, id });
    return html`<li><span class="what"><a href="${to}">${name || wordsIn('eventForm', call).untitled}</a> <small>${kinds[type]}</small></span></li>\n`;
  };
  return html`<section class="apart" aria-labelledby="uses"><h2 id="uses">${words.used_in}</h2>
${uses.length > 0 ? html`<ul class="rows">\n${uses.map(link)}</ul>` : html`<p class="muted">${words.nowhere}</p>`}</section>`;
}

async function page(
  call: AdminCall,
  image: DescribedImage,
  values: ImageValues,
  error?: string,
): Promise<Shown> {
  const [words, form] = [wordsIn('pictures', call), wordsIn('eventForm', call)];
  const title = fileNameOf(image);
  const back = html`<a class="back" href="${at(call, 'pictures')}">‹ ${wordsIn('menu', call).pictures}</a>\n`;
  const state = { name: 'alt_text', label: form.alt_text, help: form.alt_text_help, error };
  const errors = error === undefined ? [] : [state];
  const main = html`${summary(form.not_saved, errors)}${head(title, { back, lead: `${image.width} × ${image.height}` })}<form method="post" action="${at(call, 'picture', { id: image.id })}">
<button type="submit" class="hidden" tabindex="-1" aria-hidden="true">${words.save}</button>
${textField({ ...state, value: values.alt_text }, { maxlength: '1000' })}${creditFields(call, values)}<fieldset class="field"><legend>${form.focus}</legend>
${focusFields(call, image, values)}</fieldset>
<div class="bar">
<p class="state">${words.everywhere}</p>
<button type="submit" class="button main">${words.save}</button>
</div>
</form>${await usesOf(call, image.id)}`;
  return { ...(error !== undefined && { status: 422 }), title, main, section: 'pictures' };
}
