import type { Config } from '../config.ts';
import type { Db } from '../db/tables.ts';
import type { Language, Translations } from '../i18n/language.ts';
import type { Section } from '../i18n/schemas.ts';
import type { Fragment } from '../lib/json.ts';
import type { ReadModel } from '../read-model/read-model.ts';
import type { IdempotencyKey } from '../records/idempotency/key.ts';
import type { Viewer } from '../users/rights.ts';
import type { RequestAddress } from './address.ts';
import type { Argument, Arguments, ArgumentValues } from './arguments.ts';
import type { Conditions } from './conditions.ts';
import type { Refused, RestError } from './errors.ts';
import type { JsonSchema } from './json-schema.ts';
import type { DescribedMember } from './schemas.ts';

/** What a handler gets: the values read from the request, the record that the path names, and who asks. */
export interface Call<A extends Arguments = Arguments, Target = undefined> {
  readonly args: ArgumentValues<A>;
  /** The language that the request asked for by parameter. */
  readonly i18n_language?: Language | undefined;
  /** The names of the arguments that the request sent. */
  readonly target: Target;
  readonly viewer: Viewer;
  readonly db: Db;
  /** What is remembered of the store, up to date; undefined where only the store knows. */
  readonly readModel?: ReadModel | undefined;
  readonly config: Config;
  readonly address: RequestAddress;
  readonly language: Language;
  /** Epoch seconds of the request. */
  readonly now: number;
  /** What has to be true of the record that is going to be changed. */
  readonly conditions?: Conditions | undefined;
  /** A create that its client may send again. */
  readonly idempotencyKey?: IdempotencyKey | undefined;
  /** The whole answer is wanted, as it is: it may be written at once. */
  readonly whole?: boolean;
}

export interface Answer {
  status?: number;
  headers?: Record<string, string | number>;
  /** Whatever JSON can say, or `Json` where a whole answer was asked for. */
  body: unknown;
  /** Of the body; JSON where nothing is said. */
  mediaType?: string;
  /**
   * Epoch seconds until which everybody may be answered so, as long as nothing is written; infinite where time changes
   * nothing, absent where it holds for this request alone.
   */
  until?: number;
  /** Epoch seconds since when time has changed nothing of it. */
  since?: number;
  /** Of a single record: a digest of what it shows, see records/state.ts. */
  state?: string;
  /** Gives the body as long as it is kept elsewhere, and nothing of it has changed: whatever else has. */
  source?: FragmentSource;
}

export type FragmentSource = () => Fragment | undefined;

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What is said of an operation: methods on a path, its arguments, the right it needs and what it answers. */
export interface Declared<A extends Arguments = Arguments, Target = unknown> {
  readonly methods: readonly Method[];
  readonly words: Translations;
  /** Its name in the documentation, where that does not follow from its method and path. */
  readonly id?: string;
  readonly arguments: A;
  /** The media types of its body, with what they hold, where that is not the arguments. */
  readonly content?: Readonly<Record<string, JsonSchema>>;
  /** The right that it needs; `target` is undefined where the path names a record that does not exist. */
  may(viewer: Viewer, target: Target | undefined): boolean;
  /** What it answers, for the documentation. */
  readonly answers: {
    readonly status: 200 | 201;
    readonly schema: JsonSchema;
    /** What it is, where that does not follow from method and path. */
    readonly words?: Translations;
    readonly headers?: Readonly<Record<string, DescribedMember>>;
    /** The errors it may give: the statuses of those that many operations share, the others themselves. */
    readonly errors: readonly (number | RestError)[];
  };
}

/** One operation: what is said of it, and what it does. */
export interface Operation<A extends Arguments = Arguments, Target = unknown> extends Declared<A, Target> {
  handle(call: Call<A, Target>): Promise<Answer>;
}

/** The operations of one path, in the order in which the index shows them. */
export interface Route<O extends Declared = Operation> {
  /** The namespace, `/cal/history/v1`, where it is not that of the interface. */
  readonly root?: string;
  /** The part of the documentation that it is in, where that is not the first name in its path. */
  readonly section?: Section;
  /** Below the namespace, `/events/:id`; `:id` and `:version` are numbers, `:slug` a segment. */
  readonly path: string;
  /** The parameter in the path; absent for collections. */
  readonly key?: { readonly name: 'id' | 'slug'; readonly argument: Argument & { required: true } };
  /** What the path has beside it. */
  readonly beside?: Arguments;
  readonly operations: readonly O[];
  /** What `find` gives where there is no such record, for the documentation. */
  absent?(method: Method): readonly (Refused | RestError)[];
  /** The record that the path names. */
  /** A Refused counts as a bad value of the path, a RestError is thrown once the right has been checked. */
  find?(
    call: Omit<Call, 'args' | 'target'>,
    key: { id: number; slug: string; version: number },
    method: Method,
  ): Promise<unknown>;
}

/** An operation with its types checked against each other, for a list of operations of all kinds. */
export function operation<const A extends Arguments, Target = undefined>(
  declared: Operation<A, Target>,
): Operation {
  // The arguments that `handle` gets are read by these very declarations, the target by the route's `find`.
  return declared as unknown as Operation;
}
