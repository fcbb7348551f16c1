import { KINDS, type LinkedType } from '../../kinds.ts';
import { formPath } from '../surface.ts';
import { atTexts, translationPageOf } from '../translations.ts';
import { fieldsOf, type ShownRecord } from './kinds.ts';
import { findRecord, labelOf, pathOf } from './record.ts';

/** The fields with translations, by the members of these. */
const translated = (kind: LinkedType) =>
  fieldsOf(kind).flatMap(([name, { translated: member, control }]) =>
    member === undefined ? [] : { name, member, isLong: control === 'long', hasLines: control === 'plain' },
  );

/** The texts that a translation needs: a name and a text; an address may be the same everywhere. */
export const countedTexts = (kind: LinkedType, record: ShownRecord): Record<string, string> =>
  Object.fromEntries(
    translated(kind)
      .filter(({ name }) => name === 'name' || name === 'description')
      .map(({ member }) => [member, String(record[member] ?? '')]),
  );

/** The texts of a venue, an organizer, a category or a tag beside those in another language. */
export const recordTranslationPage = translationPageOf(async (call, to) => {
  const found = await findRecord(call);
  if (!('record' in found)) return undefined;
  const { kind, record, name: title } = found;
  const place = { collection: KINDS[kind].collection, id: record.id };
  const texts = translated(kind).map(({ member, ...text }) => ({
    ...{ ...text, member, label: labelOf(text.name, call) },
    ...{ original: String(record[member] ?? ''), stored: record.translations[to]?.[member] ?? '' },
  }));
  return {
    ...{ language: record.language, translations: record.translations, url: record.url, title, texts },
    ...{
      form: formPath(call, kind, record.id),
      section: place.collection,
      counted: countedTexts(kind, record),
    },
    addressIn: to => call.at('recordTranslation', { ...place, to }),
    async write(values, status) {
      const members = texts.flatMap(({ name, member }) =>
        values[name] === undefined ? [] : [[member, values[name]]],
      );
      const translations = { [to]: { ...Object.fromEntries(members), status } };
      const { refused } = await call.ask('PATCH', pathOf(kind, record.id), { translations });
      return refused && atTexts(refused, texts);
    },
  };
});
