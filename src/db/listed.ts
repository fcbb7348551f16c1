import { type SqlBool, sql } from 'kysely';

/**
 * True for single events and occurrences: lists show these, and not their series. The empty text is a literal, because
 * indexes of lists have the same condition.
 */
export const isListed = sql<SqlBool>`events.recurrence = ''`;

/** The same where few events are asked for by id: it keeps the stores from the indexes of all that lists show. */
export const isListedOfFew = sql<SqlBool>`coalesce(events.recurrence, '') = ''`;

/** True for series, whose rows no list shows. A literal as well: an index has only these. */
export const isSeriesRow = sql<SqlBool>`events.recurrence <> ''`;

/** True for occurrences that differ from their series. A literal as well: an index has only these. */
export const isException = sql<SqlBool>`events.own_members <> ''`;
