import { sql } from 'kysely';
import { PreparedTexts } from '../background/texts.ts';
import { inSlices } from '../db/slices.ts';
import type { Db, EventRow } from '../db/tables.ts';
import { searchText } from '../events/store.ts';
import { idsOf } from '../lib/objects.ts';
import { changesOnlyDrafts, writeDrafts } from '../records/translations/drafts.ts';
import type { EventLinks } from '../records/versions/links.ts';
import type { WriteCall } from '../records/versions/record-change.ts';
import { replaceLinks, textSizeOf } from './insert.ts';
import { timesFromSeries } from './occurrence.ts';
import { areThese, type LinkedEvent, type Occurrence, ownOf, withLinkIds } from './occurrences.ts';
import {
  hasOwnStatus,
  inherited,
  inheritedStatus,
  LINKS,
  linkMembers,
  STATUS_COLUMNS,
  TRANSLATIONS,
} from './own.ts';
import { hasOwnTexts, withOwnTexts } from './own-texts.ts';

/** The texts that searches read. */
const TEXTS = ['title', 'excerpt', 'description'];

type Inheritance = ReturnType<typeof inheritance>;

/** What a change of a series gives its occurrences. */
function inheritance(before: LinkedEvent, after: LinkedEvent) {
  const columns = [...inherited].filter(([column]) => before[column] !== after[column]);
  const links = linkMembers.filter(name => before[LINKS[name]].join() !== after[LINKS[name]].join());
  const status = before.status !== after.status || before.status_before_trash !== after.status_before_trash;
  const translations = before.translations !== after.translations || before.language !== after.language;
  const isSame = columns.length === 0 && links.length === 0 && !status;
  return {
    /** The columns that changed, each with its member. */
    columns: new Map(columns),
    links,
    status,
    /** Whether texts in other languages changed, or what they are translations of. */
    translations,
    /** Whether only drafts of translations changed. */
    isOfDrafts: isSame && changesOnlyDrafts(before, { translations: after.translations }),
  };
}

/**
 * Gives occurrences what their series has become, except what is their own.
 * @param placed occurrences whose place has changed: their revision grows, whatever they inherit
 */
export async function inherit(
  db: Db,
  before: LinkedEvent,
  after: LinkedEvent,
  occurrences: readonly Occurrence[],
  placed: ReadonlySet<number>,
  { now, texts, via }: Pick<WriteCall, 'now' | 'texts' | 'via'>,
): Promise<void> {
  const change = inheritance(before, after);
  const likeness = ({ own_members: own, status, status_before_trash: was }: Occurrence): string =>
    own && [status, was, own].join(' ');
  for (const name of change.links) {
    const takers = occurrences.filter(one => !ownOf(one).includes(name));
    await replaceLinks(db, name, after.id, idsOf(takers));
  }
  // Most have nothing of their own, and the others are few kinds.
  for (const alike of Map.groupBy(occurrences, likeness).values()) {
    const own = ownOf(alike[0]!);
    const { columns, reaches } = columnsFor(change, alike[0]!, own, after);
    const touched = reaches && !change.isOfDrafts ? alike : alike.filter(({ id }) => placed.has(id));
    const revised = { ...columns, modified_at: now, sequence: sql<number>`sequence + 1` };
    await setColumns(db, after, touched, revised);
    if (change.isOfDrafts) {
      const others = alike.filter(({ id }) => !placed.has(id));
      const ids = idsOf(others);
      const write = () =>
        hasOwnTexts(own) ? mixTranslations(db, after, alike, own) : setColumns(db, after, others, columns);
      await writeDrafts(db, { via }, 'event', ids, write);
      continue;
    }
    if (change.translations && hasOwnTexts(own)) await mixTranslations(db, after, alike, own);
    const folds = change.translations || TEXTS.some(name => name in columns);
    if (folds && mixes(own)) await refold(db, alike, texts);
  }
}

/** Sets columns of occurrences. The store writes each row as a whole. */
function setColumns(db: Db, series: LinkedEvent, occurrences: readonly Occurrence[], columns: object) {
  const update = db.updateTable('events').set(columns);
  const write = (some: readonly Occurrence[]) => update.where(areThese(db, some)).execute();
  return inSlices(db, occurrences, write, textSizeOf(series));
}

/** The columns that occurrences with these own members get, and whether the change reaches them at all. */
function columnsFor(change: Inheritance, one: Occurrence, own: readonly string[], after: LinkedEvent) {
  const names = [...change.columns].filter(([, name]) => !own.includes(name)).map(([column]) => column);
  const texts = change.translations && !hasOwnTexts(own) ? TRANSLATIONS : [];
  const columns: Partial<EventRow> = Object.fromEntries(
    [...names, ...texts].map(column => [column, after[column]]),
  );
  const folds = (change.translations || TEXTS.some(name => name in columns)) && !mixes(own);
  const status = change.status ? statusFor(one, own, after) : undefined;
  const links = change.links.some(name => !own.includes(name));
  return {
    columns: { ...columns, ...status, ...(folds && { search_text: after.search_text }) },
    reaches: names.length > 0 || change.translations || links || status !== undefined,
  };
}

function statusFor(
  one: Occurrence,
  own: readonly string[],
  after: LinkedEvent,
): Partial<EventRow> | undefined {
  const { own: names, ...status } = inheritedStatus(after, one, own);
  const isSame = status.status === one.status && status.status_before_trash === one.status_before_trash;
  return isSame ? undefined : { ...status, own_members: names.join() };
}

/** Whether an occurrence with these own members has some texts of its own, and others of its series. */
const mixes = (own: readonly string[]): boolean => hasOwnTexts(own) || TEXTS.some(name => own.includes(name));

/** Gives occurrences the texts of their series in other languages, except those that are their own. */
async function mixTranslations(
  db: Db,
  after: LinkedEvent,
  occurrences: readonly Occurrence[],
  own: readonly string[],
): Promise<void> {
  for (const { id } of occurrences) {
    const row = db.selectFrom('events').select(['language', 'translations']).where('id', '=', id);
    const mixed = withOwnTexts(after, await row.executeTakeFirstOrThrow(), own);
    await db.updateTable('events').set(mixed).where('id', '=', id).execute();
  }
}

/** Computes the searched text of occurrences that mix texts of their own with those of their series. */
async function refold(
  db: Db,
  occurrences: readonly Occurrence[],
  texts = new PreparedTexts(),
): Promise<void> {
  for (const { id } of occurrences) {
    const row = db
      .selectFrom('events')
      .select(['title', 'excerpt', 'description', 'translations'])
      .where('id', '=', id);
    const search_text = searchText(await row.executeTakeFirstOrThrow(), texts);
    await db.updateTable('events').set({ search_text }).where('id', '=', id).execute();
  }
}

/** A former state of an occurrence, with all that was not its own then as the series gives it now. */
export async function inheritedState<State extends Omit<EventRow, 'id' | 'search_text'> & EventLinks>(
  db: Db,
  series: EventRow,
  state: State,
): Promise<State> {
  const own = ownOf(state);
  const whole = await withLinkIds(db, series);
  const columns = [...inherited].filter(([, name]) => !own.includes(name)).map(([column]) => column);
  const { language } = own.includes('language') ? state : whole;
  const links = linkMembers.filter(name => !own.includes(name)).map(name => LINKS[name]);
  const status = hasOwnStatus(own) ? [] : STATUS_COLUMNS;
  const fromSeries = [...columns, ...links, ...status].map(name => [name, whole[name as keyof typeof whole]]);
  return {
    ...state,
    ...Object.fromEntries(fromSeries),
    // A version may be older than translations are.
    ...withOwnTexts(whole, { language, translations: state.translations ?? '' }, own),
    ...(!own.includes('start_date') &&
      state.recurrence_id !== null &&
      timesFromSeries(series, state.recurrence_id)),
  };
}
