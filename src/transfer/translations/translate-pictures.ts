import type { Db } from '../../db/tables.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Language } from '../../i18n/language.ts';
import { findImages } from '../../images/store.ts';
import { updateImage } from '../../images/update.ts';
import { titleLine } from '../../intake/reading/read-record.ts';
import { textOf } from '../../intake/reading/values.ts';
import { count } from '../../intake/report.ts';
import type { Run } from '../../intake/run.ts';
import { isObject, type JsonObject } from '../../lib/objects.ts';
import { plainText } from '../../lib/text/text.ts';
import { ownLanguage } from '../../records/translations/in-language.ts';
import { translationsIn } from '../../records/translations/stored.ts';
import type { Pairs } from './facts.ts';
import type { FirstSite } from './first-site.ts';
import type { SecondSite } from './second-site.ts';

/**
 * Translates the alternative texts of pictures that paired events show on both sites, where they have none in this
 * language yet.
 */
export async function translatePictures(
  run: Run,
  language: Language,
  site: SecondSite,
  first: FirstSite,
  pairs: Pairs,
): Promise<void> {
  const texts = new Map<number, string>();
  for (const [key, { id }] of pairs) {
    const [theirs, ours] = [site.facts.event.get(key), first.facts.event.get(id)];
    const image = first.pictureOf.get(id);
    const text = alternativeText(site.records.event.get(key)!.record);
    if (image !== undefined && text !== '' && theirs?.picture === ours?.picture) texts.set(image, text);
  }
  const written = await inTransaction(run.db, db => write(db, run, language, texts));
  for (let i = 0; i < written; i++) count(run.report, 'image', 'changed');
}

const alternativeText = ({ image }: JsonObject): string =>
  isObject(image) ? titleLine(plainText(textOf(image.alt_text)), 'alternative text', []) : '';

/** Returns how many pictures were changed. */
async function write(
  db: Db,
  { config }: Run,
  language: Language,
  texts: ReadonlyMap<number, string>,
): Promise<number> {
  let written = 0;
  for (const image of (await findImages(db, [...texts.keys()])).values()) {
    if (ownLanguage(image, config) === language || translationsIn(image.translations).has(language)) continue;
    const alt_text = texts.get(image.id)!;
    if (alt_text === image.alt_text) continue;
    const translations = new Map([[language, { texts: { alt_text } }]]);
    await updateImage(db, image, { translations }, config);
    written++;
  }
  return written;
}
