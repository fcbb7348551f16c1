import { type ContactKind, type ContactRow, findContact } from '../contacts/store.ts';
import type { EventRow, Untokenized } from '../db/tables.ts';
import { findEventRow } from '../events/store.ts';
import type { EventListView } from '../formats/event-format.ts';
import { listedView } from '../formats/render.ts';
import type { OperationContext } from '../input/context.ts';
import { textOf } from '../lib/text/text.ts';
import { organizerKind } from '../organizers/organizer.ts';
import { show } from '../records/members.ts';
import { nameForPeople } from '../records/no-name.ts';
import { permalink, translatedPermalink } from '../records/published-members.ts';
import { inLanguage, shownLanguage } from '../records/translations/in-language.ts';
import type { ListArgs } from '../search/event-filter.ts';
import { pageAddress } from '../site/address.ts';
import { siteName } from '../site/name.ts';
import { termMembers } from '../terms/members.ts';
import { findTerm } from '../terms/store.ts';
import { placedTerm } from '../terms/tree.ts';
import { mayRead } from '../users/rights.ts';
import { venueKind } from '../venues/venue.ts';

type Subject = Pick<EventListView, 'title' | 'titleLanguage' | 'description' | 'page'>;

/** What a list is about: the one category, tag, venue, organizer or series that it asks for, otherwise the site. */
export async function subjectOf(args: ListArgs, call: OperationContext): Promise<Subject> {
  const site = siteName(call);
  const one = await recordOfList(args, call);
  return one
    ? { ...one, title: `${one.title} – ${site}` }
    : {
        ...{ title: site, titleLanguage: undefined, description: '' },
        page: pageAddress(listedView(call).address, '/events/'),
      };
}

type SubjectArgs = Pick<ListArgs, 'categories' | 'tags' | 'venue' | 'organizer' | 'series'>;

/** The one record that a list is about; undefined if it is about none, or several. */
export async function recordOfList(
  { categories = [], tags = [], venue = [], organizer = [], series = [] }: SubjectArgs,
  call: OperationContext,
): Promise<Subject | undefined> {
  if ([...categories, ...tags, ...venue, ...organizer, ...series].length !== 1) return undefined;
  if (categories.length > 0) return termSubject('category', categories[0]!, call);
  if (tags.length > 0) return termSubject('tag', tags[0]!, call);
  if (series.length > 0) return seriesSubject(series[0]!, call);
  return venue.length > 0
    ? contactSubject(venueKind, venue[0]!, call)
    : contactSubject(organizerKind, organizer[0]!, call);
}

export function eventSubject(row: Untokenized<EventRow>, call: OperationContext): Subject {
  const view = listedView(call);
  const event = inLanguage(row, view);
  const titleLanguage = shownLanguage(event, 'title', view);
  return { title: event.title, titleLanguage, description: '', page: permalink('event', event, view) };
}

/** Undefined if the viewer may not read the series. Its texts may be hidden by a password. */
async function seriesSubject(id: number, call: OperationContext): Promise<Subject | undefined> {
  const row = await findEventRow(call.db, { id });
  return row && mayRead(call.viewer, row) ? eventSubject(row, call) : undefined;
}

async function termSubject(
  taxonomy: 'category' | 'tag',
  id: number,
  call: OperationContext,
): Promise<Subject | undefined> {
  const term = await findTerm(call.db, taxonomy, id);
  if (!term) return undefined;
  const view = listedView(call);
  const { name, description, url } = show(termMembers, await placedTerm(call.db, term), view);
  return {
    title: String(name),
    titleLanguage: shownLanguage(term, 'name', view),
    description: textOf(String(description)),
    page: String(url),
  };
}

/** Undefined if the viewer may not read the record: its name stays unknown. */
async function contactSubject<Row extends ContactRow>(
  kind: ContactKind<Row>,
  id: number,
  call: OperationContext,
): Promise<Subject | undefined> {
  const contact = await findContact(call.db, kind, { id });
  if (!contact || !mayRead(call.viewer, contact)) return undefined;
  const view = listedView(call);
  const read = inLanguage(contact, view);
  const title = nameForPeople(read);
  if (title === '') return undefined;
  const { description } = read;
  return {
    title,
    titleLanguage: shownLanguage(contact, 'name', view),
    description: textOf(description),
    page: translatedPermalink(kind.type, contact, view),
  };
}
