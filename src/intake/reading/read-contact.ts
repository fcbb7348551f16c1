import type { ContactKind, ContactPatch } from '../../contacts/store.ts';
import type { OrganizerRow, VenueRow } from '../../db/tables.ts';
import { interfaceWords } from '../../i18n/messages.ts';
import { numeric } from '../../input/arguments.ts';
import type { ContactType } from '../../kinds.ts';
import { degrees } from '../../lib/geo.ts';
import { isObject, type JsonObject } from '../../lib/objects.ts';
import { slugify } from '../../lib/text/slugs.ts';
import { plainText, singleLine } from '../../lib/text/text.ts';
import { MAX_LINE, MAX_NAMED_TEXT } from '../../limits.ts';
import { plainOrganizerFields } from '../../organizers/plain-fields.ts';
import { plainVenueFields, venueLines } from '../../venues/plain-fields.ts';
import { stateOrProvince } from '../../venues/venue.ts';
import { because, type Reason } from '../reason.ts';
import { readPlain } from './read-plain.ts';
import {
  extrasOf,
  longText,
  type ReadRecord,
  readPublication,
  type SourceContext,
  titleLine,
} from './read-record.ts';
import { idOf, readWebsite, textOf, unreadable } from './values.ts';

type ReadContact<Row> = ReadRecord<ContactPatch<Row> & { name: string }>;

export function readVenue(record: JsonObject, source: SourceContext): ReadContact<VenueRow> {
  const notes: Reason[] = [];
  const plain = readPlain(plainVenueFields, record, notes);
  const extras = extrasOf(record, source);
  const stateprovince = singleLine(textOf(source.isExport ? extras.stateprovince : record.stateprovince));
  const derived = stateOrProvince({ ...plain, stateprovince: null });
  const own = {
    ...plain,
    website: readWebsite(record, notes),
    stateprovince: stateprovince === derived && !source.isExport ? null : stateprovince || null,
    geo_lat: coordinate(record, 'geo_lat', 90, notes),
    geo_lng: coordinate(record, 'geo_lng', 180, notes),
  };
  return readContact(record, source, 'venue', own, notes, plain.address);
}

/** The texts of a venue that have translations, by member. */
export function readVenueTexts(record: JsonObject, source: SourceContext, notes: Reason[]) {
  const lines = readPlain(translatedLines, record, notes);
  const stateprovince = singleLine(textOf(record.stateprovince).slice(0, MAX_LINE));
  // A site shows one of the others by this name.
  const isDerived = !source.isExport && [lines.state, lines.province].includes(stateprovince);
  return {
    ...{ venue: nameIn(record, 'venue', notes), ...textsOf(record, source, notes), ...lines },
    stateprovince: isDerived ? '' : stateprovince,
    website: readWebsite(record, notes),
  };
}

const { address, city, country, province, state } = venueLines;
const translatedLines = { address, city, country, province, state };

/** The texts of an organizer that have translations, by member. */
export const readOrganizerTexts = (record: JsonObject, source: SourceContext, notes: Reason[]) => ({
  organizer: nameIn(record, 'organizer', notes),
  ...textsOf(record, source, notes),
});

const nameIn = (record: JsonObject, type: ContactType, notes: Reason[]): string =>
  titleLine(plainText(textOf(record[type])), 'name', notes);

const textsOf = (record: JsonObject, source: SourceContext, notes: Reason[]) => ({
  description: longText(record, 'description', source, notes, MAX_NAMED_TEXT),
  slug: slugify(textOf(record.slug)),
});

export function readOrganizer(record: JsonObject, source: SourceContext): ReadContact<OrganizerRow> {
  const notes: Reason[] = [];
  const own = { ...readPlain(plainOrganizerFields, record, notes), website: readWebsite(record, notes) };
  return readContact(record, source, 'organizer', own, notes);
}

/** @param substitute what stands for a missing name */
function readContact<Row extends VenueRow | OrganizerRow>(
  record: JsonObject,
  source: SourceContext,
  type: ContactType,
  own: ContactKind<Row>['blank'],
  notes: Reason[],
  substitute = '',
): ReadContact<Row> {
  const written = titleLine(shownName(record, type), 'name', notes);
  if (written === '' && idOf(record.id) === undefined) return { refused: because('no_name') };
  // Events keep their nameless venues. A town is no name: clients would take it for a place of that name.
  const name = written || plainText(substitute) || interfaceWords.no_name[source.config.LANGUAGE];
  if (written === '') notes.push(because('named', { name }));
  const { status, ...dated } = readPublication(record, source, notes);
  return {
    patch: {
      ...{ name, status, ...dated },
      ...textsOf(record, source, notes),
      // `own` has every column of the record's table.
      own: own as Partial<Row>,
    },
    notes,
  };
}

/** The name of a venue or organizer; '' if its site shows none. */
const shownName = (record: JsonObject, type: ContactType): string =>
  plainText(textOf(record[type])) ||
  plainText(textOf(isObject(record.json_ld) ? record.json_ld.name : undefined));

function coordinate(
  record: JsonObject,
  name: 'geo_lat' | 'geo_lng',
  most: number,
  notes: Reason[],
): number | null {
  const written = record[name];
  const number = numeric(written);
  if (number !== undefined && Math.abs(number) <= most) return degrees(number);
  if (textOf(written) !== '') notes.push(unreadable(name, written));
  return null;
}
