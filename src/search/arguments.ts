import { isSeriesRow } from '../db/listed.ts';
import { Refused } from '../errors.ts';
import type { Translations } from '../i18n/language.ts';
import { eventFilterWords as words } from '../i18n/messages.ts';
import type { ErrorKey } from '../i18n/say.ts';
import {
  type Argument,
  boolean,
  dateTime,
  isTruthy,
  items,
  listSchema,
  numeric,
  type ReadContext,
  textOrNothing,
  wholeNumber,
} from '../input/arguments.ts';
import { MAX_ITEMS } from '../limits.ts';
import { findWithFormerSlugs } from '../records/former-addresses.ts';
import { withoutTrashMark } from '../records/slug.ts';
import { type ContactType, idsOfType } from '../records/table.ts';
import { defaultWindow } from './window.ts';

/** A date parameter; the interface's index declares it as a string. */
export const date = (description: Translations): Argument<string | number> => ({
  ...dateTime(description),
  accepts: { type: 'string' },
});

export const windowDate = (
  description: Translations,
  name: 'start_date' | 'end_date',
): Argument<string | number> => ({
  ...date(description),
  shownDefault: call => defaultWindow(call)[name],
});

/** Whether dates are exact times: a flag that `isTruthy` reads, but an empty text and 0 are refused. */
export const strictDates: Argument<boolean> = {
  schema: {},
  accepts: { type: 'boolean' },
  words: words.strict_dates,
  read(sent) {
    const text = textOrNothing(sent);
    return text === undefined || text === '' || text === '0'
      ? new Refused('expected_true_or_false')
      : isTruthy(text);
  },
};

export const recordIds = (description: Translations, type: ContactType, key: ErrorKey): Argument<number[]> =>
  existingIds(
    description,
    key,
    async (ids, { db, readModel }) =>
      readModel?.[`${type}s`].areKnown(ids) || (await idsOfType(db, type, ids)).size === ids.length,
    (ids, reading) => mergedInto(ids, type, reading),
  );

/** A record that was merged is in the trash, and its address leads to the one that stays: kept links mean that one. */
async function mergedInto(ids: number[], type: ContactType, { db, readModel }: ReadContext) {
  const rows = readModel
    ? (await readModel[`${type}s`].find(ids)).values()
    : await db.selectFrom(`${type}s`).select(['id', 'slug', 'status']).where('id', 'in', ids).execute();
  const trashed = [...rows].filter(({ status }) => status === 'trash');
  if (trashed.length === 0) return ids;
  const slugs = new Map(trashed.map(({ id, slug }) => [id, withoutTrashMark(slug ?? '')]));
  const former = await findWithFormerSlugs(db, type, [...slugs.values()]);
  return [...new Set(ids.map(id => former.get(slugs.get(id) ?? '') ?? id))];
}

export const seriesIds = (description: Translations): Argument<number[]> =>
  existingIds(description, 'expected_series_ids', async (ids, { db, readModel }) => {
    if (readModel?.index && readModel.series.areKnown(ids)) return true;
    const found = await db
      .selectFrom('events')
      .select('id')
      .where('id', 'in', ids)
      .where(isSeriesRow)
      .execute();
    return found.length === ids.length;
  });

const existingIds = (
  description: Translations,
  key: ErrorKey,
  areKnown: (ids: readonly number[], reading: ReadContext) => Promise<boolean>,
  present: (ids: number[], reading: ReadContext) => number[] | Promise<number[]> = ids => ids,
): Argument<number[]> => ({
  schema: listSchema,
  accepts: { type: 'array', items: { type: 'integer' }, maxItems: MAX_ITEMS },
  words: description,
  async read(sent, reading) {
    const all = [...new Set(items(sent).map(wholeNumber))];
    if (all.length > MAX_ITEMS) return new Refused('expected_too_many', { max: MAX_ITEMS });
    const ids = all.filter(id => id !== undefined);
    if (all.length === 0 || ids.length < all.length) return new Refused(key);
    return (await areKnown(ids, reading)) ? present(ids, reading) : new Refused(key);
  },
});

export const number = (
  description: Translations,
  least: number,
  most: number,
  key: ErrorKey,
): Argument<number> => ({
  schema: { format: 'double' },
  accepts: { type: 'number', minimum: least, maximum: most },
  words: description,
  read(sent) {
    const value = numeric(sent);
    return value !== undefined && value >= least && value <= most ? value : new Refused(key);
  },
});

/** Almanac has no tickets: a search for events with tickets is refused, as clients expect. */
export const ticketed: Argument<boolean> = {
  ...boolean(words.ticketed),
  async read(sent, reading) {
    const wanted = await boolean(words.ticketed).read(sent, reading);
    return wanted === true ? new Refused('event-tickets-not-active', {}, 'event-tickets-not-active') : wanted;
  },
};

/** Kilometres, the greatest possible radius: half the circumference of the earth. */
export const FARTHEST = 20_038;
