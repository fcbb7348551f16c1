import type { Method } from '../../http/call.ts';
import { RestError } from '../../http/errors.ts';
import type { Language } from '../../i18n/language.ts';
import { IMAGES_PATH } from '../../site/address.ts';
import type { Asking } from '../ask.ts';
import type { SentForm } from '../form.ts';
import type { AdminCall } from '../page.ts';
import type { ShownImage } from './record.ts';
import type { FormValues } from './values.ts';

/** A picture with what people read of it, in all languages. */
export interface DescribedImage extends ShownImage {
  readonly translations?: Readonly<Partial<Record<Language, { readonly alt_text?: string }>>>;
}

/** A picture by its id, if the viewer may change it. */
export async function findImage(call: AdminCall, id: string | number): Promise<DescribedImage | undefined> {
  if (id === '') return undefined;
  const found = await asked(call, 'GET', `${IMAGES_PATH}/${id}`, { context: 'edit' });
  return typeof found === 'string' ? undefined : (found as DescribedImage);
}

/** Stores a picture. @returns what is wrong with it as a text */
export const storeImage = async (call: AdminCall, file: NonNullable<SentForm['file']>) =>
  (await asked(call, 'POST', IMAGES_PATH, {}, { received: file })) as ShownImage | string;

/**
 * Writes what people read of the picture, if the form changes it. What was said of another picture does not describe a
 * new one.
 * @returns what is wrong with it
 */
export async function describeImage(
  call: AdminCall,
  { image, alt_text }: FormValues,
  before: FormValues,
): Promise<string | undefined> {
  if (image === '' || alt_text === before.alt_text) return undefined;
  return writeImage(call, image, { alt_text });
}

/** @returns what is wrong with the values */
export async function writeImage(
  call: AdminCall,
  id: string | number,
  values: Readonly<Record<string, unknown>>,
): Promise<string | undefined> {
  const told = await asked(call, 'PATCH', `${IMAGES_PATH}/${id}`, values);
  return typeof told === 'string' ? told : undefined;
}

/** @returns the body of the answer, or why it is refused as a text */
async function asked(
  call: AdminCall,
  method: Method,
  path: string,
  values: Readonly<Record<string, unknown>>,
  asking?: Asking,
): Promise<unknown> {
  try {
    const answer = await call.ask(method, path, values, asking);
    return answer.refused ? Object.values(answer.refused).join(' ') : answer.body;
  } catch (error) {
    if (!(error instanceof RestError) || error.status >= 500) throw error;
    return error.text(call.language);
  }
}
