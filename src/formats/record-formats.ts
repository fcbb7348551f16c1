import { KINDS } from '../kinds.ts';
import { summaryOf } from '../lib/text/text.ts';
import { type OrganizerRecord, organizerMembers } from '../organizers/members.ts';
import { translatedColumns as ofOrganizers } from '../organizers/plain-fields.ts';
import { type Members, show } from '../records/members.ts';
import { exactlyIn, inLanguage, ownLanguage } from '../records/translations/in-language.ts';
import type { TranslatedColumns } from '../records/translations/members.ts';
import { siteName } from '../site/name.ts';
import { termMembers } from '../terms/members.ts';
import { translatedColumns as ofTerms } from '../terms/term.ts';
import type { PlacedTerm } from '../terms/tree.ts';
import { type VenueRecord, venueMembers } from '../venues/members.ts';
import { translatedColumns as ofVenues } from '../venues/plain-fields.ts';
import {
  type CsvColumns,
  columnsIn,
  headerOf,
  type InterfaceRecord,
  imageColumn,
  inEach,
  memberColumns,
  recordOf,
  separatorAt,
  textColumn,
} from './csv/columns.ts';
import { csv } from './csv/events.ts';
import type { EventListView, MediaFormat } from './event-format.ts';
import { organizationNode, placeNode } from './json-ld/contacts.ts';
import { jsonLd, nodeWriter } from './json-ld/events.ts';

/** How a kind of records other than events is shown: a column of a table and a node of schema.org. */
export interface RecordKind<Row> {
  readonly columns: CsvColumns<InterfaceRecord>;
  readonly members: Members<Row>;
  /** The columns of its texts that have translations, by the names of their members, which are those of the table. */
  readonly translated: TranslatedColumns;
  /** @param row in the language of the list */
  node(row: Row, shown: InterfaceRecord, list: RecordListView): object;
}

/** What a document says about its list. A single record has a single `view`. */
export type RecordListView = Omit<EventListView, 'store' | 'now' | 'since' | 'titleLanguage' | 'alternates'>;

/** Writes one document, text by text. */
export interface RecordWriter<Row> {
  begin(): string;
  record(row: Row, shown: InterfaceRecord): string;
  end(): string;
}

/** A format of venues, organizers, categories and tags; the other formats have events only. */
export interface RecordFormat extends MediaFormat {
  readonly extent: 'page' | 'whole';
  open<Row extends object>(kind: RecordKind<Row>, list: RecordListView): RecordWriter<Row>;
}

/** CSV: a row for each record. */
const table: RecordFormat = {
  ...{ suffix: csv.suffix, mediaType: csv.mediaType, extent: csv.extent },
  open({ columns, members, translated }, { languages, self, view }) {
    const separator = separatorAt(self);
    const all = columnsIn(languages, columns, new Set(Object.keys(translated)));
    const exact = { ...view, textLanguage: undefined };
    return {
      begin: () => headerOf(all, separator),
      record(row, shown) {
        const exactly = inEach(languages, language =>
          show(members, exactlyIn(row, translated, language, view.config), exact),
        );
        return recordOf(all, { shown, own: ownLanguage(row, view.config), exactly }, separator);
      },
      end: () => '',
    };
  },
};

/** JSON-LD: a place, an organization or a defined term, or a graph of them. */
const graph: RecordFormat = {
  ...{ suffix: jsonLd.suffix, mediaType: jsonLd.mediaType, extent: jsonLd.extent },
  open(kind, list) {
    const { begin, node, end } = nodeWriter(list);
    return { begin, record: (row, shown) => node(kind.node(inLanguage(row, list.view), shown, list)), end };
  },
};

/** The formats of these records other than JSON. The first of equally wanted ones is chosen. */
export const recordFormats: readonly RecordFormat[] = [graph, table];

const publication = memberColumns(
  ...['status', 'slug', 'author', 'date', 'date_utc', 'modified', 'modified_utc', 'global_id'],
);

export const venueDocuments: RecordKind<VenueRecord> = {
  ...{ members: venueMembers, translated: ofVenues },
  columns: {
    ...memberColumns(
      'id',
      'venue',
      'address',
      'city',
      'zip',
      'stateprovince',
      'state',
      'province',
      'country',
    ),
    ...memberColumns('geo_lat', 'geo_lng', 'phone', 'website', 'url'),
    ...imageColumn,
    ...textColumn('description'),
    ...memberColumns('show_map', 'show_map_link'),
    ...publication,
  },
  node: (venue, _, { view }) => ({ ...placeNode(venue, view), description: textOf(venue.description) }),
};

export const organizerDocuments: RecordKind<OrganizerRecord> = {
  ...{ members: organizerMembers, translated: ofOrganizers },
  columns: {
    ...memberColumns('id', 'organizer', 'phone', 'email', 'website', 'url'),
    ...imageColumn,
    ...textColumn('description'),
    ...publication,
  },
  node: (organizer, _, { view }) => ({
    ...organizationNode(organizer, view),
    description: textOf(organizer.description),
  }),
};

const term = (...names: readonly string[]): RecordKind<PlacedTerm> => ({
  ...{ members: termMembers, translated: ofTerms },
  columns: {
    ...memberColumns('id', 'name', 'slug', ...names, 'count'),
    ...textColumn('description'),
    ...memberColumns('taxonomy', 'url'),
  },
  node: ({ taxonomy, name, slug, description }, { url }, { view }) => ({
    '@type': 'DefinedTerm',
    '@id': url,
    url,
    name,
    termCode: slug,
    description: textOf(description),
    inDefinedTermSet: {
      '@type': 'DefinedTermSet',
      '@id': `${view.address.api}/${KINDS[taxonomy].collection}`,
      name: siteName(view),
    },
  }),
});

export const categoryDocuments = term('parent');
export const tagDocuments = term();

const textOf = (html: string): string | undefined => summaryOf(html, MOST) || undefined;

/** Characters of a description. */
const MOST = 5000;
