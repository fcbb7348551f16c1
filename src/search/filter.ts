import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Config } from '../config.ts';
import type { Db, Tables } from '../db/tables.ts';
import type { Arguments, ArgumentValues } from '../input/arguments.ts';
import type { LinkQuery } from '../input/common-arguments.ts';
import type { RequestClock } from '../input/context.ts';
import { KINDS, linkedTypes } from '../kinds.ts';
import type { IndexQuery } from '../read-model/index/query.ts';
import type { ReadModel } from '../read-model/read-model.ts';
import type { Viewer } from '../users/rights.ts';

/**
 * The declaration of a filter of events. All parts are required: a filter without one does not compile.
 * @template Value the resolved value, as SQL and the index need it
 */
export interface FilterDeclaration<A extends Arguments, Value> {
  /** Its parameters, in the order of the interface's index. */
  readonly arguments: A;
  /** Resolves the parameters to a value; undefined if the filter is not set. */
  resolve(args: FilterArgs<A>, context: FilterContext): Value | undefined | Promise<Value | undefined>;
  links(args: ArgumentValues<A>, value: Value | undefined, viewer: Viewer): LinksOf<A>;
  /** Whether matches reveal what a password hides. If so, only viewers who can open a protected event find it. */
  readonly reveals: boolean;
  /** The facet whose values this filter chooses from; undefined if there is none. */
  readonly facet: FacetName | undefined;
  /** The conditions; matching events meet all of them. */
  sql(value: Value, context: SqlContext): Condition[];
  /** How the index in memory finds the same events, or `SQL_ONLY`. */
  readonly index: IndexPart<Value> | typeof SQL_ONLY;
}

/** The parameters of the filter, and those that take the place of the default window. */
type FilterArgs<A extends Arguments> = ArgumentValues<A> & {
  readonly include?: readonly number[];
  readonly when?: readonly unknown[];
  readonly overlaps?: string;
  readonly strict_dates?: boolean;
};

type LinksOf<A extends Arguments> = { readonly [Name in keyof ArgumentValues<A>]: LinkQuery[string] };

export interface FilterContext {
  readonly db: Db;
  readonly readModel?: ReadModel | undefined;
  readonly config: Config;
  /** A value that depends on the time narrows it. */
  readonly clock: RequestClock;
}

export type Condition = Expression<SqlBool>;

export interface SqlContext {
  readonly eb: ExpressionBuilder<Tables, 'events'>;
  readonly db: Db;
  readonly viewer: Viewer;
}

export interface IndexPart<Value> {
  /** The filter's part of the query. Sets of links and ids from several filters must all match. */
  query(value: Value, context: IndexContext): Partial<IndexQuery> | Promise<Partial<IndexQuery>>;
}

export interface IndexContext {
  readonly readModel: ReadModel;
  readonly viewer: Viewer;
}

/** The index cannot answer: the store finds the events of a list with this filter. */
export const SQL_ONLY = 'only SQL knows';

/** The parameters in links are the values that were read. */
export const asRead = <Values>(args: Values): Values => args;

export const declareFilter = <const A extends Arguments, Value>(
  declaration: FilterDeclaration<A, Value>,
): FilterDeclaration<A, Value> => declaration;

/** The facets of a list of events, in the order of answers. */
export const facetNames = [
  ...linkedTypes.map(type => KINDS[type].linkedAs),
  ...(['city', 'month', 'day', 'cost', 'language'] as const),
] as const;

export type FacetName = (typeof facetNames)[number];
