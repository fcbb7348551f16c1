import { inSlices } from '../db/slices.ts';
import type { Db, EventRow } from '../db/tables.ts';
import { InvalidValue, Refused } from '../errors.ts';
import { type EventPatch, updateEvent } from '../events/store.ts';
import type { Times } from '../events/times.ts';
import { ownLanguage } from '../records/translations/in-language.ts';
import { isOwnText, type LanguageColumns, withoutDrafts } from '../records/translations/stored.ts';
import { reviseEvents } from '../records/versions/bulk.ts';
import { linksOf } from '../records/versions/links.ts';
import { keepsHistory, type WriteCall } from '../records/versions/record-change.ts';
import { findOccurrences, type LinkedEvent, ownOf, withLinkIds } from './occurrences.ts';
import { inherited, LINKS, linkMembers, ownMembers, STATUS_BEFORE } from './own.ts';
import { ownTexts, withOwnTexts } from './own-texts.ts';
import { occurrenceTimes, recurrenceOf } from './recurrence.ts';

/**
 * Changes one occurrence of a series. What then differs from the series is the occurrence's own.
 * @param series the series, as it is held until the transaction ends
 * @param own members that stay its own even where they are as the series has them
 */
export async function updateOccurrence(
  db: Db,
  series: EventRow,
  current: EventRow,
  { slug: _, recurrence: __, ...patch }: EventPatch,
  context: WriteCall,
  own: readonly string[] = [],
): Promise<EventRow> {
  // It would be deleted for good with its series, as no entry of the trash.
  const isOutside = patch.status !== undefined && patch.status !== 'trash' && context.via !== 'import';
  if (series.status === 'trash' && isOutside)
    throw new InvalidValue('status', new Refused('expected_series_outside_trash'));
  const whole = await withLinkIds(db, series);
  const links = await linksOf(db, current.id);
  const linkIds = Object.fromEntries(
    linkMembers.map(name => [LINKS[name], patch[LINKS[name]] ?? links[LINKS[name]]]),
  );
  const others = (await findOccurrences(db, series.id)).filter(({ id }) => id !== current.id);
  const was = [...ownOf(current), ...own];
  const changed = await updateEvent(db, current, patch, context, written => {
    const languages = languagesOf(series, current, written, patch, was, context);
    // Links of the row: those that are written, or those that stay.
    const row = { ...written, ...languages, slug: null, ...linkIds } as LinkedEvent;
    // The first translation of one date fixes the language of all: the other texts are those of the series.
    if (whole.language === '' && row.language === context.config.LANGUAGE) whole.language = row.language;
    const differing = ownMembers(whole, row, timesFromSeries(series, current.recurrence_id!), was);
    return {
      ...languages,
      slug: occurrenceSlugs(series.slug, [...others, { ...row, slug: current.slug }]).get(row.id) ?? null,
      own_members: withOwn(own, differing),
    };
  });
  const unfixed = whole.language === series.language ? [] : [series, ...others].map(({ id }) => id);
  const fix = db.updateTable('events').set({ language: whole.language }).where('language', '=', '');
  await inSlices(db, unfixed, some => fix.where('id', 'in', some).execute());
  // What an import makes anew has the revision of its source.
  const isNew = context.via === 'import' && !keepsHistory(context);
  // Of a date that is hidden before and after, calendars of the series show nothing.
  const isShown = current.status === 'publish' || changed.status === 'publish';
  if (changed.sequence > current.sequence && isShown && !isNew) await reviseEvents(db, context, [series.id]);
  return changed;
}

/** The language of an occurrence, and its translations with the slugs of its series. */
function languagesOf(
  series: EventRow,
  current: EventRow,
  written: LanguageColumns,
  { language: sent, languageState }: EventPatch,
  own: readonly string[],
  { config }: Pick<WriteCall, 'config'>,
): LanguageColumns {
  const { language: kept } = own.includes('language') ? current : series;
  // A language that is sent back as it was read fixes none, as in `mergeLanguages`.
  const chosen = sent === ownLanguage({ language: kept }, config) ? undefined : sent;
  const language = chosen ?? languageState?.language ?? kept;
  const texts = withOwnTexts(series, { ...written, language }, ownTexts(series, written));
  return { language: language || (withoutDrafts(texts.translations) && config.LANGUAGE), ...texts };
}

function withOwn(own: readonly string[], derived: string): string {
  const names = derived === '' ? [] : derived.split(',');
  const isMember = (name: string) => MEMBERS.has(name) || isOwnText(name);
  const more = own.filter(name => isMember(name) && !(name === 'status' && names.includes(STATUS_BEFORE)));
  return [...new Set([...names, ...more])].sort().join();
}

const MEMBERS = new Set<string>([...inherited.values(), ...linkMembers, 'start_date', 'status']);

/** The times that a series gives the occurrence of this date. */
export function timesFromSeries(series: EventRow, recurrenceId: string): Times {
  const period = recurrenceOf(series)?.recurrence.dates.find(({ start }) => start === recurrenceId);
  return occurrenceTimes(series, { recurrenceId, ...(period?.end && { end: period.end }) });
}

type OccurrenceSlug = Pick<EventRow, 'id' | 'slug' | 'start_date'>;

/**
 * The slugs of occurrences: the series' one, the day, and a number where several fall on one day. An occurrence that
 * stays on its day keeps its number.
 * @param series the slug of the series; null if it has none yet
 */
export function occurrenceSlugs(
  series: string | null,
  placed: readonly OccurrenceSlug[],
): Map<number, string | null> {
  const slugs = new Map<number, string | null>();
  const taken = new Set<string>();
  const open: OccurrenceSlug[] = [];
  for (const one of placed) {
    const tail = tailOf(one.slug);
    if (series === null) slugs.set(one.id, null);
    else if (tail && tail.slice(0, 10) === dayIn(one) && !taken.has(tail)) {
      taken.add(tail);
      slugs.set(one.id, `${series}/${tail}`);
    } else open.push(one);
  }
  const numbers = new Map<string, number>();
  for (const one of open) {
    const tail = freeTail(dayIn(one), taken, numbers);
    taken.add(tail);
    slugs.set(one.id, `${series}/${tail}`);
  }
  return slugs;
}

/** The part of an occurrence's slug after that of its series. */
const tailOf = (slug: string | null): string | undefined => slug?.split('/').slice(1).join('/') || undefined;

const dayIn = ({ start_date }: Pick<EventRow, 'start_date'>): string => start_date.slice(0, 10);

/** @param numbers the last number tried of each day */
function freeTail(day: string, taken: ReadonlySet<string>, numbers: Map<string, number>): string {
  let number = numbers.get(day) ?? 1;
  const tail = () => (number === 1 ? day : `${day}/${number}`);
  while (taken.has(tail())) number++;
  numbers.set(day, number);
  return tail();
}
