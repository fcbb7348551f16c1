import type { Section } from '../i18n/messages.ts';
import type { Viewer } from '../users/rights.ts';
import type { Argument, Arguments } from './arguments.ts';
import type { Answer, BareCall, Method } from './call.ts';

import type { Refused, RestError } from './errors.ts';

import { type Declared, type Found, type Operation, recordIn } from './operation.ts';
import type { PathKey } from './path-key.ts';
import type { Params } from './sent-values.ts';

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
