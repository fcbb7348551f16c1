import { filled } from '../../i18n/say.ts';
import { findUses, type ImageUse } from '../../images/library.ts';
import { type ImageProposal, imageProposals } from '../../images/proposed.ts';
import { type Html, html } from '../../lib/html.ts';
import { IMAGES_PATH } from '../../site/address.ts';
import { mayEditOthers, mayRead } from '../../users/rights.ts';
import { bodyOf, bodyOrWhy, unlessRefused } from '../ask.ts';
import { type DescribedImage, describeImage, storeImage, writeImage } from '../events/image.ts';
import { clickedPoint, creditFields, focusFields, PICTURE_TYPES } from '../events/picture-field.ts';
import { fileNameOf, type ImageValues, imageValues, type ShownImage, thumbnailOf } from '../events/record.ts';
import { idIn, type SentForm } from '../form.ts';
import type { AdminAnswer, AdminCall, Shown } from '../page.ts';
import {
  backTo,
  bar,
  described,
  field,
  head,
  hidden,
  mainButton,
  statusOf,
  summary,
  textField,
} from '../parts.ts';
import { pageAbout } from '../problems.ts';
import { formPath } from '../surface.ts';
import { nameOf } from '../translations.ts';

/** What people read of a picture, and what crops keep of it: what is said here holds wherever it is shown. */
export const picturePage = pageAbout(findOwn, {
  show: (call, image) => page(call, image, imageValues(image)),
  async act(call, image, form) {
    const { do: what } = form.values;
    if (what === 'replace' || what === 'back') return replace(call, image, form);
    if (what === 'remove') return form.values.sure === '1' ? remove(call, image) : removalPage(call, image);
    return save(call, image, form.values);
  },
});

async function save(
  call: AdminCall,
  image: DescribedImage,
  posted: SentForm['values'],
): Promise<AdminAnswer> {
  const before = imageValues(image);
  const sent = Object.entries({ ...posted, ...clickedPoint(posted) }).filter(
    ([name, value]) => name in before && name !== 'image' && typeof value === 'string',
  );
  const values: ImageValues = { ...before, ...Object.fromEntries(sent) };
  if (clickedPoint(posted)) return page(call, image, values, {}, posted);
  const error = (await describeImage(call, values, before)) ?? (await translate(call, image, posted));
  return error === undefined
    ? { to: call.at('picture', { id: image.id }), notice: { done: 'saved', isFinal: true } }
    : page(call, image, values, { alt_text: error }, posted);
}

/** The languages into which the text of a picture is translated, each with what there is. */
const translationsOf = (call: AdminCall, { language, translations = {} }: DescribedImage) =>
  call.config.LANGUAGES.filter(to => to !== (language ?? call.config.LANGUAGE)).map(
    to => [to, `alt_text_${to}`, translations[to]?.alt_text ?? ''] as const,
  );

/** @returns what is wrong with the translations */
async function translate(
  call: AdminCall,
  image: DescribedImage,
  posted: SentForm['values'],
): Promise<string | undefined> {
  const changed = translationsOf(call, image).flatMap(([to, name, stored]) => {
    const alt_text = posted[name];
    return typeof alt_text === 'string' && alt_text.trim() !== stored ? [[to, { alt_text }]] : [];
  });
  return changed.length > 0
    ? writeImage(call, image.id, { translations: Object.fromEntries(changed) })
    : undefined;
}

/** Gives the picture a new file, or one that it has had. */
async function replace(call: AdminCall, image: DescribedImage, form: SentForm): Promise<AdminAnswer> {
  const wrong = (file: string) => page(call, image, imageValues(image), { file });
  if (form.values.do === 'replace' && !form.file) return wrong(call.words.pictures.choose_file);
  const stored = form.file ? await storeImage(call, form.file) : { id: idIn(form, 'former') };
  if (typeof stored === 'string') return wrong(stored);
  const why = await writeImage(call, image.id, { file_of: stored.id });
  if (why !== undefined) return wrong(why);
  return { to: call.at('picture', { id: image.id }), notice: { done: 'picture_replaced', isFinal: true } };
}

async function remove(call: AdminCall, image: DescribedImage): Promise<AdminAnswer> {
  const { why } = await bodyOrWhy(call.ask('DELETE', `${IMAGES_PATH}/${image.id}`), call);
  if (why !== undefined) return page(call, image, imageValues(image), { remove: call.words.pictures.needed });
  return { to: call.at('pictures'), notice: { done: 'picture_removed', isFinal: true } };
}

/** Pictures have no trash: whether one shall go is asked. */
function removalPage(call: AdminCall, image: DescribedImage): Shown {
  const words = call.words.pictures;
  const back = call.at('picture', { id: image.id });
  const main = html`${head(words.remove_title, { lead: words.remove_text })}<p><img src="${thumbnailOf(image)}" width="150" height="150" alt="${image.alt_text ?? ''}"></p>
<form method="post" action="${back}">
${hidden([['sure', '1']])}<p class="actions"><button type="submit" class="button away" name="do" value="remove">${words.remove}</button> <a class="button" href="${back}">${words.cancel}</a></p>
</form>
`;
  return { title: words.remove_title, main, section: 'pictures' };
}

/** The picture of the address, if the viewer may change it. */
async function findOwn(call: AdminCall): Promise<DescribedImage | undefined> {
  const path = `${IMAGES_PATH}/${call.parameters.id}`;
  return bodyOf<DescribedImage>(unlessRefused(call.ask('GET', path, { context: 'edit' })));
}

/** Where the picture is shown, and the proposals that want to, as far as the viewer may know of them. */
function usesPart(call: AdminCall, uses: readonly ImageUse[], proposals: readonly ImageProposal[]): Html {
  const { pictures: words, trash: kinds } = call.words;
  const link = ({ type, id, name }: ImageUse) =>
    html`<li><span class="what"><a href="${formPath(call, type, id)}">${name || call.words.eventForm.untitled}</a> <small>${kinds[type]}</small></span></li>\n`;
  const isEditor = mayEditOthers(call.viewer);
  const known = proposals.filter(
    ({ user, owned }) =>
      isEditor || (user === call.viewer!.id && owned !== undefined && mayRead(call.viewer, owned)),
  );
  const proposal = ({ key, title, event, waits }: ImageProposal) => {
    const toEvent = event !== null && call.at('event', { id: event });
    const to = isEditor && waits ? call.at('proposals', {}, { open: key }) : toEvent;
    return html`<li><span class="what">${to ? html`<a href="${to}">${title}</a>` : title} <small>${words.proposed}</small></span></li>\n`;
  };
  const rows = [...uses.map(link), ...known.map(proposal)];
  const nowhere = html`<p class="muted">${proposals.length > 0 ? words.proposed : words.nowhere}</p>`;
  return html`<section class="apart" aria-labelledby="uses"><h2 id="uses">${words.used_in}</h2>
${rows.length > 0 ? html`<ul class="rows">\n${rows}</ul>` : nowhere}</section>
`;
}

/** A new file, the former ones, and the end of it. */
async function filesPart(
  call: AdminCall,
  image: DescribedImage,
  isUsed: boolean,
  errors: PictureErrors,
): Promise<Html> {
  const words = call.words.pictures;
  const action = call.at('picture', { id: image.id });
  const state = { name: 'file', label: words.new_file, help: words.replace_help, error: errors.file };
  const asked = unlessRefused(call.ask('GET', IMAGES_PATH, { former_of: image.id, per_page: 10 }));
  const { images } = (await bodyOf<{ images: ShownImage[] }>(asked)) ?? { images: [] };
  const days = call.config.TRASH_DAYS;
  const kept =
    Number.isFinite(days) && html`<p class="help">${filled(words.former_help, { count: days })}</p>\n`;
  const former = images.map(
    one =>
      html`<li><img src="${thumbnailOf(one)}" width="75" height="75" alt=""> <span class="what">${fileNameOf(one)} <small>${one.width} × ${one.height}</small></span> <form method="post" action="${action}">${hidden([['former', String(one.id)]])}<button type="submit" class="button low" name="do" value="back">${words.put_back}<span class="hidden">: ${fileNameOf(one)}</span></button></form></li>\n`,
  );
  return html`<section class="apart" aria-labelledby="replace"><h2 id="replace">${words.replace}</h2>
<form method="post" enctype="multipart/form-data" action="${action}">
${field(state, html`<input type="file" id="file" name="file" accept="${PICTURE_TYPES}"${described(state)}>`)}<p class="actions"><button type="submit" class="button" name="do" value="replace">${words.replace}</button></p>
</form>
${former.length > 0 && html`<h3 class="apart">${words.former}</h3>\n${kept}<ul class="rows">\n${former}</ul>\n`}</section>
<section class="apart" aria-labelledby="remove"><h2 id="remove">${words.remove}</h2>
${errors.remove && html`<p class="error">${errors.remove}</p>\n`}${isUsed ? html`<p class="muted">${words.stays}</p>` : html`<form method="post" action="${action}"><p class="actions"><button type="submit" class="button away" name="do" value="remove">${words.remove}</button></p></form>`}</section>`;
}

type PictureErrors = Readonly<Partial<Record<'alt_text' | 'file' | 'remove', string>>>;

async function page(
  call: AdminCall,
  image: DescribedImage,
  values: ImageValues,
  errors: PictureErrors = {},
  posted: SentForm['values'] = {},
): Promise<Shown> {
  const { pictures: words, eventForm: form } = call.words;
  const title = fileNameOf(image);
  const labels = { alt_text: form.alt_text, file: words.new_file, remove: words.remove };
  const state = { name: 'alt_text', label: form.alt_text, help: form.alt_text_help, error: errors.alt_text };
  const uses = await findUses(call.db, call.viewer, image.id);
  const proposals = await imageProposals(call.db, image.id);
  const isUsed = uses.length + proposals.length > 0;
  const main = html`${summary(call, form.not_saved, errors, name => labels[name as 'file'])}${head(title, { back: backTo(call, 'pictures'), lead: `${image.width} × ${image.height}` })}<form method="post" action="${call.at('picture', { id: image.id })}">
<button type="submit" class="hidden" tabindex="-1" aria-hidden="true">${call.words.frame.save}</button>
<div class="sheet">
<fieldset class="field"><legend>${form.focus}</legend>
${focusFields(call, image, values)}</fieldset>
${textField({ ...state, value: values.alt_text }, { maxlength: '1000' })}${translationsOf(call, image).map(([to, name, stored]) => textField({ name, label: `${form.alt_text} (${nameOf(to, call)})`, value: String(posted[name] ?? stored) }, { maxlength: '1000', lang: to }))}${creditFields(call, values)}</div>
${bar(words.everywhere, mainButton(call.words.frame.save))}</form>${usesPart(call, uses, proposals)}${await filesPart(call, image, isUsed, errors)}`;
  return { status: statusOf(errors), title, main, section: 'pictures' };
}
