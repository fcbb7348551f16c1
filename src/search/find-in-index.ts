import type { PageRange } from '../db/list-page.ts';
import { textRead } from '../db/long-read.ts';
import type { Db } from '../db/tables.ts';
import { mayOpenAll } from '../events/protection.ts';
import type { IndexPage } from '../read-model/index/event-index.ts';
import type { IndexOrder } from '../read-model/index/order.ts';
import type { IndexQuery } from '../read-model/index/query.ts';
import { titles } from '../read-model/index/read.ts';
import type { TitleOrder } from '../read-model/index/title-ranks.ts';
import { inBoth } from '../read-model/index/traits.ts';
import type { ReadModel } from '../read-model/read-model.ts';
import type { Viewer } from '../users/rights.ts';
import { readableInIndex } from '../users/visible.ts';
import { type EventFilter, reveals, setFilters } from './event-filter.ts';
import { type IndexContext, SQL_ONLY } from './filter.ts';
import { venueDistances } from './located.ts';
import { arePlain, namesInReadModel, Scores } from './relevance.ts';
import { venueRanks } from './venue-ranks.ts';

/** Finds the same page as the store, by the index in memory; undefined if the index cannot answer. */
export async function findInIndex(
  readModel: ReadModel,
  filter: EventFilter,
  viewer: Viewer,
  range: PageRange,
): Promise<IndexPage | undefined> {
  const context = { readModel, viewer };
  const query = await queryOf(filter, context);
  const order = query && (await orderInIndex(filter, context));
  if (!query || order === 'unknown') return undefined;
  if (order !== 'by texts') return pageOf(readModel, query, range, order);
  const all = readModel.index?.candidates(query);
  if (!all || all.isDoubtful) return undefined;
  const byTexts = await textRead(readModel.db, db => orderByTexts(db, filter, viewer, all.ids));
  return pageOf(readModel, query, range, byTexts);
}

async function pageOf(
  { index }: ReadModel,
  query: IndexQuery,
  range: PageRange,
  order: IndexOrder | undefined,
): Promise<IndexPage | undefined> {
  const page = order ? await index?.findInOrder(query, range, order) : index?.find(query, range);
  return page?.isDoubtful ? undefined : page;
}

/** Undefined if the index cannot answer. */
export async function queryOf(filter: EventFilter, context: IndexContext): Promise<IndexQuery | undefined> {
  const {
    readModel: { index },
    viewer,
  } = context;
  const set = setFilters(filter);
  const parts: Partial<IndexQuery>[] = [];
  for (const { filter, value } of set) {
    if (!index || filter.index === SQL_ONLY) return undefined;
    const part = filter.index.query(value, context);
    parts.push(part instanceof Promise ? await part : part);
  }
  return {
    ...ANY,
    ...readableInIndex(viewer),
    ...together(parts),
    locked: reveals(set) && !mayOpenAll(viewer),
    offeredHash: filter.offeredHash,
  };
}

function together(parts: readonly Partial<IndexQuery>[]): Partial<IndexQuery> {
  const all: Record<string, unknown> = {};
  for (const part of parts)
    for (const name of Object.keys(part) as (keyof IndexQuery)[]) {
      const both: ((one: never, other: never) => unknown) | undefined = merged[name];
      const isMerged = both !== undefined && all[name] !== undefined && part[name] !== undefined;
      all[name] = isMerged ? both(all[name] as never, part[name] as never) : part[name];
    }
  return all;
}

type Sets = readonly (readonly number[])[];
const bothSets = (one: Sets, other: Sets): Sets => [...one, ...other];

/** An event must match each set of links, of ids and of values of a trait, and the narrowest of each bound. */
const merged: { [Name in keyof IndexQuery]?: (one: never, other: never) => IndexQuery[Name] } = {
  ...{ from: Math.max, endAbove: Math.max, runsFrom: Math.max, before: Math.min, endAtMost: Math.min },
  ...{ venues: bothSets, organizers: bothSets, terms: bothSets },
  traits: inBoth,
  ids(one: readonly number[], other: readonly number[]) {
    const others = new Set(other);
    return one.filter(id => others.has(id));
  },
};

const ANY_TIME = {
  ...{ from: -Infinity, before: Infinity, endAtMost: Infinity, endAbove: -Infinity },
  runsFrom: -Infinity,
};

const ANY = {
  ...ANY_TIME,
  ...{ idleAt: undefined, modifiedAbove: -Infinity },
  ...{ hidden: undefined, authors: undefined },
  ...{ ids: undefined, words: undefined, without: undefined, series: undefined, oneOfSeries: undefined },
  ...{ languages: undefined, lacking: 0 },
  ...{ venues: [], organizers: [], terms: [], traits: {} },
} satisfies Partial<IndexQuery>;

/**
 * The order of a list for the index; undefined for that of every list.
 * @returns 'by texts' if the texts of all matches must be read, 'unknown' if the index cannot sort at this version
 */
async function orderInIndex(
  { order, around, search }: EventFilter,
  context: IndexContext,
): Promise<IndexOrder | 'by texts' | 'unknown' | undefined> {
  if (!order) return undefined;
  const { by, isReversed, alphabet, language } = order;
  switch (by) {
    case 'title':
      return (await contactTitles(context.readModel, order))
        ? { by, isReversed, alphabet, language }
        : 'unknown';
    case 'distance':
      return around ? { by, isReversed, metres: await venueDistances(context, around) } : undefined;
    case 'venue':
      return {
        ...{ by, isReversed, isMasked: !mayOpenAll(context.viewer) },
        ranks: await venueRanks(context, alphabet),
      };
    case 'relevance': {
      const terms = search?.all ?? [];
      if (!context.readModel.index?.hasWords || !arePlain(terms)) return 'by texts';
      return { by, isReversed, terms: await namesInReadModel(context, terms) };
    }
    default:
      return { by, isReversed };
  }
}

/** Commits between the reads of titles that are put up with. */
const TRIES = 3;

/** Finds the places of changed titles, whose neighbours are read from the store at the version of the index. */
async function contactTitles(readModel: ReadModel, order: TitleOrder): Promise<boolean> {
  for (let tried = 0; tried < TRIES; tried++) {
    if (tried > 0) await readModel.current();
    const { index, version, reads } = readModel;
    const placed = await index?.contactTitles(order, async (ids, language) => {
      const rows = await readModel.rows(version, titles(language), [reads.dialect.listOf(ids)]);
      return rows && new Map(rows.map(({ id, title }) => [id, title]));
    });
    if (placed) return true;
  }
  return false;
}

/** The order by relevance of these events, which are all that match. */
async function orderByTexts(
  db: Db,
  { order, search }: EventFilter,
  viewer: Viewer,
  ids: readonly number[],
): Promise<IndexOrder> {
  const scores = await (await Scores.of(db, search?.all ?? [], viewer)).get(ids);
  return {
    by: 'scores',
    isReversed: order?.isReversed === true,
    scores: new Map(ids.map((id, at) => [id, scores[at]!])),
  };
}
