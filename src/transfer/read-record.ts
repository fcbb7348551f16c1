import { decodeHTMLStrict } from 'entities/decode';
import type { Config } from '../config.ts';
import type { OrganizerRow, Status, VenueRow } from '../db/tables.ts';
import { NO_COST } from '../events/cost.ts';
import { plainFields } from '../events/plain-fields.ts';
import type { WholePatch } from '../events/store.ts';
import { numeric } from '../http/arguments.ts';
import { slugify } from '../lib/text/slugs.ts';
import { plainText, richText, singleLine, termText } from '../lib/text/text.ts';
import { parseZone, toWall } from '../lib/time/zones.ts';
import { MAX_NAMED_TEXT, MAX_TERM_TEXT, MAX_TEXT, MAX_TITLE } from '../limits.ts';
import { plainOrganizerFields } from '../organizers/plain-fields.ts';
import type { PlaceKind, PlacePatch } from '../places/store.ts';
import { statuses } from '../records/fields.ts';
import { plainValues } from '../records/plain-fields.ts';
import type { FixedColumns } from '../records/publication.ts';
import type { TermPatch } from '../terms/store.ts';
import { plainVenueFields } from '../venues/plain-fields.ts';
import { stateOrProvince } from '../venues/venue.ts';
import { isObject, type JsonObject, textOf } from './json.ts';
import { readCost, readStoredCost } from './read-cost.ts';
import { readCurrency, readPlain, readWebsite } from './read-plain.ts';
import { instantIn, instantOf, readTimes } from './read-times.ts';

/** A record in the form of the stores, or the reason why it is skipped. */
export type Read<Patch> = { patch: Patch; notes: string[] } | { refused: string };

/** The context in which a record is read. */
export interface SourceContext {
  readonly config: Config;
  /** The zone of the site, as the site writes it. */
  readonly zone: string;
  /** The source is an export of Almanac, whose additional values are trusted. */
  readonly isExport: boolean;
  /** The id of the exported store; '' if there is none. */
  readonly store: string;
  /** Whether the hashes of event passwords can be used here. */
  readonly passwords: boolean;
}

/** The additional values of a record in an export; empty for any other source. */
export const extrasOf = (record: JsonObject, { isExport }: Pick<SourceContext, 'isExport'>): JsonObject =>
  isExport && isObject(record.almanac) ? record.almanac : {};

export function readEvent(record: JsonObject, source: SourceContext): Read<WholePatch> {
  if (isMasked(record)) return { refused: 'a password protects it at its source' };
  const read = readTimes(record, source.zone);
  if ('refused' in read) return read;
  const { times, notes } = read;
  const title = titleLine(plainText(textOf(record.title)), 'title', notes);
  if (title === '') return { refused: 'it has no title' };
  const extras = extrasOf(record, source);
  const cost = readStoredCost(extras.cost) ?? readCost(record, source.config);
  if (cost === undefined) notes.push(`its cost cannot be read: ${textOf(record.cost).slice(0, 100)}`);
  const { status, kept, ...dated } = readPublication(record, source);
  const site: { website?: string; kept?: { website: null } } = readEventWebsite(record, extras, notes);
  const password_hash = textOf(extras.password_hash) || null;
  const withheld = password_hash !== null && !source.passwords;
  if (withheld) notes.push('its password belongs to another store: it is private here instead of protected');
  return {
    patch: {
      ...{ title, times, ...dated },
      description: longText(record.description, 'description', notes, MAX_TEXT),
      excerpt: longText(record.excerpt, 'excerpt', notes, MAX_TEXT),
      slug: slugify(textOf(record.slug)),
      status: withheld ? 'private' : status,
      ...plainValues(plainFields, readPlain(plainFields, record, notes)),
      currency_code: readCurrency(record, cost ?? NO_COST, source.config, notes),
      ...{ cost, website: site.website, password_hash: withheld ? null : password_hash },
      kept: { ...kept, ...site.kept },
    },
    notes,
  };
}

export function readVenue(
  record: JsonObject,
  source: SourceContext,
): Read<PlacePatch<VenueRow> & { name: string }> {
  const plain = readPlain(plainVenueFields, record, []);
  const extras = extrasOf(record, source);
  const stateprovince = singleLine(textOf(source.isExport ? extras.stateprovince : record.stateprovince));
  const derived = stateOrProvince({ ...plain, stateprovince: null });
  return readNamed(record, 'venue', source, [plain.address, plain.city], notes => ({
    ...plain,
    website: readWebsite(record.website, notes),
    stateprovince: stateprovince === derived && !source.isExport ? null : stateprovince || null,
    geo_lat: coordinate(record.geo_lat, 90),
    geo_lng: coordinate(record.geo_lng, 180),
  }));
}

export const readOrganizer = (record: JsonObject, source: SourceContext) =>
  readNamed<OrganizerRow>(record, 'organizer', source, [], notes => ({
    ...readPlain(plainOrganizerFields, record, notes),
    website: readWebsite(record.website, notes),
  }));

export function readTerm(record: JsonObject): Read<TermPatch & { name: string; slug: string }> {
  const notes: string[] = [];
  const name = titleLine(plainText(textOf(record.name)), 'name', notes);
  const slug = slugify(textOf(record.slug) || name);
  if (name === '' || slug === '') return { refused: 'it has no name' };
  const description = termText(textOf(record.description).slice(0, MAX_TERM_TEXT));
  return { patch: { name, slug, description }, notes };
}

/** The address of a record's picture; '' for none. */
export function pictureOf(record: JsonObject): string {
  const { image } = record;
  const address = decodeHTMLStrict(textOf(isObject(image) ? image.url : image));
  return /^https?:\/\/\S{1,2000}$/i.test(address) && URL.canParse(address) ? address : '';
}

/** The interface shows flags as null if a password hides them. */
const isMasked = (record: JsonObject) => record.all_day === null || record.show_map === null;

function readNamed<Row extends VenueRow | OrganizerRow>(
  record: JsonObject,
  type: 'venue' | 'organizer',
  source: SourceContext,
  substitutes: string[],
  own: (notes: string[]) => PlaceKind<Row>['blank'],
): Read<PlacePatch<Row> & { name: string }> {
  const notes: string[] = [];
  const said = titleLine(plainText(textOf(record[type])), 'name', notes);
  // Some sites have venues with only a town.
  const name = said || plainText(substitutes.filter(Boolean).join(', '));
  if (name === '') return { refused: 'it has no name' };
  if (said === '') notes.push(`it has no name: it was named "${name}"`);
  const { status, ...dated } = readPublication(record, source);
  return {
    patch: {
      ...{ name, status, ...dated },
      description: longText(record.description, 'description', notes, MAX_NAMED_TEXT),
      slug: slugify(textOf(record.slug)),
      // `own` returns every column of the record's table.
      own: own(notes) as Partial<Row>,
    },
    notes,
  };
}

interface PublishedRecord {
  status: Status;
  date_utc: string | undefined;
  kept: FixedColumns;
}

function readPublication(record: JsonObject, source: SourceContext): PublishedRecord {
  const extras = extrasOf(record, source);
  const statusOf = (value: unknown) => statuses.find(known => known === value);
  const status = statusOf(record.status ?? 'publish') ?? 'draft';
  const isDated = !textOf(record.date_utc).startsWith('0000');
  const published = instantOf(record.date_utc) ?? instantIn(isDated && record.date, parseZone(source.zone)!);
  const created = instantOf(extras.created_utc);
  const modified_at = instantOf(record.modified_utc);
  return {
    status,
    date_utc: created === undefined && published !== undefined ? toWall(published, 'UTC') : undefined,
    kept: {
      ...(modified_at !== undefined && { modified_at }),
      ...(created !== undefined && { date_at: created, date_floats: 1 }),
      ...(source.isExport &&
        status === 'trash' && { status_before_trash: statusOf(extras.status_before_trash) ?? null }),
    },
  };
}

/** The website of an event. Its own address stands for a website that was never set. */
function readEventWebsite(record: JsonObject, extras: JsonObject, notes: string[]) {
  const unset = extras.website === null || (record.website === record.url && textOf(record.url) !== '');
  return unset ? { kept: { website: null } } : { website: readWebsite(record.website, notes) };
}

function titleLine(text: string, name: string, notes: string[]): string {
  if (text.length <= MAX_TITLE) return text;
  notes.push(`its ${name} was cut to ${MAX_TITLE} characters`);
  return text.slice(0, MAX_TITLE).toWellFormed().trim();
}

function longText(value: unknown, name: string, notes: string[], most: number): string {
  const text = textOf(value);
  if (text.length <= most) return richText(text);
  notes.push(`its ${name} is too long and was left out`);
  return '';
}

function coordinate(value: unknown, most: number): number | null {
  const number = numeric(value);
  return number !== undefined && Math.abs(number) <= most ? number : null;
}
