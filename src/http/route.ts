import type { Config } from '../config.ts';
import type { Db } from '../db/tables.ts';

import type { Language } from '../i18n/language.ts';
import type { Section } from '../i18n/messages.ts';
import type { Fragment } from '../lib/json.ts';
import type { ReadModel } from '../read-model/read-model.ts';
import type { Viewer } from '../users/rights.ts';
import type { RequestAddress } from './address.ts';
import type { Argument, Arguments, ArgumentValues } from './arguments.ts';
import type { Conditions } from './conditions.ts';
import type { Refused, RestError } from './errors.ts';
import type { IdempotencyKey } from './idempotency/key.ts';

import { type Declared, type Found, type Operation, recordIn } from './operation.ts';
import type { PathKey } from './path-key.ts';
import type { Params } from './sent-values.ts';

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

/** The same before its arguments have been read and its record has been found. */
export type BareCall = Omit<Call, 'args' | 'target'>;

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What is said of a path: its operations, in the order in which the index shows them. */
export interface DescribedRoute {
  /** The namespace, `/cal/history/v1`, where it is not that of the interface. */
  readonly root?: string;
  /** The part of the documentation that it is in, where that is not the first name in its path. */
  readonly section?: Section;
  /** Below the namespace, `/events/:id`; `:id` and `:version` are numbers, `:slug` a segment. */
  readonly path: string;
  /** The parameter in the path; absent where it names no record. */
  readonly key?: { readonly name: 'id' | 'slug'; readonly argument: Argument & { required: true } };
  /** What the path has beside it. */
  readonly beside?: Arguments;
  readonly operations: readonly Declared[];
  /** What is answered where there is no such record, for the documentation. */
  absent?(method: Method): readonly (Refused | RestError)[];
}

/** A path whose operations all take what its `find` gives. */
export interface RouteDeclaration<Target> extends DescribedRoute {
  readonly operations: readonly Operation<Target>[];
  /** The record that the path names. */
  readonly find: (call: BareCall, key: PathKey, method: Method) => Promise<Found<Target>>;
}

/** A path that is served. What kind of record it names is known to its own operations alone. */
export interface Route extends DescribedRoute {
  /** The methods that this user may use here, whichever record the path names. */
  allowed(viewer: Viewer): string;
  resolve(call: BareCall, key: PathKey, method: Method): Promise<ResolvedRoute>;
}

/** A path with the record that it names. */
export interface ResolvedRoute {
  /** The methods that this user may use on it. */
  readonly allowed: string;
  /** Carries out the operation. */
  answer(params: Params): Promise<Answer>;
}

/** A path that names a record. */
export function recordRoute<Target>(declared: RouteDeclaration<Target>): Route {
  const { operations, key: named, find } = declared;
  const allowed = (viewer: Viewer, target: Target | undefined) =>
    operations
      .filter(({ methods }) => !viewer?.readOnly || methods.includes('GET'))
      .filter(({ may }) => may(viewer, target))
      .flatMap(({ methods }) => methods)
      .join(', ');
  return {
    ...declared,
    allowed: viewer => allowed(viewer, undefined),
    async resolve(call, key, method) {
      const found = await find(call, key, method);
      const operation = operations.find(({ methods }) => methods.includes(method))!;
      return {
        allowed: allowed(call.viewer, recordIn(found)),
        answer: params => operation.answer(call, params, found, named?.name),
      };
    },
  };
}

/** A path that names no record. */
export const staticRoute = (declared: Omit<RouteDeclaration<undefined>, 'find'>): Route =>
  recordRoute({ ...declared, find: async () => undefined });
