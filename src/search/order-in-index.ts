import type { Db } from '../db/tables.ts';
import type { IndexOrder } from '../read-model/index/order.ts';
import { titles } from '../read-model/index/read.ts';
import type { TitleOrder } from '../read-model/index/title-ranks.ts';
import type { ReadModel } from '../read-model/read-model.ts';
import type { Viewer } from '../users/rights.ts';
import type { EventFilter } from './event-filter.ts';
import type { IndexContext } from './filter.ts';
import { venueDistances } from './located.ts';
import { arePlain, namesInReadModel, Scores } from './relevance.ts';

/**
 * The order of a list for the index; undefined for that of every list.
 * @returns 'by texts' if the texts of all matches must be read, 'unknown' if the index cannot sort at this version
 */
export async function orderInIndex(
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
export async function orderByTexts(
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
