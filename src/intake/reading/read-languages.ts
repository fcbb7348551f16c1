import { isLanguage, type Language } from '../../i18n/language.ts';
import { pointColumn } from '../../images/image.ts';
import type { KindName } from '../../kinds.ts';
import type { JsonObject } from '../../lib/objects.ts';
import { plainText } from '../../lib/text/text.ts';
import { MAX_CREDIT, MAX_LINE } from '../../limits.ts';
import { ownLanguage } from '../../records/translations/in-language.ts';
import type { LanguageColumns, Translation } from '../../records/translations/stored.ts';
import { hashOf } from '../identity.ts';
import { because, type Reason } from '../reason.ts';
import type { ImportRun } from '../run.ts';
import { readOrganizerTexts, readVenueTexts } from './read-contact.ts';
import { readEventTexts, readTermTexts, type SourceContext } from './read-record.ts';
import {
  languageStateAfter,
  type SourceImageTexts,
  type SourceLanguages,
  sourceLanguage,
  sourceTranslations,
  TEXT_COLUMNS,
  translationsHash,
} from './source-languages.ts';
import { textOf } from './values.ts';

/** Reads texts, by their members, as they are read of a record of that type. */
type ReadTextsOf = (record: JsonObject, source: SourceContext, notes: Reason[]) => Record<string, string>;

const READ: Record<KindName, ReadTextsOf> = {
  event: readEventTexts,
  venue: readVenueTexts,
  organizer: readOrganizerTexts,
  category: (record, _source, notes) => readTermTexts(record, notes),
  tag: (record, _source, notes) => readTermTexts(record, notes),
  image: record => readImageTexts(record),
};

/**
 * The languages of a record. Its translations are cleaned and cut as its own texts are; what cannot be read of them is
 * left out, and noted.
 */
export function readLanguages(
  { options, source }: Pick<ImportRun, 'options' | 'source'>,
  type: KindName,
  record: JsonObject,
  notes: Reason[],
): SourceLanguages {
  // What a record says of itself counts first.
  const language = sourceLanguage(record) ?? options.language;
  const written = sourceTranslations(record);
  if (!written) return { language, translations: source.isExport ? new Map() : undefined };
  const own = ownLanguage({ language: language ?? '' }, source.config);
  const translations = new Map<Language, Translation>();
  for (const [code, texts] of Object.entries(written)) {
    // What is in a language that is unknown here is among what was left out.
    if (!isLanguage(code)) continue;
    if (code === own) notes.push(because('own_language', { language: code }));
    else translations.set(code, readTranslation(type, record, code, texts, source, notes));
  }
  return { language, translations };
}

/**
 * The languages that a record has here after an import.
 * @param translates whether its translations are new or have changed
 */
export function languageStates(
  run: Pick<ImportRun, 'options' | 'source'>,
  type: KindName,
  record: JsonObject,
  notes: Reason[],
  translates: boolean,
) {
  const languages = readLanguages(run, type, record, notes);
  return (current?: Pick<LanguageColumns, 'language' | 'translations'>) =>
    languageStateAfter(languages, current, translates, run.source.config);
}

function readTranslation(
  type: KindName,
  { url, rest_url }: JsonObject,
  language: Language,
  written: JsonObject,
  source: SourceContext,
  notes: Reason[],
): Translation {
  const own: Reason[] = [];
  // Relative addresses are completed with those of the record.
  const read = READ[type]({ ...written, url, rest_url }, source, own);
  const texts = Object.entries(TEXT_COLUMNS[type]).flatMap(([member, column]) =>
    read[member] ? [[column, read[member]]] : [],
  );
  const status = textOf(written.status) || 'publish';
  if (status !== 'publish' && status !== 'draft') own.push(because('draft_instead', { value: status }));
  notes.push(...own.map(why => because('in_translation', { language, why })));
  return { isDraft: status !== 'publish', texts: Object.fromEntries(texts) };
}

/** The alternative texts of a picture; undefined if its source does not tell. */
export function readSourceImageTexts(
  reading: Pick<ImportRun, 'options' | 'source'>,
  image: JsonObject,
): SourceImageTexts | undefined {
  const hash = textsHash(image, reading.source);
  if (hash === undefined) return undefined;
  const others = {
    focal_point: pointOf(image),
    credit: lineOf(image.credit),
    license: lineOf(image.license),
  };
  return { ...readImageTexts(image), ...others, ...readLanguages(reading, 'image', image, []), hash };
}

/** The texts of an image that have translations, by member. */
const readImageTexts = ({ alt_text }: JsonObject) => ({
  alt_text: plainText(textOf(alt_text).slice(0, MAX_LINE)),
});

const lineOf = (sent: unknown): string => plainText(textOf(sent).slice(0, MAX_CREDIT));

const pointOf = ({ focal_point = '' }: JsonObject): string => pointColumn(focal_point) ?? '';

/** The hash of the texts of a picture: '' for none; undefined if its source does not tell. */
function textsHash(image: JsonObject, source: { readonly isExport: boolean }): string | undefined {
  const translations = translationsHash(image, source);
  const written = textOf(image.alt_text);
  const imageTexts = [pointOf(image), textOf(image.credit), textOf(image.license)];
  if ([written, ...imageTexts].every(one => one === '') && !translations)
    return source.isExport ? '' : undefined;
  const others = [translations, ...imageTexts].filter(one => one !== undefined && one !== '');
  return hashOf([written, sourceLanguage(image), ...others]);
}
