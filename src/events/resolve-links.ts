import { sql } from 'kysely';
import { assertName, createContact } from '../contacts/create.ts';
import { type ContactKind, type ContactPatch, type ContactRow, lockContacts } from '../contacts/store.ts';
import { dialectOf } from '../db/dialect.ts';
import { rowsOf } from '../db/prepared.ts';
import type { Db, Taxonomy } from '../db/tables.ts';
import { InvalidValue, Refused } from '../errors.ts';
import type { ImageId } from '../images/input.ts';
import { organizerKind, organizerPatch } from '../organizers/organizer.ts';
import type { ImagePatch } from '../records/fields.ts';
import type { ContactType } from '../records/table.ts';
import type { WriteCall } from '../records/versions/record-change.ts';
import { findOrInsertTerm } from '../terms/store.ts';
import { venueKind, venuePatch } from '../venues/venue.ts';
import type { LinkIds, LockedContacts } from './linked.ts';
import type { LinkPatch, OrganizerLink, TermLink, VenueLink } from './links.ts';
import { staying } from './look-up.ts';

/** The links that a write sends; those that it leaves out stay unchanged. */
export interface SentLinks {
  readonly venue?: readonly VenueLink[] | undefined;
  readonly organizer?: readonly OrganizerLink[] | undefined;
  readonly categories?: readonly TermLink[] | undefined;
  readonly tags?: readonly TermLink[] | undefined;
}

/** Resolves the links of a write; missing venues, organizers and terms are created. */
export async function resolveLinks(
  db: Db,
  { venue, organizer, categories, tags }: SentLinks,
  context: WriteCall,
  imageId: ImageId,
): Promise<{ ids: LinkIds; locked: LockedContacts }> {
  const [venueIds, organizerIds] = [idsIn(venue), idsIn(organizer)];
  // Together: on PostgreSQL they are then on their way at once.
  const [venues, organizers, terms] = await Promise.all([
    lockContacts(db, venueKind, venueIds),
    lockContacts(db, organizerKind, organizerIds),
    existing(db, [...idsIn(categories), ...idsIn(tags)]),
  ]);
  assertLinkable('venue', venueIds, venues);
  assertLinkable('organizer', organizerIds, organizers);
  const there = new Set(terms);
  return {
    ids: {
      venue_ids: venue && (await resolveVenues(db, venue, context, imageId)),
      organizer_ids: organizer && (await resolveOrganizers(db, organizer, context, imageId)),
      category_ids: categories && (await resolveTerms(db, 'category', categories, there, context)),
      tag_ids: tags && (await resolveTerms(db, 'tag', tags, there, context)),
    },
    locked: {
      venues: isResolved(venue) ? venues : undefined,
      organizers: isResolved(organizer) ? organizers : undefined,
    },
  };
}

/** Whether all links name existing records, so that resolving them creates nothing. */
export const areResolved = ({ venue, organizer, categories, tags }: SentLinks): boolean =>
  [venue, organizer, categories, tags].every(isResolved);

const isResolved = (links: readonly (LinkPatch<unknown> | TermLink)[] = []): boolean =>
  links.every(link => 'id' in link);

const idsIn = (links: readonly (LinkPatch<unknown> | TermLink)[] = []): number[] => [
  ...new Set(links.flatMap(link => ('id' in link ? link.id : []))),
];

/** Refuses the request if a record to link has been moved to the trash since the request was read. */
function assertLinkable(type: ContactType, ids: readonly number[], locked: readonly unknown[]): void {
  if (locked.length < ids.length) throw new InvalidValue(type, new Refused(`expected_${type}s`));
}

/** Makes a function that resolves links to venues or organizers to ids, in their order. It creates missing ones. */
const resolveContacts =
  <Row extends ContactRow, Input extends { image?: ImagePatch }>(
    kind: ContactKind<Row>,
    patchOf: (input: Input, image_id: number | null | undefined) => ContactPatch<Row>,
  ) =>
  (db: Db, links: readonly LinkPatch<Input>[], context: WriteCall, imageId: ImageId) =>
    resolveEach(links, async input => {
      const patch = patchOf(input, await imageId(db, input.image));
      const named = { ...patch, name: assertName(kind, patch.name) };
      return createContact(db, kind, named, context).catch(error => {
        throw within(kind.type, error);
      });
    });

/** The refusal of a member of inline data, with its path such as `venue.translations`. */
const within = (type: ContactType, error: unknown): unknown =>
  error instanceof InvalidValue
    ? new InvalidValue(
        type,
        new Refused(error.why.key, { ...error.why.values, name: `${type}.${error.parameter}` }),
      )
    : error;

const resolveVenues = resolveContacts(venueKind, venuePatch);
const resolveOrganizers = resolveContacts(organizerKind, organizerPatch);

/** The ids of the terms to assign that are still there, or into which they were merged. New names become terms at the top level. */
async function resolveTerms(
  db: Db,
  taxonomy: Taxonomy,
  links: readonly TermLink[],
  there: ReadonlySet<number>,
  context: WriteCall,
): Promise<number[]> {
  const left = links.filter(link => !('id' in link) || there.has(link.id));
  const made = left.map(link => ('id' in link ? link : { input: link.name }));
  const gone = links.length > left.length ? idsIn(links).filter(id => !there.has(id)) : [];
  if (gone.length > 0) made.push(...(await staying(db, taxonomy, gone)).map(id => ({ id })));
  return resolveEach(made, async name => (await findOrInsertTerm(db, taxonomy, name, context)).id);
}

async function existing(db: Db, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  return (await rowsOf(db, termsAmong, [dialectOf(db).listOf(ids)])).map(({ id }) => id);
}

const termsAmong = (db: Db) =>
  db
    .selectFrom('terms')
    .select('id')
    .where(dialectOf(db).among(sql.ref('id'), 0));

async function resolveEach<Input>(
  links: readonly LinkPatch<Input>[],
  make: (input: Input) => Promise<number>,
): Promise<number[]> {
  const ids: number[] = [];
  for (const link of links) {
    ids.push('id' in link ? link.id : await make(link.input));
  }
  return [...new Set(ids)];
}
