import type { Db } from '../../db/tables.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Language } from '../../i18n/language.ts';
import { findImages } from '../../images/store.ts';
import { updateImage } from '../../images/update.ts';
import { cut, progressOf, RecordBatches } from '../../intake/batches.ts';
import { exportContext } from '../../intake/export-parts.ts';
import { type ImportPlan, placeOf } from '../../intake/plans/plan.ts';
import { titleLine } from '../../intake/reading/read-record.ts';
import { addressesOf, unknownAddresses } from '../../intake/reading/source-addresses.ts';
import { textOf } from '../../intake/reading/values.ts';
import { because } from '../../intake/reason.ts';
import { count, note, skip } from '../../intake/report.ts';
import type { ImportRun, TranslationOptions } from '../../intake/run.ts';
import { SourceError, type SourceItem } from '../../intake/source-item.ts';
import { BatchWriter } from '../../intake/writing/batch-writer.ts';
import { writeInTransaction } from '../../intake/writing/write-batch.ts';
import { writtenTypes } from '../../kinds.ts';
import { isObject, type JsonObject } from '../../lib/objects.ts';
import { yieldIfDue } from '../../lib/pacer.ts';
import { plainText } from '../../lib/text/text.ts';
import { ownLanguage } from '../../records/translations/in-language.ts';
import { translationsIn } from '../../records/translations/stored.ts';
import type { Visitor } from '../sites/visitor.ts';
import { readFirstSite } from './first-site.ts';
import { firstBases } from './first-source.ts';
import { asSeries, type Pairing, pairWithFirst, SAME } from './pair-with-first.ts';
import { addressesAt, planTranslation } from './plan-translation.ts';
import { reportPairing } from './report-pairing.ts';
import { SecondSite } from './second-site.ts';

/** What is read of the second site. */
interface SecondSource {
  readonly source: string;
  readonly found: AsyncIterable<SourceItem>;
  readonly visitor: Visitor;
  /** undefined for a file. */
  readonly address: URL | undefined;
}

/** Imports the texts of a second site as translations of records that are here. */
export async function importTranslations(
  run: ImportRun,
  language: Language,
  { of, dryRun, importsUnpaired }: TranslationOptions,
  { source, found, visitor, address }: SecondSource,
): Promise<void> {
  const bases = await firstBases(run.db, run.config, of);
  const { site, isWhole } = await readSecondSite(run, language, found, source);
  const first = await readFirstSite(run.db, run.config, bases, language);
  const pairing = await pairWithFirst(run, language, { site, visitor, address }, first);
  // What was not read may be what others were taken for.
  const writes = !dryRun && isWhole;
  run.report.pairings.push(reportPairing(pairing, writes && importsUnpaired));
  if (!writes) return;
  await writePairs(run, pairing);
  if (run.options.images) await translatePictures(run, pairing);
  if (importsUnpaired) await importUnpaired(run, pairing, source);
}

async function writePairs(run: ImportRun, pairing: Pairing): Promise<void> {
  const { language, site, first, pairs, followers } = pairing;
  const writer = new BatchWriter(run, () => {});
  const occurrences = Map.groupBy(first.seriesOf.values(), series => series);
  for (const type of writtenTypes) {
    const others = [...pairs[type]].filter(([, { by }]) => !by.includes(SAME));
    const plans = others.flatMap(([key, { id }]): ImportPlan[] => {
      const isForeign = first.isTranslated(type, id) && !first.hasImported(type, id);
      if (isForeign) skip(run.report, { source: key, type, why: because('own_translation') });
      const one = site.records[type].get(key)!;
      const isOfSeries = type === 'event' && followers.has(key);
      const plan = planTranslation(run, language, isOfSeries ? asSeries(one) : one, id);
      const size = type === 'event' ? occurrences.get(id)?.length : undefined;
      return isForeign ? [] : [{ ...plan, size, ...(isOfSeries && { addresses: [] }) }];
    });
    for (const batch of cut(plans)) await writer.write(batch);
  }
  await writer.finish();
  await keepAddresses(run, pairing);
}

/** Lets the addresses of dates lead to the occurrences of the series that has their texts. */
async function keepAddresses(run: ImportRun, { site, followers }: Pairing): Promise<void> {
  const addresses = [...followers].flatMap(([key, local_id]) =>
    addressesOf({ type: 'event', addresses: addressesAt(site.records.event.get(key)!) }, local_id),
  );
  await writeInTransaction(run, { tasks: [], addresses: await unknownAddresses(run.db, addresses) });
}

/** Imports events without a counterpart, at the places and with the terms that their site shares with the first one. */
async function importUnpaired(
  run: ImportRun,
  { site, pairs, rivals, followers }: Pairing,
  source: string,
): Promise<void> {
  for (const type of writtenTypes)
    for (const [key, { id }] of pairs[type]) run.settled.set(placeOf(type, { key }), id);
  const batches = new RecordBatches(run, progressOf(source, run.options));
  const isPaired = (key: string) => pairs.event.has(key) || followers.has(key);
  for (const [key, { record, type, origin }] of site.records.event)
    if (!isPaired(key) && !rivals.event.has(key)) await batches.add({ record, type, origin });
  await batches.flush();
  await batches.finish();
}

/** Reads a whole site, and whether that was possible: which of its records are the same as others can be told only together. */
async function readSecondSite(
  run: ImportRun,
  language: Language,
  found: AsyncIterable<SourceItem>,
  source: string,
): Promise<{ site: SecondSite; isWhole: boolean }> {
  const before = run.report.incomplete.length;
  const site = new SecondSite(run, language);
  const progress = progressOf(source, run.options);
  try {
    for await (const item of found) {
      run.options.signal?.throwIfAborted();
      await yieldIfDue();
      if ('problem' in item) run.report.incomplete.push({ source, why: item.problem });
      else if ('note' in item) note(run.report, { source, type: 'event', why: item.note });
      else if ('whole' in item) continue;
      else if ('load' in item) run.source = { ...run.source, isCalendar: true };
      else if ('header' in item) run.source = { ...run.source, ...exportContext(run, item.header) };
      else if ('total' in item) progress.expect(item.type, item.total);
      else if ('pause' in item || 'row' in item || 'sheet' in item) progress.show();
      else {
        progress.saw(item.type);
        site.add(item);
      }
    }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    run.report.incomplete.push({ source, why: error.why });
  }
  return { site, isWhole: run.report.incomplete.length === before };
}

/**
 * Translates the alternative texts of pictures that paired events show on both sites, where they have none in this
 * language yet.
 */
async function translatePictures(run: ImportRun, { language, site, first, pairs }: Pairing): Promise<void> {
  const texts = new Map<number, string>();
  for (const [key, { id }] of pairs.event) {
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
  { config }: ImportRun,
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
