import { sql } from 'kysely';
import { PreparedTexts } from '../background/texts.ts';
import { dialectOf } from '../db/dialect.ts';
import { rowsOf, sendQuery } from '../db/prepared.ts';
import type { Db, EventRow } from '../db/tables.ts';
import { insertRows, updateRow } from '../db/write-rows.ts';
import type { ArgumentValues } from '../input/arguments.ts';
import { fold } from '../lib/text/search-terms.ts';
import { keepFormerSlug } from '../records/former-addresses.ts';
import { assertWithinLimits } from '../records/limits.ts';
import { plainColumns } from '../records/plain-fields.ts';
import { type FixedColumns, publication, statusBeforeTrash } from '../records/publication.ts';
import { slugFor, slugsFor } from '../records/slug.ts';
import { newIds, type SlugOrId } from '../records/table.ts';
import { changesOnlyDrafts, untouched, writeDrafts } from '../records/translations/drafts.ts';
import { type LanguagePatch, mergeLanguages } from '../records/translations/merge.ts';
import {
  findBySlugInLanguage,
  keepTranslatedSlugs,
  withFreeSlugs,
  withFreeSlugsEach,
} from '../records/translations/slugs.ts';
import { type LanguageColumns, TRANSLATION, textsOf } from '../records/translations/stored.ts';
import { linksToChange } from '../records/versions/links.ts';
import { changesNothing, creation, keepUpdate, type WriteCall } from '../records/versions/record-change.ts';
import { NO_TERMS, publishedTerms, recount, tally } from '../terms/store.ts';
import { SINGLE } from './event.ts';
import type { eventFields } from './fields.ts';
import { plainFields } from './plain-fields.ts';
import { costColumn } from './stored-cost.ts';
import { tellOfWrite } from './tell.ts';
import type { Times } from './times.ts';
import { allOnDaysOfSite, onDaysOfSite } from './whole-days.ts';

/** The event with this id or with this slug in any language, in any status. */
export async function findEventRow(db: Db, key: SlugOrId): Promise<EventRow | undefined> {
  if ('id' in key) return (await rowsOf(db, byId, [key.id]))[0];
  return (await rowsOf(db, bySlug, [key.slug]))[0] ?? findInLanguage(db, key.slug);
}

/** An event by its slug in another language, an occurrence by that of its series and its own date. */
async function findInLanguage(db: Db, slug: string): Promise<EventRow | undefined> {
  const [series, ...date] = slug.split('/');
  const id = await findBySlugInLanguage(db, 'event', series!);
  const found = id === undefined ? undefined : await findEventRow(db, { id });
  if (date.length === 0 || !found?.slug) return found;
  return (await rowsOf(db, bySlug, [[found.slug, ...date].join('/')]))[0];
}

/** The existing ones of these events, in the order of their ids. */
export const findEventRows = (db: Db, ids: readonly number[]): Promise<EventRow[]> =>
  rowsOf(db, byIds, [dialectOf(db).listOf(ids)]);

/** Reads an event and locks its row until the transaction ends. */
export const lockEventRow = async (db: Db, id: number): Promise<EventRow | undefined> =>
  (await rowsOf(db, lockedById, [id]))[0];

/** Epoch seconds of the last change of one of these events; undefined for none. */
export async function lastModified(db: Db, ids: readonly number[]): Promise<number | undefined> {
  const [last] = await rowsOf(db, lastModifiedAt, [dialectOf(db).listOf(ids)]);
  return last?.at ?? undefined;
}

const lastModifiedAt = (db: Db) =>
  db
    .selectFrom('events')
    .select(eb => eb.fn.max('modified_at').as('at'))
    .where(dialectOf(db).among(sql.ref('id'), 0));
const lockedById = (db: Db) => byId(db).modifyEnd(dialectOf(db).forUpdate);
const byId = (db: Db) => db.selectFrom('events').selectAll().where('id', '=', 0);
const byIds = (db: Db) =>
  db
    .selectFrom('events')
    .selectAll()
    .where(dialectOf(db).among(sql.ref('id'), 0))
    .orderBy('id');
const bySlug = (db: Db) => db.selectFrom('events').selectAll().where('slug', '=', '');

/** A patch of an event; undefined members stay unchanged. Links are ids of existing records. */
export interface EventPatch
  extends Omit<Partial<ArgumentValues<typeof eventFields>>, LinkField | 'image' | TimeField>,
    Pick<LanguagePatch, 'languageState'> {
  image_id?: number | null | undefined;
  times?: Times;
  /** The hash of the password; null removes the password. */
  password_hash?: string | null | undefined;
  venue_ids?: readonly number[] | undefined;
  organizer_ids?: readonly number[] | undefined;
  category_ids?: readonly number[] | undefined;
  tag_ids?: readonly number[] | undefined;
  kept?: FixedColumns & Partial<Pick<EventRow, 'website' | 'sequence'>>;
  /** The result of `searchText`, if it is known already. */
  search_text?: string;
  /** The column `recurrence`. Only src/series writes it, with the occurrences that follow from it. */
  recurrence?: string | undefined;
  /** The identity in calendar files of a new event that comes from elsewhere; an event never changes its own. */
  uid?: string | null | undefined;
  /** A revision that the event has had elsewhere or before. */
  sequence?: number | undefined;
}

/** A patch with all fields of the event itself: a missing one does not compile. */
export type WholePatch = {
  [Name in Exclude<keyof EventPatch, ApartField>]-?: EventPatch[Name] | undefined;
} & Pick<EventPatch, ApartField> & { title: string };

/** Fields that a whole patch may omit: the author, links, fields that may never have been set, and computed fields. */
type ApartField =
  | 'website'
  | 'author'
  | 'image_id'
  | 'venue_ids'
  | 'organizer_ids'
  | 'category_ids'
  | 'tag_ids'
  | 'password_hash'
  | 'date'
  | 'search_text'
  | 'language'
  | 'translations'
  | 'recurrence'
  | 'uid'
  | 'sequence';

type LinkField = 'venue' | 'organizer' | 'categories' | 'tags';
type TimeField = 'start_date' | 'end_date' | 'timezone' | 'all_day';

/** A new event; `id` if one is claimed for it already. */
export interface NewEvent {
  patch: EventPatch & { title: string };
  id?: number | undefined;
}

/** Inserts events with their links; returns their ids, in the same order. */
export const insertEvents = async (
  db: Db,
  events: readonly NewEvent[],
  context: WriteCall,
): Promise<number[]> => (await insertEventRows(db, events, context)).map(({ id }) => id);

export async function insertEventRows(
  db: Db,
  events: readonly NewEvent[],
  context: WriteCall,
): Promise<EventRow[]> {
  const missing = events.filter(({ id }) => id === undefined).length;
  const drawn = await newIds(db, 'event', missing, creation(context));
  const ids = events.map(({ id }) => id ?? drawn.shift()!);
  const drafts = await allOnDaysOfSite(
    db,
    events.map(({ patch }, i) => columns(ids[i]!, undefined, patch, context)),
  );
  const slugs = await slugsFor(
    db,
    drafts.map(({ id, title: name, status }, i) => ({ id, sent: events[i]!.patch.slug, name, status })),
  );
  const settled = await withFreeSlugsEach(
    db,
    'event',
    drafts.map((row, i) => ({ ...row, slug: slugs[i]! })),
  );
  const rows = settled.map((row, i) => ({ ...row, ...events[i]!.patch.kept }));
  await insertRows(db, 'events', rows);
  for (const row of rows) await keepTranslatedSlugs(db, 'event', row);
  await addLinks(
    db,
    events.map(({ patch }, i) => ({ id: ids[i]!, patch })),
  );
  await assertWithinLimits(db, context.viewer, ids);
  for (const row of rows) await tellOfWrite(db, context, undefined, row);
  const published = events.filter((_, i) => isCounted(drafts[i]!));
  await recount(db, NO_TERMS, tally(published.flatMap(({ patch }) => termsOf(patch))));
  return rows;
}

/** Terms count published events; of a series, its occurrences. */
const isCounted = ({ status, recurrence }: Pick<EventRow, 'status' | 'recurrence'>): boolean =>
  status === 'publish' && recurrence === '';

/**
 * Changes only what the patch contains; returns the new row.
 * @param placed columns of an occurrence that follow from the others
 */
export async function updateEvent(
  db: Db,
  current: EventRow,
  patch: EventPatch,
  context: WriteCall,
  placed?: (row: Omit<EventRow, 'slug'>) => Pick<EventRow, 'slug' | 'own_members'> & Partial<LanguageColumns>,
): Promise<EventRow> {
  await assertWithinLimits(db, context.viewer, [current.id]);
  const { id, ...changed } = await onDaysOfSite(db, columns(current.id, current, patch, context));
  const follows =
    placed?.({ id, ...changed, ...patch.kept }) ??
    (await slugsOf(db, current, { id, ...changed }, patch, context));
  const whole = { ...changed, ...follows };
  const hides = changesOnlyDrafts(current, whole);
  const isSame = changesNothing(current, whole, context);
  const links = await linksToChange(db, id, patch);
  const keepsLinks = Object.keys(links).length === 0;
  if (isSame && keepsLinks) return current;
  const isOfDrafts = hides && keepsLinks;
  const row = { ...whole, ...(isOfDrafts && untouched(current)), ...patch.kept };
  const { slug } = follows;
  // If neither the status nor the terms change, the counts of terms stay the same.
  const recounts = isCounted(row) !== isCounted(current) || patch.category_ids || patch.tag_ids;
  const terms = recounts ? await publishedTerms(db, [id]) : NO_TERMS;
  // An occurrence moves with its series without a version: its own times are restored as a whole.
  const along = placed ? { ...timesOf({}, current) } : {};
  await keepUpdate(db, context, 'event', current, row, links, along);
  const write = async () => {
    await updateRow(db, 'events', id, row);
    // Those that stay keep their numbers: a venue that comes back finds its place among them.
    const changed = Object.keys(links).map(name => [name, patch[name as keyof typeof links]]);
    await writeLinks(db, id, Object.fromEntries(changed));
  };
  await (isOfDrafts ? writeDrafts(db, context, 'event', [id], write) : write());
  await assertWithinLimits(db, context.viewer, [id]);
  await keepFormerSlug(db, 'event', current, slug);
  if (!placed) await keepTranslatedSlugs(db, 'event', { id, ...row }, current);
  if (recounts) await recount(db, terms, await publishedTerms(db, [id]));
  await tellOfWrite(db, context, current.status, { id, ...row });
  return { id, ...row };
}

/** The slugs of an event after a write: its own, and those of its translations. */
async function slugsOf(
  db: Db,
  current: EventRow,
  changed: Omit<EventRow, 'slug'>,
  patch: EventPatch,
  { via }: Pick<WriteCall, 'via'>,
): Promise<Pick<EventRow, 'slug' | 'translations'>> {
  const { id, title: name, status } = changed;
  const wanted = { id, sent: patch.slug, name, status, isImport: via === 'import' };
  const slug = await slugFor(db, 'event', wanted, current);
  return { slug, translations: await withFreeSlugs(db, 'event', { ...changed, slug }, current) };
}

/** The columns of an event after a patch, without the slug; columns that an import copies override them. */
function columns(
  id: number,
  current: EventRow | undefined,
  patch: EventPatch,
  context: WriteCall,
): Omit<EventRow, 'slug'> {
  const published = publication(patch, current, context);
  const title = patch.title ?? current?.title ?? '';
  const description = patch.description ?? current?.description ?? '';
  const excerpt = patch.excerpt ?? current?.excerpt ?? '';
  const languages = mergeLanguages(patch, current, context.config);
  const { translations } = languages;
  return {
    ...(current ?? SINGLE),
    ...published,
    ...timesOf(patch, current),
    ...plainColumns(plainFields, patch, current),
    ...{ ...languages, id, title, description, excerpt },
    author_id: patch.author ?? current?.author_id ?? context.viewer!.id,
    status_before_trash: statusBeforeTrash(published.status, current),
    search_text:
      patch.search_text ?? searchText({ title, excerpt, description, translations }, context.texts),
    image_id: patch.image_id === undefined ? (current?.image_id ?? null) : patch.image_id,
    modified_at: context.now,
    cost: patch.cost === undefined ? (current?.cost ?? null) : costColumn(patch.cost),
    website: patch.website ?? current?.website ?? null,
    recurrence: patch.recurrence ?? current?.recurrence ?? '',
    uid: current ? current.uid : (patch.uid ?? null),
    sequence: Math.max(current ? current.sequence + 1 : 0, patch.sequence ?? 0),
    password_hash: patch.password_hash === undefined ? (current?.password_hash ?? null) : patch.password_hash,
  };
}

export type SearchedColumns = Pick<EventRow, 'title' | 'excerpt' | 'description' | 'translations'>;

/** The folded text for searches: lines of title, excerpt and description, each with its translations. */
export function searchText(event: SearchedColumns, texts = new PreparedTexts()): string {
  const line = (column: 'title' | 'excerpt' | 'description', folded: (text: string) => string) =>
    [event[column], ...textsOf(event.translations, column)].map(folded).join(TRANSLATION);
  const searchable = (html: string) => texts.get('searchable', html);
  return [line('title', fold), line('excerpt', searchable), line('description', searchable)].join('\n');
}

function timesOf({ times }: EventPatch, current: EventRow | undefined): Times {
  const known = times ?? current;
  if (!known) throw new TypeError('a new event needs its times');
  const { all_day, start_date, end_date, start_at, end_at, timezone, timezone_abbr } = known;
  return { all_day, start_date, end_date, start_at, end_at, timezone, timezone_abbr };
}

/** Replaces the links of an event that are given. */
export async function writeLinks(
  db: Db,
  id: number,
  patch: Pick<EventPatch, 'venue_ids' | 'organizer_ids' | 'category_ids' | 'tag_ids'>,
): Promise<void> {
  if (patch.venue_ids) await sendQuery(db, unlinkVenues, [id]);
  if (patch.organizer_ids) await sendQuery(db, unlinkOrganizers, [id]);
  if (patch.category_ids) await sendQuery(db, unlinkTerms, [id, 'category']);
  if (patch.tag_ids) await sendQuery(db, unlinkTerms, [id, 'tag']);
  await addLinks(db, [{ id, patch }]);
}

const unlinkVenues = (db: Db) => db.deleteFrom('event_venues').where('event_id', '=', 0);
const unlinkOrganizers = (db: Db) => db.deleteFrom('event_organizers').where('event_id', '=', 0);
const unlinkTerms = (db: Db) =>
  db
    .deleteFrom('event_terms')
    .where('event_id', '=', 0)
    .where('term_id', 'in', db.selectFrom('terms').select('id').where('taxonomy', '=', 'tag'));

async function addLinks(db: Db, events: readonly { id: number; patch: EventPatch }[]): Promise<void> {
  const all = <Row>(rows: (event_id: number, patch: EventPatch) => Row[]) =>
    events.flatMap(({ id, patch }) => rows(id, patch));
  const venues = all((event_id, { venue_ids = [] }) =>
    venue_ids.map((venue_id, position) => ({ event_id, venue_id, position })),
  );
  const organizers = all((event_id, { organizer_ids = [] }) =>
    organizer_ids.map((organizer_id, position) => ({ event_id, organizer_id, position })),
  );
  const terms = all((event_id, patch) => termsOf(patch).map(term_id => ({ event_id, term_id })));
  await insertRows(db, 'event_venues', venues);
  await insertRows(db, 'event_organizers', organizers);
  await insertRows(db, 'event_terms', terms);
}

const termsOf = ({ category_ids = [], tag_ids = [] }: EventPatch): number[] => [...category_ids, ...tag_ids];
