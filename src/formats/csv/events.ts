import type { EventRecord } from '../../events/event.ts';
import { eventExactlyIn } from '../../events/in-language.ts';
import { visiblePart } from '../../events/mask.ts';
import { eventMembers } from '../../events/members.ts';
import { plainFields } from '../../events/plain-fields.ts';
import { recurrenceOf } from '../../events/series-members.ts';
import { show, type View } from '../../records/members.ts';
import { ownLanguage } from '../../records/translations/in-language.ts';
import type { EventFormat } from '../event-format.ts';
import {
  type CsvColumns,
  cellOf,
  columnsIn,
  headerOf,
  type InterfaceRecord,
  imageColumn,
  inEach,
  joined,
  memberColumns,
  recordOf,
  recordsOf,
  separatorAt,
  textColumn,
} from './columns.ts';

/** CSV (RFC 4180) for spreadsheets and programs: a row for each event, a column for each field. */
export const csv: EventFormat = {
  suffix: 'csv',
  mediaType: 'text/csv',
  extent: 'whole',
  window: 'list',
  open({ languages, self, view }) {
    const separator = separatorAt(self);
    const columns = columnsIn(languages, eventColumns, TEXTS);
    const exact = { ...view, textLanguage: undefined };
    const recurrenceIn = recurrences(view);
    return {
      begin: () => headerOf(columns, separator),
      event(masked, event) {
        const shown = { ...masked, recurrence: recurrenceIn(visiblePart(masked, event)) };
        const exactly = inEach(languages, language =>
          show(textMembers, visiblePart(masked, eventExactlyIn(event, language, view.config)), exact),
        );
        return recordOf(columns, { shown, own: ownLanguage(event, view.config), exactly }, separator);
      },
      end: () => '',
    };
  },
};

/**
 * When the series of a table take place. Only the first row of a series has it: there may be as many dates as rows.
 */
function recurrences(view: View) {
  const listed = new Set<number>();
  return (visible: EventRecord): string | undefined => {
    if (!visible.series || listed.has(visible.series.id)) return undefined;
    const lines = recurrenceOf(visible, view)?.join(' | ');
    if (lines) listed.add(visible.series.id);
    return lines;
  };
}

/** The columns of texts that may have translations. */
const TEXTS: ReadonlySet<string> = new Set([
  ...['title', 'status_reason', 'venue', 'venue_address', 'venue_city', 'venue_stateprovince'],
  ...['venue_country', 'venue_website', 'other_venues', 'organizer', 'categories', 'tags', 'website'],
  ...['excerpt', 'description', 'slug'],
]);

/** The members that these columns show. */
const textMembers = Object.fromEntries(
  ['title', 'status_reason', 'venue', 'organizer', 'categories', 'tags', 'website', 'excerpt']
    .concat(['description', 'slug'])
    .map(name => [name, eventMembers[name]!]),
);

/** Columns with members of the first venue of an event. */
const venueColumns = (...names: readonly string[]): CsvColumns<InterfaceRecord> =>
  Object.fromEntries(
    names.map(name => [`venue_${name}`, ({ venue }) => cellOf(recordsOf(venue)[0]?.[name])]),
  );

/** Columns with members of all organizers of an event. */
const organizerColumns = (...names: readonly string[]): CsvColumns<InterfaceRecord> =>
  Object.fromEntries(
    names.map(name => [`organizer_${name}`, ({ organizer }) => joined(recordsOf(organizer), name)]),
  );

/** What people look for stands first. A column is named by its member, one of a linked record by both. */
const ordered: CsvColumns<InterfaceRecord> = {
  ...memberColumns('id', 'title', 'start_date', 'end_date', 'timezone', 'timezone_abbr'),
  ...memberColumns('utc_start_date', 'utc_end_date', 'all_day', 'status'),
  ...memberColumns('event_status', 'status_reason'),
  venue: ({ venue }) => cellOf(recordsOf(venue)[0]?.venue),
  ...venueColumns('address', 'city', 'zip', 'stateprovince', 'country', 'geo_lat', 'geo_lng'),
  ...venueColumns('phone', 'website', 'id'),
  other_venues: ({ venue }) => joined(recordsOf(venue).slice(1), 'venue'),
  ...memberColumns('is_virtual', 'virtual_url', 'virtual_video_source'),
  organizer: ({ organizer }) => joined(recordsOf(organizer), 'organizer'),
  ...organizerColumns('phone', 'email', 'website', 'id'),
  categories: ({ categories }) => joined(recordsOf(categories), 'name'),
  tags: ({ tags }) => joined(recordsOf(tags), 'name'),
  ...memberColumns('cost'),
  // An event shows a code of its own only; its details also show that of the site.
  currency_code: ({ cost_details }) => cellOf(recordsOf(cost_details)[0]?.currency_code),
  ...memberColumns('ticket_url', 'availability', 'website', 'url'),
  ...imageColumn,
  ...textColumn('excerpt'),
  ...textColumn('description'),
  ...memberColumns('featured', 'sticky', 'hide_from_listings', 'show_map', 'show_map_link'),
  ...memberColumns('slug', 'author', 'date', 'date_utc', 'modified', 'modified_utc', 'global_id'),
  ...memberColumns('custom_fields', 'distance'),
  // Events without a series have empty cells.
  series: ({ series }) => cellOf(recordsOf(series)[0]?.id),
  ...memberColumns('recurrence_id', 'recurrence', 'recurrence_text'),
  // The date of the occurrence that follows.
  next_occurrence: ({ next_occurrence }) => cellOf(recordsOf(next_occurrence)[0]?.start_date),
  ...memberColumns('occurrences_total'),
};

/** All columns; the plain fields that have no place above come last. */
export const eventColumns: CsvColumns<InterfaceRecord> = {
  ...ordered,
  ...memberColumns(...Object.keys(plainFields).filter(name => !Object.hasOwn(ordered, name))),
};
