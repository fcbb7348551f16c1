import { imageUploadWords as words } from '../i18n/messages.ts';
import { type Arguments, text } from '../input/arguments.ts';
import { plainText } from '../lib/text/text.ts';
import { translationFields } from '../records/translations/fields.ts';
import { translatedColumns } from './translated.ts';

const texts = {
  alt_text: text(words.alt_text, plainText, { empty: true }),
};

/** The arguments of an update of an image: what people read of it. */
export const imageFields = { ...texts, ...translationFields(texts, translatedColumns) } satisfies Arguments;
