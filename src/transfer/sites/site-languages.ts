import { isLanguage, type Language, languages } from '../../i18n/language.ts';
import { TEXT_COLUMNS } from '../../intake/reading/source-languages.ts';
import { textOf } from '../../intake/reading/values.ts';
import type { ReportType } from '../../intake/report.ts';
import { typeOfRecord } from '../../intake/source-item.ts';
import type { KindName } from '../../kinds.ts';
import { isObject, type JsonObject } from '../../lib/objects.ts';
import { LISTS, readDocument, type SourceDocument } from '../files/documents.ts';
import type { Visitor } from './visitor.ts';

/** The records of an answer in one language, by id. */
type Copies = ReadonlyMap<Language, ReadonlyMap<string, JsonObject>>;

/**
 * An answer whose records carry the translations that their site shows to everybody. The records of an Almanac say their
 * language where they have translations: it is asked for the same answer in each other language. All other answers
 * are returned as they are.
 */
export async function withTranslations(
  visitor: Visitor,
  url: URL,
  answer: SourceDocument,
): Promise<SourceDocument> {
  const written = recordsOf(answer).flatMap(record => [record, record.image].filter(isOwn));
  if (written.length === 0) return answer;
  const copies = new Map<Language, ReadonlyMap<string, JsonObject>>();
  for (const language of languages) {
    if (written.every(record => record.language === language)) continue;
    const copy = await copyIn(visitor, url, language);
    // Translations are known as a whole or not at all.
    if (!copy) return answer;
    copies.set(language, copy);
  }
  const translate = (record: JsonObject, type: ReportType | undefined) =>
    type === undefined || type === 'user' ? record : translated(record, type, copies);
  return {
    lists: new Map(
      [...answer.lists].map(([name, all]) => [name, all.map(record => translate(record, LISTS[name]))]),
    ),
    members: translate(answer.members, typeOfRecord(answer.members)),
  };
}

const recordsOf = ({ lists, members }: SourceDocument): JsonObject[] => [members, ...lists.values()].flat();

/** Whether this is a record of an Almanac in its own language. */
const isOwn = (record: unknown): record is JsonObject =>
  isObject(record) && isLanguage(record.language) && record.languages === undefined;

async function copyIn(visitor: Visitor, url: URL, language: Language) {
  const address = new URL(url);
  address.searchParams.set('i18n_language', language);
  const { status, body } = await visitor.get(address);
  const answer = status === 200 ? await readDocument(body) : undefined;
  return answer && new Map(recordsOf(answer).map(record => [textOf(record.id), record]));
}

function translated(record: JsonObject, type: KindName, copies: Copies): JsonObject {
  const { id, image } = record;
  const same = [...copies].map(([language, copy]) => [language, copy.get(textOf(id))] as const);
  const images = same.map(([language, one]) => [language, one?.image] as const);
  return {
    ...record,
    ...(isOwn(record) && { translations: translationsIn(record, type, same) }),
    ...(isOwn(image) && { image: { ...image, translations: translationsIn(image, 'image', images) } }),
  };
}

const translationsIn = (
  record: JsonObject,
  type: KindName,
  copies: readonly (readonly [Language, unknown])[],
): Record<string, JsonObject> =>
  Object.fromEntries(
    copies.flatMap(([language, copy]) => {
      if (language === record.language || !isObject(copy)) return [];
      const texts = textsIn(record, type, language, copy);
      return Object.keys(texts).length > 0 ? [[language, texts]] : [];
    }),
  );

/** The texts that a record has in a language, and its slug if that is another one. */
function textsIn(record: JsonObject, type: KindName, language: Language, copy: JsonObject): JsonObject {
  const shown = isObject(copy.languages) ? copy.languages : {};
  const members = Object.keys(TEXT_COLUMNS[type]).filter(name => shown[name] === language);
  const texts = Object.fromEntries(members.map(name => [name, copy[name]]));
  // An occurrence has its date behind the slug of its series.
  const [slug] = textOf(copy.slug).split('/');
  return copy.slug === record.slug ? texts : { ...texts, slug };
}
