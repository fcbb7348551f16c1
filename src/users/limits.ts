import { contactTypes } from '../kinds.ts';
/** The kinds of records to which an account may be limited. */
export const limitTypes = [...contactTypes, 'category'] as const;
export type LimitType = (typeof limitTypes)[number];

/** The only venues, organizers and categories of which an account writes events: an event has one of them. */
export type Limits = Readonly<Record<LimitType, readonly number[]>>;

export const NO_LIMITS: Limits = { venue: [], organizer: [], category: [] };

/**
 * The limits in a column; undefined for none. Ids are never reused: when all that they name is deleted, the account
 * writes no event, rather than every one.
 */
export const limitsIn = (column: string): Limits | undefined =>
  column === '' ? undefined : { ...NO_LIMITS, ...(JSON.parse(column) as Partial<Limits>) };

export const limitsColumn = (limits: Limits): string =>
  limitTypes.some(type => limits[type].length > 0) ? JSON.stringify(limits) : '';
