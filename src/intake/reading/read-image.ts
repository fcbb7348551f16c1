import type { Config } from '../../config.ts';
import type { ImageRow } from '../../db/tables.ts';
import type { JsonObject } from '../../lib/objects.ts';
import { plainText } from '../../lib/text/text.ts';
import { MAX_LINE } from '../../limits.ts';
import { mergeLanguages } from '../../records/translations/merge.ts';
import { hashOf } from '../identity.ts';
import {
  languageStateAfter,
  type SourceLanguages,
  sourceLanguage,
  translationsHash,
} from './source-languages.ts';
import { textOf } from './values.ts';

/** What a source says of the alternative texts of a picture. */
export interface SourceImageTexts extends SourceLanguages {
  readonly alt_text: string;
  /** The hash of what was read; '' for no texts. */
  readonly hash: string;
}

/** The texts of an image that have translations, by member. */
export const readImageTexts = ({ alt_text }: JsonObject) => ({
  alt_text: plainText(textOf(alt_text).slice(0, MAX_LINE)),
});

/** The hash of the texts of a picture: '' for none; undefined if its source does not tell. */
export function textsHash(image: JsonObject, source: { readonly isExport: boolean }): string | undefined {
  const translations = translationsHash(image, source);
  const written = textOf(image.alt_text);
  if (written === '' && !translations) return source.isExport ? '' : undefined;
  return hashOf([written, sourceLanguage(image), ...(translations ? [translations] : [])]);
}

type TextColumns = Pick<ImageRow, 'alt_text' | 'language' | 'translations'>;

/**
 * The columns of the texts of a picture after an import.
 * @param current those here; undefined for a new picture
 */
export function textsAfter(
  carried: SourceImageTexts,
  current: TextColumns | undefined,
  config: Pick<Config, 'LANGUAGE'>,
): TextColumns {
  const languageState = languageStateAfter(carried, current, true, config);
  const { language, translations } = mergeLanguages({ languageState }, current, config);
  return { alt_text: carried.alt_text, language, translations };
}
