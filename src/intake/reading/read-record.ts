import type { Config } from '../../config.ts';
import { categoryColors, statuses } from '../../db/tables.ts';
import { NO_COST } from '../../events/cost.ts';
import { plainFields } from '../../events/plain-fields.ts';
import type { WholePatch } from '../../events/store.ts';
import { isObject, type JsonObject } from '../../lib/objects.ts';
import { withCompleteAddresses } from '../../lib/text/addresses.ts';
import { isWithin } from '../../lib/text/characters.ts';
import { slugify } from '../../lib/text/slugs.ts';
import { plainText, richText, termText } from '../../lib/text/text.ts';
import { parseZone, toWall } from '../../lib/time/zones.ts';
import { MAX_TERM_TEXT, MAX_TEXT, MAX_TITLE } from '../../limits.ts';
import { plainValues } from '../../records/plain-fields.ts';
import type { TermPatch } from '../../terms/store.ts';
import { because, type Reason } from '../reason.ts';
import { readCost, readCurrency, readPlain, readStoredCost } from './read-plain.ts';
import { instantIn, instantOf, readTimes } from './read-times.ts';
import { pageOf, readWebsite, textOf, unreadable } from './values.ts';

/** A record in the form of the stores, or the reason why it is skipped. */
export type ReadRecord<Patch> = { patch: Patch; notes: Reason[] } | { refused: Reason };

/** The context in which a record is read. */
export interface SourceContext {
  readonly config: Config;
  /** The zone of the site, as the site writes it. */
  readonly zone: string;
  /** The source is an export of Almanac, whose additional values are trusted. */
  readonly isExport: boolean;
  /** The source is a calendar file. */
  readonly isCalendar?: boolean;
  /** The id of the exported store; '' if there is none. */
  readonly store: string;
  /** Whether the hashes of event passwords can be used here. */
  readonly passwords: boolean;
}

/** The additional values of a record in an export or a calendar; empty for any other source. */
export const extrasOf = (
  record: JsonObject,
  { isExport, isCalendar }: Pick<SourceContext, 'isExport' | 'isCalendar'>,
): JsonObject => ((isExport || isCalendar) && isObject(record.almanac) ? record.almanac : {});

/** @param inPlaceOfUtc see `readTimes` */
export function readEvent(
  record: JsonObject,
  source: SourceContext,
  inPlaceOfUtc?: string,
): ReadRecord<WholePatch> {
  if (isMasked(record)) return { refused: because('protected') };
  const read = readTimes(record, source.zone, inPlaceOfUtc);
  if ('refused' in read) return read;
  const { times, notes } = read;
  const title = titleLine(plainText(textOf(record.title)), 'title', notes);
  if (title === '') return { refused: because('no_title') };
  const extras = extrasOf(record, source);
  const cost = readStoredCost(extras.cost) ?? readCost(record, source.config);
  if (cost === undefined) notes.push(unreadable('cost', record.cost));
  const { status, kept, ...dated } = readPublication(record, source, notes);
  const site: { website?: string; kept?: { website: null } } = readEventWebsite(record, extras, notes);
  const password_hash = textOf(extras.password_hash) || null;
  const withheld = password_hash !== null && !source.passwords;
  if (withheld) notes.push(because('private_instead'));
  return {
    patch: {
      ...{ title, times, ...dated },
      ...readRichTexts(record, source, notes),
      slug: slugify(textOf(record.slug)),
      status: withheld ? 'private' : status,
      ...plainValues(plainFields, readPlain(plainFields, record, notes)),
      currency_code: readCurrency(record, cost ?? NO_COST, source.config, notes),
      ...{ cost, website: site.website, password_hash: withheld ? null : password_hash },
      kept: { ...kept, ...site.kept },
      languageState: undefined,
    },
    notes,
  };
}

/** The texts of an event that have translations, by member. */
export const readEventTexts = (record: JsonObject, source: SourceContext, notes: Reason[]) => ({
  title: titleLine(plainText(textOf(record.title)), 'title', notes),
  ...readRichTexts(record, source, notes),
  slug: slugify(textOf(record.slug)),
  website: readWebsite(record, notes),
  ...readPlain({ status_reason: plainFields.status_reason }, record, notes),
});

const readRichTexts = (record: JsonObject, source: SourceContext, notes: Reason[]) => ({
  description: longText(record, 'description', source, notes, MAX_TEXT),
  excerpt: longText(record, 'excerpt', source, notes, MAX_TEXT),
});

export function readTerm(record: JsonObject): ReadRecord<TermPatch & { name: string; slug: string }> {
  const notes: Reason[] = [];
  const { name, description } = readTermTexts(record, notes);
  const slug = slugify(textOf(record.slug) || name);
  if (name === '' || slug === '') return { refused: because('no_name') };
  const color = categoryColors.find(color => color === record.color);
  return { patch: { name, slug, description, color }, notes };
}

/** The texts of a term that have translations, by member. */
export function readTermTexts(record: JsonObject, notes: Reason[]) {
  const name = titleLine(plainText(textOf(record.name)), 'name', notes);
  const written = textOf(record.description);
  if (written.length > MAX_TERM_TEXT)
    notes.push(because('cut', { name: 'description', count: MAX_TERM_TEXT }));
  return { name, slug: slugify(textOf(record.slug)), description: termText(written.slice(0, MAX_TERM_TEXT)) };
}

/** The interface shows flags as null if a password hides them. */
const isMasked = (record: JsonObject) => record.all_day === null || record.show_map === null;

export function readPublication(record: JsonObject, source: SourceContext, notes: Reason[]) {
  const extras = extrasOf(record, source);
  const statusOf = (value: unknown) => statuses.find(known => known === value);
  const written = statusOf(record.status ?? 'publish') ?? 'draft';
  const isProtected = ['password', 'post_password'].some(name => textOf(record[name]) !== '');
  const isShown = written === 'publish' || written === 'future';
  const status = isProtected && isShown ? 'private' : written;
  if (status !== written) notes.push(because('private_instead'));
  if (!statusOf(record.status ?? 'publish'))
    notes.push(because('draft_instead', { value: textOf(record.status).slice(0, 100) }));
  const isDated = !textOf(record.date_utc).startsWith('0000');
  const published = instantOf(record.date_utc) ?? instantIn(isDated && record.date, parseZone(source.zone)!);
  const created = instantOf(extras.created_utc);
  const modified_at = instantOf(record.modified_utc);
  return {
    status,
    date_utc: created === undefined && published !== undefined ? toWall(published, 'UTC') : undefined,
    kept: {
      ...(modified_at !== undefined && { modified_at }),
      ...(created !== undefined && { date_at: created, date_floats: Number(source.isExport) }),
      ...(source.isExport &&
        status === 'trash' && { status_before_trash: statusOf(extras.status_before_trash) ?? null }),
    },
  };
}

/** The website of an event. Its own address stands for a website that was never set. */
function readEventWebsite(record: JsonObject, extras: JsonObject, notes: Reason[]) {
  const unset = extras.website === null || (record.website === record.url && textOf(record.url) !== '');
  return unset ? { kept: { website: null } } : { website: readWebsite(record, notes) };
}

/** A title or name; one that is too long is cut. */
export function titleLine(text: string, name: string, notes: Reason[]): string {
  if (text.length <= MAX_TITLE) return text;
  notes.push(because('cut', { name, count: MAX_TITLE }));
  return text.slice(0, MAX_TITLE).toWellFormed().trim();
}

/** A description or an excerpt. Its links and pictures keep their addresses when it is shown on this site. */
export function longText(
  record: JsonObject,
  name: 'description' | 'excerpt',
  { isExport }: SourceContext,
  notes: Reason[],
  most: number,
): string {
  const text = textOf(record[name]);
  const page = isExport ? undefined : pageOf(record);
  if (isWithin(text, most)) return page ? withCompleteAddresses(richText(text), page.href) : richText(text);
  notes.push(because('too_long', { name }));
  return '';
}
