import type { DomainError, Refused } from '../errors.ts';
import type { MessageSection } from '../i18n/messages.ts';
import type { Argument, Arguments } from '../input/arguments.ts';
import type { Params } from '../input/params.ts';
import type { PathParameters } from '../site/page-addresses.ts';
import type { Viewer } from '../users/rights.ts';
import type { Answer, BareCall, Method } from './call.ts';
import type { RestError } from './errors.ts';
import {
  answeringIn,
  type Declared,
  type FoundTarget,
  foundRecord,
  isFound,
  type Operation,
} from './operation.ts';

/** The description of a path: its operations, in the order of the index. */
export interface DescribedRoute {
  /** The namespace, such as `/cal/history/v1`, if it is not that of the interface. */
  readonly root?: string;
  /** The section of the documentation, if it is not the first segment of the path. */
  readonly section?: MessageSection;
  /** The path below the namespace, such as `/events/:id`; `:id` and `:version` are numbers, `:slug` and `:date` segments. */
  readonly path: string;
  /**
   * The same address in another form, which the document names: tools must tell its paths apart whatever their
   * parameters are.
   */
  readonly documentedAt?: string;
  /** The path parameter that names the record; absent if the path names none. */
  readonly key?: { readonly name: 'id' | 'slug'; readonly argument: Argument & { required: true } };
  /** Whether the index leaves it out, because the original interface lacks it. */
  readonly isAddition?: true;
  /** Other path parameters. */
  readonly beside?: Arguments;
  readonly operations: readonly Declared[];
  /** The errors if the record does not exist, for the documentation. */
  absent?(method: Method): readonly (Refused | RestError | DomainError)[];
}

/** A path whose operations all take the result of its `find`. */
export interface RouteDeclaration<Target> extends DescribedRoute {
  readonly operations: readonly Operation<Target>[];
  /** Finds the record that the path names. */
  readonly find: (call: BareCall, key: PathKey, method: Method) => Promise<FoundTarget<Target>>;
}

/** A path that is served. The type of its record is hidden from its callers. */
export interface Route extends DescribedRoute {
  /** The methods that this user may use on some record of the path. */
  allowed(viewer: Viewer): string;
  /** Finds the record that the path names, and what this user may do with it. */
  find(call: BareCall, key: PathKey): Promise<{ readonly allowed: string; readonly isFound: boolean }>;
  /** Carries out the operation on that record, and tells by a header what else this user may do with it. */
  answer(call: BareCall, request: RouteRequest): Promise<Answer>;
}

/** What a request asks of a path. */
export interface RouteRequest {
  readonly key: PathKey;
  readonly method: Method;
  readonly params: Params;
  /** Headers of the response, whether it succeeds or fails. */
  readonly headers: Record<string, string | number>;
}

/** A path that names a record. */
export function recordRoute<Target>(declared: RouteDeclaration<Target>): Route {
  const { operations, key: pathKey, find } = declared;
  const named = operations.map(operation => ({ operation, methods: operation.methods.join(', ') }));
  // Called for each request.
  function allowed(viewer: Viewer, target: Target | undefined): string {
    let all = '';
    for (const { operation, methods } of named) {
      if (viewer?.readOnly && !operation.methods.includes('GET')) continue;
      if (operation.may(viewer, target)) all += all === '' ? methods : `, ${methods}`;
    }
    return all;
  }
  return {
    ...declared,
    allowed: viewer => allowed(viewer, undefined),
    async find(call, key) {
      const found = await find(call, key, 'GET');
      return { allowed: allowed(call.viewer, foundRecord(found)), isFound: isFound(found) };
    },
    async answer(call, { key, method, params, headers }) {
      const found = await find(call, key, method);
      headers.allow = allowed(call.viewer, foundRecord(found));
      const declared = operations.find(({ methods }) => methods.includes(method))!;
      const operation = answeringIn(declared, call.document?.format) ?? declared;
      return operation.answer(call, params, found, pathKey?.name);
    },
  };
}

/** A path that names no record. */
export const staticRoute = (declared: Omit<RouteDeclaration<undefined>, 'find'>): Route =>
  recordRoute({ ...declared, find: async () => undefined });

/** The path parameters of a request. */
export interface PathKey {
  readonly id: number;
  readonly slug: string;
  readonly version: number;
  readonly date: string;
}

/**
 * Reads the path parameters. A number that is not a safe integer becomes 0, which no record has. The date of a page is a
 * day, which of its occurrences, or a month.
 */
export function pathKeyOf({
  id,
  slug = '',
  version,
  date,
  month,
  day = month,
  nth,
}: PathParameters): PathKey {
  const named = date ?? (nth === undefined ? day : `${day}-${nth}`) ?? '';
  return { id: idOf(id), slug, version: idOf(version), date: named };
}

function idOf(segment = '0'): number {
  const number = Number(segment);
  return Number.isSafeInteger(number) ? number : 0;
}
