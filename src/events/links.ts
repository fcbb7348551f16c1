import type { Taxonomy } from '../db/tables.ts';
import { Refused } from '../errors.ts';
import type { Translations } from '../i18n/language.ts';
import type { ErrorKey } from '../i18n/say.ts';
import type { NamedImagePatch } from '../images/input.ts';
import {
  type Argument,
  type Arguments,
  items,
  listSchema,
  type ReadContext,
  textOrNothing,
  wholeNumber,
} from '../input/arguments.ts';
import { hidesNothing, ignoredHiding, readArguments } from '../input/read-arguments.ts';
import { either, type JsonSchema, objectOf, ref } from '../input/schemas.ts';
import { isObject, type JsonObject } from '../lib/objects.ts';
import { Pacer } from '../lib/pacer.ts';
import { plainText } from '../lib/text/text.ts';
import { MAX_ITEMS, MAX_LINKED, MAX_TITLE } from '../limits.ts';
import { organizerMembers } from '../organizers/members.ts';
import { type OrganizerInput, organizerFields } from '../organizers/organizer.ts';
import type { ContactType } from '../records/table.ts';
import { mayManageCategories, mayManageTags } from '../users/rights.ts';
import { venueMembers } from '../venues/members.ts';
import { type VenueInput, venueFields } from '../venues/venue.ts';
import { linkable, matchLinks } from './look-up.ts';

/** A record to link: the id of an existing one, or the data to find or create one. */
export type LinkPatch<Input> = { id: number } | { input: Input };
export type VenueLink = LinkPatch<VenueInput>;
export type OrganizerLink = LinkPatch<OrganizerInput>;
/** A term to assign: the id of an existing one, or the name of a new one. */
export type TermLink = { id: number } | { name: string };

/** Venues as ids, names or inline data, one or a list; null, '', 0, false or an empty list for none. */
export const venueField = (words: Translations): Argument<VenueLink[]> =>
  linkField(words, 'venue', venueFields, 'expected_venues');

/** Organizers, in the same forms as venues. */
export const organizerField = (words: Translations): Argument<OrganizerLink[]> =>
  linkField(words, 'organizer', organizerFields, 'expected_organizers');

function linkField<Input>(
  words: Translations,
  type: ContactType,
  fields: Arguments,
  key: ErrorKey,
): Argument<LinkPatch<Input>[]> {
  return {
    schema: listSchema,
    accepts: accepted(named, identified, ref(type === 'venue' ? 'VenueCreate' : 'OrganizerCreate')),
    words,
    nullable: true,
    isLong: true,
    looksUp: true,
    unknownIn: sent =>
      linkItems(sent).flatMap(item => (isObject(item) ? unknownNames(item, type, fields) : [])),
    async read(sent, reading) {
      const patches: LinkPatch<Input>[] = [];
      const all = linkItems(sent);
      if (all.length > MAX_LINKED) return new Refused('expected_too_many', { max: MAX_LINKED });
      const there = await linkable(reading.db, type, [...new Set(all.flatMap(item => idOf(item) ?? []))]);
      const pacer = new Pacer();
      for (const item of all) {
        await pacer.pause();
        const patch = await readLink<Input>(item, type, fields, key, reading, there);
        if (patch instanceof Refused) return patch;
        patches.push(patch);
      }
      return patches;
    },
  };
}

const shownMembers = { venue: venueMembers, organizer: organizerMembers };

/** The names in inline data, or in a record as answers show it, that mean nothing. */
const unknownNames = (item: JsonObject, type: ContactType, fields: Arguments): string[] =>
  Object.keys(item).filter(
    name => !name.startsWith('_') && !Object.hasOwn(fields, name) && !Object.hasOwn(shownMembers[type], name),
  );

const named = { type: ['integer', 'string'] };
const identified = objectOf({ id: { type: 'integer' } });

/** The schema of one item, a list of items, or nothing. */
const accepted = (...items: JsonSchema[]): JsonSchema =>
  either({ type: 'array', items: either(...items), maxItems: MAX_LINKED }, ...items, { enum: [null, false] });

/** The items of a sent value, without those that mean nothing: null, '', false and 0. */
function linkItems(sent: unknown): unknown[] {
  const ids = typeof sent === 'string' && /^[\d\s,]*$/.test(sent) ? items(sent, MAX_ITEMS + 1) : [];
  if (ids.length > MAX_ITEMS) return ids;
  const separated = ids.length > 0 && ids.every(id => id !== '');
  const all = separated ? ids : Array.isArray(sent) ? sent : [sent];
  return all.filter(item => item !== null && item !== '' && item !== false && item !== 0 && item !== '0');
}

async function readLink<Input>(
  item: unknown,
  type: ContactType,
  fields: Arguments,
  key: ErrorKey,
  reading: ReadContext,
  there: ReadonlySet<number>,
): Promise<LinkPatch<Input> | Refused> {
  if (Array.isArray(item)) return new Refused(key);
  const id = idOf(item);
  if (id !== undefined) return there.has(id) ? { id } : new Refused(key);
  if (typeof item === 'object' && item !== null)
    return 'id' in item
      ? new Refused(key)
      : inline(new Map(Object.entries(item)), type, fields, key, reading);
  return typeof item === 'string'
    ? inline(new Map([[type, item]]), type, fields, key, reading)
    : new Refused(key);
}

/** The id that an item names, alone or as its member `id`. */
const idOf = (item: unknown): number | undefined =>
  wholeNumber(
    typeof item === 'object' && item !== null && !Array.isArray(item) && 'id' in item ? item.id : item,
  );

async function inline<Input>(
  data: Map<string, unknown>,
  type: ContactType,
  fields: Arguments,
  key: ErrorKey,
  reading: ReadContext,
): Promise<LinkPatch<Input> | Refused> {
  // `null` requests the default of a member.
  const sent = new Map([...data].filter(([, value]) => value !== null));
  const [hiding] = ignoredHiding(fields, sent);
  if (hiding !== undefined) return within(type, hiding, hidesNothing);
  const { args, refused } = await readArguments(fields, sent, reading);
  const [wrong] = refused;
  if (!sent.has(type)) return new Refused(key);
  if (wrong) return within(type, ...wrong);
  // `args` has the values of these fields.
  return { input: args as Input };
}

/** The refusal of a member of inline data, with its path such as `venue.website`. */
const within = (type: ContactType, name: string, { key, values, code }: Refused): Refused =>
  // The refusal of a part of the member names that part.
  new Refused(key, { ...values, name: `${type}.${values.name ?? name}` }, code);

/** Categories or tags as ids, slugs, names or objects with an id. A new name needs the right to create terms. */
export const termsField = (taxonomy: Taxonomy, words: Translations): Argument<TermLink[] | undefined> => ({
  schema: listSchema,
  accepts: accepted(named, identified),
  words,
  nullable: true,
  looksUp: true,
  async read(sent, { db, viewer, strict }) {
    const category = taxonomy === 'category';
    if (sent === null) return undefined;
    if (sent === '' || sent === 0 || sent === '0' || sent === false) return [];
    const mayMake = !viewer || (category ? mayManageCategories(viewer) : mayManageTags(viewer));
    const all = items(sent, MAX_LINKED + 1);
    if (all.length > MAX_LINKED) return new Refused('expected_too_many', { max: MAX_LINKED });
    const links: TermLink[] = [];
    const sentTerms = all.filter(item => item !== '' && item !== null);
    // Answers show terms as objects.
    const named = sentTerms.map(item => (isObject(item) ? idOf(item) : spellingOf(item)));
    const known = await matchLinks(
      db,
      taxonomy,
      named.map(spelling => spelling ?? ''),
    );
    for (const [at, spelling] of named.entries()) {
      // A number that is no id is ignored, as in the interface that Almanac follows.
      if (strict && known[at] === undefined && wholeNumber(spelling) !== undefined)
        return new Refused(category ? 'expected_categories' : 'expected_tags');
      const link = spelling === undefined ? undefined : readTerm(spelling, known[at]);
      if (!link) return new Refused(category ? 'expected_categories' : 'expected_tags');
      if ('name' in link && !mayMake) {
        return new Refused(category ? 'expected_new_category_right' : 'expected_new_tag_right');
      }
      if (!('id' in link && link.id === 0)) links.push(link);
    }
    return links;
  },
});

/** The spelling of a term; undefined for an item that cannot be one. */
function spellingOf(item: unknown): string | undefined {
  const spelling = typeof item === 'boolean' ? undefined : textOrNothing(item)?.trim();
  return spelling && spelling.length <= MAX_TITLE ? spelling : undefined;
}

/**
 * Undefined for an invalid name; id 0 for a number that is not the id of a term, which the caller ignores.
 * @param known the id of the term that the spelling matches
 */
function readTerm(spelling: string | number, known: number | undefined): TermLink | undefined {
  if (known !== undefined) return { id: known };
  if (typeof spelling === 'number' || wholeNumber(spelling) !== undefined) return { id: 0 };
  const name = plainText(spelling);
  return name === '' || name.length > MAX_TITLE ? undefined : { name };
}

export function linkedImages(
  venues: readonly VenueLink[] = [],
  organizers: readonly OrganizerLink[] = [],
): NamedImagePatch[] {
  const of = (name: string, links: readonly (VenueLink | OrganizerLink)[]) =>
    links.flatMap(link => ('input' in link ? [{ name, patch: link.input.image }] : []));
  return [...of('venue', venues), ...of('organizer', organizers)];
}
