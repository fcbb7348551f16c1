import type { EventRecord } from '../../events/event.ts';
import type { OrganizerRecord } from '../../organizers/members.ts';
import { show, write } from '../../records/members.ts';
import type { StructuredData, View } from '../../records/view.ts';
import type { VenueRecord } from '../../venues/members.ts';
import { jsonLdMembers } from './event.ts';
import { organizerJsonLd } from './organizer.ts';
import { venueJsonLd } from './venue.ts';

/** The structured data of records (schema.org JSON-LD), which their JSON contains. */
export const structuredData: StructuredData = {
  event: {
    of: (event: EventRecord, view: View) => show(jsonLdMembers, event, view),
    json: (event: EventRecord, view: View) => write(jsonLdMembers, event, view),
  },
  venue: valued(venueJsonLd),
  organizer: valued(organizerJsonLd),
};

function valued<Row extends VenueRecord | OrganizerRecord>(describe: (record: Row, view: View) => object) {
  const of = (record: Row, view: View) => ({ '@context': 'http://schema.org', ...describe(record, view) });
  return { of, json: (record: Row, view: View) => JSON.stringify(of(record, view)) };
}
