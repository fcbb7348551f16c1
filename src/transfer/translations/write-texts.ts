import {
  type ContactKind,
  type ContactRow,
  findContact,
  tableOf,
  updateContact,
} from '../../contacts/store.ts';
import { dialectOf } from '../../db/dialect.ts';
import type { Db, Taxonomy } from '../../db/tables.ts';
import { type EventPatch, updateEvent } from '../../events/store.ts';
import type { Language } from '../../i18n/language.ts';
import type { ImportPlan } from '../../intake/plans/plan.ts';
import type { ImportRun } from '../../intake/run.ts';
import { organizerKind } from '../../organizers/organizer.ts';
import type { TranslationPatch, TranslationPatches } from '../../records/translations/fields.ts';
import { translationsIn } from '../../records/translations/stored.ts';
import { updateOccurrence } from '../../series/occurrence.ts';
import { lockWithSeries } from '../../series/occurrences.ts';
import { isSeries } from '../../series/recurrence.ts';
import { updateSeries } from '../../series/write.ts';
import { findTerm, updateTerm } from '../../terms/store.ts';
import { venueKind } from '../../venues/venue.ts';

export interface SecondSiteTexts {
  /** By column; '' for a text that the record lacks. */
  readonly texts: Readonly<Record<string, string>>;
  /** Whether the public does not see the record there; undefined leaves it to the translation here. */
  readonly isDraft: boolean | undefined;
  /** When the record was last changed there, in epoch seconds. */
  readonly modified_at: number | undefined;
}

/** When a record was last changed, before and after its translation was written. */
export interface Modified {
  readonly before: number;
  readonly after: number;
}

/**
 * Writes texts as the translation of a record.
 * @throws if the record was deleted, or is in this language itself
 */
export async function writeTexts(
  db: Db,
  run: ImportRun,
  type: ImportPlan['type'],
  id: number,
  language: Language,
  read: SecondSiteTexts,
): Promise<Modified> {
  const texts = { id, language, read };
  if (type === 'event') return writeEvent(db, run, texts);
  if (type === 'venue') return writeContact(db, run, venueKind, texts);
  if (type === 'organizer') return writeContact(db, run, organizerKind, texts);
  return writeTerm(db, run, type, texts);
}

/** The texts of a record in a language. */
interface TextsOfRecord {
  readonly id: number;
  readonly language: Language;
  readonly read: SecondSiteTexts;
}

async function writeEvent(
  db: Db,
  { context }: ImportRun,
  { id, language, read }: TextsOfRecord,
): Promise<Modified> {
  const locked = await lockWithSeries(db, id);
  if (!locked) throw gone();
  const { event, series } = locked;
  const after = latest(event, language, read);
  // An occurrence has the slug of its series, and its date behind it.
  const patch: EventPatch = {
    translations: translation(language, event, read, series ? ['slug'] : []),
    kept: { modified_at: after },
  };
  if (series) await updateOccurrence(db, series, event, patch, context);
  else if (isSeries(event)) await updateSeries(db, event, patch, context);
  else await updateEvent(db, event, patch, context);
  return { before: event.modified_at, after };
}

async function writeContact<Row extends ContactRow>(
  db: Db,
  { context }: ImportRun,
  kind: ContactKind<Row>,
  { id, language, read }: TextsOfRecord,
): Promise<Modified> {
  await dialectOf(db).lockRow(db, tableOf(kind), id);
  const current = await findContact(db, kind, { id });
  if (!current) throw gone();
  const after = latest(current, language, read);
  const translations = translation(language, current, read);
  await updateContact(db, kind, current, { own: {}, translations, kept: { modified_at: after } }, context);
  return { before: current.modified_at, after };
}

async function writeTerm(
  db: Db,
  { context }: ImportRun,
  taxonomy: Taxonomy,
  { id, language, read }: TextsOfRecord,
): Promise<Modified> {
  await dialectOf(db).lockRow(db, 'terms', id);
  const current = await findTerm(db, taxonomy, id);
  if (!current) throw gone();
  await updateTerm(db, current, { translations: translation(language, current, read) }, context);
  return { before: 0, after: 0 };
}

const gone = () => new Error('the record here was deleted meanwhile');

/** A record was last changed when the text in one of its languages was, unless that is a draft. */
function latest(
  { modified_at, translations }: { modified_at: number; translations: string },
  language: Language,
  { isDraft, modified_at: there = modified_at }: SecondSiteTexts,
): number {
  const before = translationsIn(translations).get(language);
  const wasDraft = before?.isDraft ?? true;
  return wasDraft && (isDraft ?? before?.isDraft) ? modified_at : Math.max(modified_at, there);
}

/**
 * What is written in a language. A text that equals the record's own is not a translation: sites copy
 * what nobody has translated yet. A name may be the same in both.
 * @param without columns that are not written
 */
function translation(
  language: Language,
  row: object,
  { texts, isDraft }: SecondSiteTexts,
  without: readonly string[] = [],
): TranslationPatches {
  const own = row as Readonly<Record<string, unknown>>;
  const isName = (column: string) => column === 'title' || column === 'name';
  const kept = (column: string, text: string) =>
    text === '' || (text === own[column] && !isName(column)) ? null : text;
  const written = Object.entries(texts).filter(([column]) => !without.includes(column));
  const values = written.map(([column, text]) => [column, kept(column, text)]);
  const patch: TranslationPatch = { isDraft, texts: Object.fromEntries(values) };
  return new Map([[language, patch]]);
}
