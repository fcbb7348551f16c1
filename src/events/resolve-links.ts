import { sql } from 'kysely';
import { dialectOf } from '../db/dialect.ts';
import { rowsOf } from '../db/prepared.ts';
import type { Db, Taxonomy } from '../db/tables.ts';
import { InvalidValue } from '../errors.ts';
import type { ImageId } from '../images/input.ts';
import { Pacer } from '../lib/pacer.ts';
import { organizerKind, organizerPatch } from '../organizers/organizer.ts';
import { createPlace } from '../places/create.ts';
import { assertName } from '../places/name.ts';
import type { PlaceKind, PlacePatch, PlaceRow } from '../places/store.ts';
import type { ImagePatch } from '../records/fields.ts';
import type { PlaceType } from '../records/table.ts';
import type { WriteCall } from '../records/write-call.ts';
import { findOrInsertTerm } from '../terms/store.ts';
import { venueKind, venuePatch } from '../venues/venue.ts';
import type { LinkPatch, TermLink } from './links.ts';

/** Makes a function that resolves links to venues or organizers to ids, in their order. It creates missing ones. */
const resolvePlaces =
  <Row extends PlaceRow, Input extends { image?: ImagePatch }>(
    kind: PlaceKind<Row>,
    patchOf: (input: Input, image_id: number | null | undefined) => PlacePatch<Row>,
  ) =>
  async (db: Db, links: readonly LinkPatch<Input>[], context: WriteCall, imageId: ImageId) => {
    await assertLinkable(db, kind.type, links);
    return resolveEach(links, async input => {
      const patch = patchOf(input, await imageId(db, input.image));
      const named = { ...patch, name: assertName(kind, patch.name) };
      return createPlace(db, kind, named, context).catch(error => {
        throw within(kind.type, error);
      });
    });
  };

/** The refusal of a member of inline data, with its path such as `venue.translations`. */
const within = (type: PlaceType, error: unknown): unknown =>
  error instanceof InvalidValue
    ? new InvalidValue(type, error.reason, { ...error.reasonValues, name: `${type}.${error.parameter}` })
    : error;

export const resolveVenues = resolvePlaces(venueKind, venuePatch);
export const resolveOrganizers = resolvePlaces(organizerKind, organizerPatch);

/** Refuses the request if a record to link has been moved to the trash since the request was read. */
async function assertLinkable(db: Db, type: PlaceType, links: readonly LinkPatch<unknown>[]): Promise<void> {
  const ids = [...new Set(links.flatMap(link => ('id' in link ? link.id : [])))];
  const kept = await dialectOf(db).holdRows(db, `${type}s`, ids);
  if (kept < ids.length) throw new InvalidValue(type, `expected_${type}s`);
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
