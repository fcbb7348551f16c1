import { type RawBuilder, sql } from 'kysely';
import {
  type ContactKind,
  type ContactRow,
  definedColumns,
  findContact,
  updateContact,
} from '../contacts/store.ts';
import { dialectOf } from '../db/dialect.ts';
import { inSlices } from '../db/slices.ts';
import type { Db, Tables, TermRow, WithImage } from '../db/tables.ts';
import { InvalidValue, NotAllowed, Refused } from '../errors.ts';
import { isContact, isTaxonomy, type LinkedType } from '../kinds.ts';
import { idsOf } from '../lib/objects.ts';
import { organizerKind } from '../organizers/organizer.ts';
import { giveAddresses } from '../records/former-addresses.ts';
import { linkColumn, linksOf, tableOf } from '../records/table.ts';
import { ownLanguage } from '../records/translations/in-language.ts';
import { translationsIn } from '../records/translations/stored.ts';
import { eventsWithTerm, keepChildren, keepLinks, linksTo, reviseEvents } from '../records/versions/bulk.ts';
import { departureOf, inheritsLinks } from '../records/versions/links.ts';
import type { FormerValues, WriteCall } from '../records/versions/record-change.ts';
import {
  assertLevels,
  deleteTerm,
  findTerm,
  NO_TERMS,
  publishedTerms,
  recount,
  updateTerm,
} from '../terms/store.ts';
import { withDescendants } from '../terms/tree.ts';
import { moveLimits, returnLimits } from '../users/accounts.ts';
import { asEditor, mayEdit } from '../users/rights.ts';
import { venueKind } from '../venues/venue.ts';

/** What a merging changes. */
export interface Merging {
  /** The number of events that named the one that goes. */
  readonly events: number;
  /** The columns that the one that stays takes over. */
  readonly taken: readonly string[];
}

/** Who merges, and whether it is only told what would change. */
type Merger = WriteCall & { readonly isDry?: boolean | undefined };

const kinds = { venue: venueKind, organizer: organizerKind } as const;

/**
 * Merges a record into another one of its kind, within a transaction: all events name the one that stays, which takes
 * over what it lacks, and the addresses of the other one lead to it. The other one is put into the trash; a term is
 * deleted. Its version remembers what is needed to take it back.
 * @param isDry whether nothing is written
 * @throws InvalidValue if there is no such other record, or if it is below the one that goes, NotAllowed
 */
export async function merge(
  db: Db,
  type: LinkedType,
  { from, into }: { readonly from: number; readonly into: number },
  context: Merger,
): Promise<Merging> {
  if (from === into) throw refused();
  return isContact(type)
    ? mergeContacts(db, kinds[type] as unknown as ContactKind<ContactRow>, { from, into }, context)
    : mergeTerms(db, type, { from, into }, context);
}

const refused = () => new InvalidValue('into', new Refused('expected_other_record'));

async function mergeContacts<Row extends ContactRow>(
  db: Db,
  kind: ContactKind<Row>,
  ids: { readonly from: number; readonly into: number },
  context: Merger,
): Promise<Merging> {
  const { type } = kind;
  // In one order, so that two mergings wait for each other.
  for (const id of [ids.from, ids.into].sort((a, b) => a - b))
    await dialectOf(db).lockRow(db, tableOf(type), id);
  const [from, into] = await Promise.all([ids.from, ids.into].map(id => findContact(db, kind, { id })));
  if (!from || from.status === 'trash') throw new InvalidValue('id', new Refused('expected_record_id'));
  if (!into || into.status === 'trash') throw refused();
  if (!mayEdit(context.viewer, from) || !mayEdit(context.viewer, into)) throw new NotAllowed(true);
  const links = await linksTo(db, type, from.id);
  const events = links.map(({ event_id }) => event_id);
  const taken = takenOver(kind, from, into, context);
  const summary = { events: events.length, taken: taken.columns };
  if (context.isDry) return summary;
  const had = await moveLinks(db, context, type, [from.id, into.id], events);
  const extra = {
    ...{ merged_into: into.id, events: links.map(({ event_id, position }) => [event_id, position]), had },
    ...(await leadOn(db, type, from, into.id, context)),
  };
  if (taken.columns.length > 0) await updateContact(db, kind, into, taken.patch, context);
  const trashing = { ...context, viewer: asEditor(context.viewer), beside: extra };
  await updateContact(db, kind, from, { status: 'trash', own: {} }, trashing);
  return summary;
}

/** What a record takes over from another one: texts and values that it lacks, and languages. */
function takenOver<Row extends ContactRow>(
  kind: ContactKind<Row>,
  from: WithImage<Row>,
  into: WithImage<Row>,
  context: WriteCall,
) {
  const lacks = (name: keyof Row) => (into[name] ?? '') === '' && (from[name] ?? '') !== '';
  const names = Object.keys(kind.blank) as (keyof Row & string)[];
  const own = Object.fromEntries(names.filter(lacks).map(name => [name, from[name]])) as Partial<Row>;
  const translations = newLanguages(from, into, context);
  const shared = definedColumns({
    description: lacks('description') ? from.description : undefined,
    image_id: lacks('image_id') ? from.image_id : undefined,
    translations: translations.size > 0 ? translations : undefined,
  });
  return { patch: { own, ...shared }, columns: [...Object.keys(shared), ...Object.keys(own)] };
}

/** The translations into languages that a record lacks. Its addresses stay its own. */
const newLanguages = (
  from: Pick<TermRow, 'translations'>,
  into: Pick<TermRow, 'translations' | 'language'>,
  { config }: WriteCall,
) =>
  new Map(
    [...translationsIn(from.translations)]
      .filter(
        ([language]) =>
          !translationsIn(into.translations).has(language) && language !== ownLanguage(into, config),
      )
      .map(([language, { isDraft, texts }]) => {
        const { slug: _, ...others } = texts;
        return [language, { isDraft, texts: others }] as const;
      }),
  );

async function mergeTerms(
  db: Db,
  taxonomy: TermRow['taxonomy'],
  ids: { readonly from: number; readonly into: number },
  context: Merger,
): Promise<Merging> {
  await dialectOf(db).lockNames(db, 'terms');
  const [from, into] = await Promise.all([ids.from, ids.into].map(id => findTerm(db, taxonomy, id)));
  if (!from || !into || (await withDescendants(db, [from.id])).includes(into.id)) throw refused();
  const events = await eventsWithTerm(db, from.id);
  const translations = newLanguages(from, into, context);
  const patch = definedColumns({
    description: into.description === '' && from.description !== '' ? from.description : undefined,
    translations: translations.size > 0 ? translations : undefined,
  });
  const taken = Object.keys(patch);
  if (context.isDry) return { events: events.length, taken };
  const had = await moveLinks(db, context, taxonomy, [from.id, into.id], events);
  const children = await keepChildren(db, context, from.id);
  await db.updateTable('terms').set({ parent: into.id }).where('parent', '=', from.id).execute();
  if (children.length > 0) await assertLevels(db, into.id, 'into');
  const led = await leadOn(db, taxonomy, from, into.id, context);
  const beside = { merged_into: into.id, events, had, children, ...led };
  if (taken.length > 0) await updateTerm(db, into, patch, context);
  await deleteTerm(db, (await findTerm(db, taxonomy, from.id))!, { ...context, beside });
  return { events: events.length, taken };
}

/**
 * Gives the links of these events to another record, at their positions. Saves their former links as versions.
 * @returns the events that named both, which keep the other one where it was
 */
export async function moveLinks(
  db: Db,
  context: WriteCall,
  type: LinkedType,
  [from, to]: readonly [number, number],
  events: readonly number[],
): Promise<number[]> {
  const [table, column] = isTaxonomy(type)
    ? (['event_terms', 'term_id'] as const)
    : [linksOf({ type }), linkColumn({ type })];
  const [links, linked] = [sql.table(table), sql.ref(column)];
  const { among, listOf } = dialectOf(db);
  const had: number[] = [];
  await keepLinks(db, context, type, events);
  await inSlices(db, events, async some => {
    const these = among(sql.ref('event_id'), listOf(some));
    const both = await sql<{
      event_id: number;
    }>`select event_id from ${links} where ${linked} = ${to} and ${these}`.execute(db);
    had.push(...both.rows.map(({ event_id }) => Number(event_id)));
    const before = isTaxonomy(type) ? await publishedTerms(db, some) : NO_TERMS;
    await sql`update ${links} set ${linked} = ${to} where ${linked} = ${from} and ${these}
      and not (${among(sql.ref('event_id'), listOf(both.rows.map(({ event_id }) => event_id)))})`.execute(db);
    await sql`delete from ${links} where ${linked} = ${from} and ${these}`.execute(db);
    await reviseEvents(db, context, some);
    if (isTaxonomy(type)) await recount(db, before, await publishedTerms(db, some));
  });
  return had;
}

/** Leads the addresses of a record to another one, imports and sources of it, and limits to it. @returns what came from it */
async function leadOn(
  db: Db,
  type: LinkedType,
  from: { readonly id: number; readonly slug: string | null },
  to: number,
  context: WriteCall,
): Promise<FormerValues> {
  const imported = await db
    .updateTable('imported')
    .set({ local_id: to })
    .where('type', '=', type)
    .where('local_id', '=', from.id)
    .returning('source')
    .execute();
  // A source gives its events a category.
  const sources = db.updateTable('sources').set({ category_id: to }).where('category_id', '=', from.id);
  return {
    ...(isTaxonomy(type) && { sources: idsOf(await sources.returning('id').execute()) }),
    addresses: await giveAddresses(db, type, from, to),
    imported: imported.map(({ source }) => source),
    ...(type !== 'tag' && { limited: await moveLimits(db, type, { from: from.id, to }, context) }),
  };
}

/**
 * Takes back what a merging has given to another record, before the record that went is linked again.
 * @param former the version that the merging saved; of another one nothing is taken back
 * @returns the events to be linked again: those that named both, and name the other one still
 */
export async function takeBack(
  db: Db,
  context: WriteCall,
  type: LinkedType,
  id: number,
  former: FormerValues | undefined,
): Promise<unknown> {
  if (!former || typeof former.merged_into !== 'number') return former?.events;
  const all = (former.events ?? []) as readonly unknown[];
  const kept = new Set<number>((former.had ?? []) as number[]);
  let into = former.merged_into;
  let gone = await departureOf(db, type, into);
  // It may have been merged itself since.
  for (; typeof gone?.merged_into === 'number'; gone = await departureOf(db, type, into)) {
    for (const event of (gone.had ?? []) as number[]) kept.add(event);
    into = gone.merged_into;
  }
  await giveBack(db, type, { into, id }, former, context);
  const own = (event: unknown) => (Array.isArray(event) ? event[0] : event) as number;
  const now = new Set(
    gone
      ? ((gone.events ?? []) as readonly unknown[]).map(own)
      : isTaxonomy(type)
        ? await eventsWithTerm(db, into)
        : (await linksTo(db, type, into)).map(({ event_id }) => event_id),
  );
  const lost = all.filter(event => now.has(own(event)));
  // Nothing is to be taken from one that has lost its events itself.
  if (gone) return lost;
  const moved = new Set(lost.map(own).filter(event => !kept.has(event)));
  const { among, listOf } = dialectOf(db);
  // What dates have from their series, a series that was split off since and dates that were made since have, too.
  for (const [column, other] of [
    ['id', 'series_id'],
    ['series_id', 'id'],
  ] as const)
    await inSlices(db, [...moved], async some => {
      const alike = db.selectFrom('events').select(`${other} as event`).where(inheritsLinks(type));
      const found = await alike.where(among(sql.ref(`events.${column}`), listOf(some))).execute();
      for (const { event } of found) if (now.has(event!) && !kept.has(event!)) moved.add(event!);
    });
  await moveLinks(db, context, type, [into, id], [...moved]);
  return lost.filter(event => kept.has(own(event)));
}

async function giveBack(
  db: Db,
  type: LinkedType,
  { into, id }: { readonly into: number; readonly id: number },
  former: FormerValues,
  context: WriteCall,
): Promise<void> {
  const { addresses = [], imported = [], limited = [], sources = [] } = former as Record<string, never[]>;
  if (type !== 'tag') await returnLimits(db, type, into, limited, context);
  const { among, listOf } = dialectOf(db);
  const give = (table: keyof Tables, column: string, these: RawBuilder<unknown>) =>
    sql`update ${sql.table(table)} set ${sql.ref(column)} = ${id}
      where ${sql.ref(column)} = ${into} and ${these}`.execute(db);
  const ofType = sql`type = ${type} and`;
  await give(
    'former_addresses',
    'record_id',
    sql`${ofType} ${among(sql.ref('path'), listOf(addresses), 'text')}`,
  );
  await give('imported', 'local_id', sql`${ofType} ${among(sql.ref('source'), listOf(imported), 'text')}`);
  await give('sources', 'category_id', among(sql.ref('id'), listOf(sources)));
}
