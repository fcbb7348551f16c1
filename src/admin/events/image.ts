import type { Language } from '../../i18n/language.ts';
import { digestOf } from '../../lib/digest.ts';
import { IMAGES_PATH } from '../../site/address.ts';
import { bodyOf, bodyOrWhy, type JsonMembers, unlessRefused } from '../ask.ts';
import type { SentForm, UploadedFile } from '../form.ts';
import type { AdminCall } from '../page.ts';
import { clickedPoint } from './picture-field.ts';
import { type ImageValues, imageValues, OF_IMAGE, type OfImage, type ShownImage } from './record.ts';

/** A picture with what people read of it, in all languages. */
export interface DescribedImage extends ShownImage {
  /** The language of its text. */
  readonly language?: Language;
  readonly translations?: Readonly<Partial<Record<Language, { readonly alt_text?: string }>>>;
}

/** A picture by its id, if the viewer may use it. */
export async function findImage(call: AdminCall, id: string | number): Promise<DescribedImage | undefined> {
  if (id === '') return undefined;
  // Who may not change it has no translations to read.
  for (const context of ['edit', 'view']) {
    const asked = call.ask('GET', `${IMAGES_PATH}/${id}`, { context });
    const found = await bodyOf<DescribedImage>(unlessRefused(asked));
    if (found) return found;
  }
  return undefined;
}

/** What tells a picture, with the file and the translations that it has, from what it becomes; '' for none. */
export const pictureState = (image: DescribedImage | undefined): string =>
  image ? digestOf(JSON.stringify([image.id, image.url, image.translations])) : '';

/** The pictures of states between which they differ, by their ids, for a page that shows what changes. */
export async function picturesOf(
  call: AdminCall,
  states: readonly JsonMembers[],
): Promise<Map<string, ShownImage>> {
  const ids = new Set(states.map(({ image }) => String(image ?? '')));
  const pictures = new Map<string, ShownImage>();
  if (ids.size === 1) return pictures;
  for (const id of ids) {
    const found = await findImage(call, id);
    if (found) pictures.set(id, found);
  }
  return pictures;
}

/**
 * What a form says of its picture. A file that came with it is stored first, so that no error in the form can lose it.
 */
export async function sentPicture(
  call: AdminCall,
  { values: posted, file }: SentForm,
): Promise<{ readonly values: Partial<ImageValues>; readonly error?: string }> {
  const chosen = typeof posted.choose === 'string' && (await findImage(call, posted.choose));
  const values = { ...clickedPoint(posted), ...(chosen && imageValues(chosen)) };
  if (!file) return { values: posted.remove_image === '1' ? { ...values, image: '' } : values };
  const stored = await storeImage(call, file);
  return typeof stored === 'string'
    ? { values, error: stored }
    : { values: { ...values, image: String(stored.id) } };
}

/** Whether a form is wanted once more: somebody comes back from a question, or has clicked on the picture. */
export const isEdited = (posted: SentForm['values']): boolean =>
  posted.edit === '1' || clickedPoint(posted) !== undefined;

/** Stores a picture. @returns what is wrong with it as a text */
export async function storeImage(call: AdminCall, file: UploadedFile): Promise<ShownImage | string> {
  const stored = await bodyOrWhy(call.ask('POST', IMAGES_PATH, {}, { received: file }), call);
  return stored.why ?? (stored.body as ShownImage);
}

/**
 * Writes what people read of the picture, if the form changes it. What was said of another picture does not describe a
 * new one.
 * @returns what is wrong with it
 */
export async function describeImage(
  call: AdminCall,
  values: ImageValues,
  before: ImageValues,
): Promise<string | undefined> {
  const { image, focus_x: x, focus_y: y } = values;
  const changed = OF_IMAGE.filter(name => values[name] !== before[name]);
  if (image === '' || changed.length === 0) return undefined;
  const own = image === before.image ? before : imageValues(await findImage(call, image));
  const differs = (name: OfImage) => changed.includes(name) && values[name] !== own[name];
  const written = {
    ...Object.fromEntries(TEXTS.filter(differs).map(name => [name, values[name]])),
    ...((differs('focus_x') || differs('focus_y')) && x !== '' && { focal_point: { x, y } }),
  };
  return Object.keys(written).length > 0 ? writeImage(call, image, written) : undefined;
}

const TEXTS = ['alt_text', 'credit', 'license'] as const;

/** @returns what is wrong with the values */
export async function writeImage(
  call: AdminCall,
  id: string | number,
  values: JsonMembers,
): Promise<string | undefined> {
  return (await bodyOrWhy(call.ask('PATCH', `${IMAGES_PATH}/${id}`, values), call)).why;
}
