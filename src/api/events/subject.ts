import { findEventRow } from '../../events/store.ts';
import type { EventListView } from '../../formats/event-format.ts';
import { listedView } from '../../formats/views.ts';
import type { BareCall } from '../../http/call.ts';
import { textOf } from '../../lib/text/text.ts';
import { organizerKind } from '../../organizers/organizer.ts';
import { findPlace, type PlaceKind, type PlaceRow } from '../../places/store.ts';
import { permalink } from '../../records/published-members.ts';
import { siteName } from '../../records/view.ts';
import type { ListArgs } from '../../search/event-filter.ts';
import { termMembers } from '../../terms/members.ts';
import { findTerm } from '../../terms/store.ts';
import { placedTerm } from '../../terms/tree.ts';
import { mayRead } from '../../users/rights.ts';
import { venueKind } from '../../venues/venue.ts';

type Subject = Pick<EventListView, 'title' | 'description' | 'page'>;

/** What a list is about: the one category, tag, venue, organizer or series that it asks for, otherwise the site. */
export async function subjectOf(args: ListArgs, call: BareCall): Promise<Subject> {
  const site = siteName(call);
  const { categories = [], tags = [], venue = [], organizer = [], series = [] } = args;
  const all = [...categories, ...tags, ...venue, ...organizer, ...series];
  const one = all.length === 1 ? await recordOf(args, call) : undefined;
  return one
    ? { ...one, title: `${one.title} – ${site}` }
    : { title: site, description: '', page: `${call.address.site}/events/` };
}

async function recordOf(
  { categories, tags, venue, organizer, series }: ListArgs,
  call: BareCall,
): Promise<Subject | undefined> {
  if (categories?.length) return termSubject('category', categories[0]!, call);
  if (tags?.length) return termSubject('tag', tags[0]!, call);
  if (series?.length) return seriesSubject(series[0]!, call);
  return venue?.length
    ? placeSubject(venueKind, venue[0]!, call)
    : placeSubject(organizerKind, organizer![0]!, call);
}

/** Undefined if the viewer may not read the series. Its texts may be hidden by a password. */
async function seriesSubject(id: number, call: BareCall): Promise<Subject | undefined> {
  const row = await findEventRow(call.db, { id });
  if (!row || !mayRead(call.viewer, row)) return undefined;
  return { title: row.title, description: '', page: permalink('event', row, listedView(call)) };
}

async function termSubject(
  taxonomy: 'category' | 'tag',
  id: number,
  call: BareCall,
): Promise<Subject | undefined> {
  const term = await findTerm(call.db, taxonomy, id);
  if (!term) return undefined;
  const url = termMembers.url.of(await placedTerm(call.db, term), call);
  return { title: term.name, description: textOf(term.description), page: String(url) };
}

/** Undefined if the viewer may not read the record: its name stays unknown. */
async function placeSubject<Row extends PlaceRow>(
  kind: PlaceKind<Row>,
  id: number,
  call: BareCall,
): Promise<Subject | undefined> {
  const place = await findPlace(call.db, kind, { id });
  if (!place || !mayRead(call.viewer, place)) return undefined;
  const page = permalink(kind.type, place, listedView(call));
  return { title: place.name, description: textOf(place.description), page };
}
