import { sql } from 'kysely';
import { dialectOf } from '../db/dialect.ts';
import { rowsOf } from '../db/prepared.ts';
import type { Db, Taxonomy } from '../db/tables.ts';
import { InvalidValue } from '../errors.ts';
import type { ErrorKey } from '../i18n/say.ts';
import type { ImageId } from '../images/input.ts';
import { Pacer } from '../lib/pacer.ts';
import { organizerKind, organizerPatch } from '../organizers/organizer.ts';
import { assertName } from '../places/name.ts';
import { createPlace } from '../places/store.ts';
import type { PlaceType } from '../records/table.ts';
import type { WriteCall } from '../records/write-call.ts';
import { findOrInsertTerm } from '../terms/store.ts';
import { venueKind, venuePatch } from '../venues/venue.ts';
import type { LinkPatch, OrganizerLink, TermLink, VenueLink } from './links.ts';

/** The ids of the venues to link, in their order. Missing ones are created. */
export async function resolveVenues(
  db: Db,
  links: readonly VenueLink[],
  context: WriteCall,
  imageId: ImageId,
): Promise<number[]> {
  await assertLinkable(db, 'venue', links, 'expected_venues');
  return resolveEach(links, async input => {
    const patch = venuePatch(input, await imageId(db, input.image));
    return createPlace(db, venueKind, { ...patch, name: assertName(venueKind, patch.name) }, context);
  });
}

/** The ids of the organizers to link, in their order. Missing ones are created. */
export async function resolveOrganizers(
  db: Db,
  links: readonly OrganizerLink[],
  context: WriteCall,
  imageId: ImageId,
): Promise<number[]> {
  await assertLinkable(db, 'organizer', links, 'expected_organizers');
  return resolveEach(links, async input => {
    const patch = organizerPatch(input, await imageId(db, input.image));
    return createPlace(db, organizerKind, { ...patch, name: assertName(organizerKind, patch.name) }, context);
  });
}

/** Refuses the request if a record to link has been moved to the trash since the request was read. */
async function assertLinkable(
  db: Db,
  type: PlaceType,
  links: readonly LinkPatch<unknown>[],
  key: ErrorKey,
): Promise<void> {
  const ids = [...new Set(links.flatMap(link => ('id' in link ? link.id : [])))];
  const kept = await dialectOf(db).holdRows(db, `${type}s`, ids);
  if (kept < ids.length) throw new InvalidValue(type, key);
}

/** The ids of the terms to assign that still exist. New names become terms at the top level. */
export async function resolveTerms(
  db: Db,
  taxonomy: Taxonomy,
  links: readonly TermLink[],
  context: WriteCall,
): Promise<number[]> {
  const ids = links.flatMap(link => ('id' in link ? link.id : []));
  const there = new Set(await existing(db, ids));
  const left = links.filter(link => !('id' in link) || there.has(link.id));
  const made = left.map(link => ('id' in link ? link : { input: link.name }));
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
  const pacer = new Pacer();
  for (const link of links) {
    await pacer.pause();
    ids.push('id' in link ? link.id : await make(link.input));
  }
  return [...new Set(ids)];
}
