import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Config } from '../config.ts';
import type { Db, Tables } from '../db/tables.ts';
import type { Arguments, ArgumentValues } from '../http/arguments.ts';
import type { LinkQuery } from '../http/paging.ts';
import type { EventIndex } from '../read-model/index/event-index.ts';
import type { IndexQuery } from '../read-model/index/query.ts';
import type { ReadModel } from '../read-model/read-model.ts';
import type { Viewer } from '../users/rights.ts';

/**
 * One way to narrow a list of events. Every part is required: a filter that leaves one out does not compile.
 * @template Value what its parameters ask for, as SQL and the index need it
 */
export interface FilterDeclaration<A extends Arguments, Value> {
  /** Its parameters, in the order of the interface's index. */
  readonly arguments: A;
  /** What the parameters ask for; undefined where they ask for nothing. */
  resolve(args: ListArgs<A>, context: FilterContext): Value | undefined | Promise<Value | undefined>;
  /** The parameters as links repeat them. */
  links(args: ArgumentValues<A>, value: Value | undefined, viewer: Viewer): LinksOf<A>;
  /** When the parameters mean the same as now; undefined where that changes with the clock. */
  holds(args: ListArgs<A>, context: Pick<FilterContext, 'config' | 'now'>): Period | undefined;
  /** Whether matches tell what a password hides: protected events are then found by those who may open them. */
  readonly reveals: boolean;
  /** The conditions, all of them true for the events that match. */
  sql(value: Value, context: SqlContext): Condition[];
  /** How the index in memory finds the same events, or `SQL_ONLY`. */
  readonly index: IndexPart<Value> | typeof SQL_ONLY;
}

/** The filter's own parameters; `include` overrides some filters, so all of them get it. */
type ListArgs<A extends Arguments> = ArgumentValues<A> & { readonly include?: readonly number[] };

type LinksOf<A extends Arguments> = { readonly [Name in keyof ArgumentValues<A>]: LinkQuery[string] };

export interface FilterContext {
  readonly db: Db;
  readonly readModel?: ReadModel | undefined;
  readonly config: Config;
  /** Epoch seconds of the request. */
  readonly now: number;
}

/** Epoch seconds; it ends before `until`. */
export interface Period {
  readonly since: number;
  readonly until: number;
}

export type Condition = Expression<SqlBool>;

export interface SqlContext {
  readonly eb: ExpressionBuilder<Tables, 'events'>;
  readonly db: Db;
  readonly viewer: Viewer;
}

interface IndexPart<Value> {
  /** Whether this index can answer; by default it can. */
  canFind?(index: EventIndex): boolean;
  /** What the filter adds to the query: sets of links add up, and so do ids. */
  query(value: Value, context: IndexContext): Partial<IndexQuery> | Promise<Partial<IndexQuery>>;
}

export interface IndexContext {
  readonly readModel: ReadModel;
  readonly viewer: Viewer;
}

/** The index cannot answer: a list with this filter is found by the store. */
export const SQL_ONLY = 'only SQL knows';

/** Links repeat the parameters as they were read. */
export const asRead = <Values>(args: Values): Values => args;

/** The parameters mean the same at all times. */
export const always = (): Period => ({ since: 0, until: Infinity });

export const declareFilter = <const A extends Arguments, Value>(
  declaration: FilterDeclaration<A, Value>,
): FilterDeclaration<A, Value> => declaration;
