import findMyWay from 'find-my-way';
import type { DomainError, Refused } from '../errors.ts';
import type { MessageSection } from '../i18n/messages.ts';
import type { Argument, Arguments } from '../input/arguments.ts';
import { maxHeaderSize } from '../net/app.ts';
import { meterOf, type RouteMeter } from '../observability/requests.ts';
import { CANONICAL } from '../site/address.ts';
import type { PathParameters } from '../site/page-addresses.ts';
import type { Viewer } from '../users/rights.ts';
import type { BareCall, Method } from './call.ts';
import { RestError } from './errors.ts';
import type { FileParams, FileRoute } from './files.ts';
import {
  carryOut,
  type Declared,
  type FoundTarget,
  foundRecord,
  isFound,
  type Operation,
  type PathKey,
  type Served,
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
  /** Whether the viewer may read what has this address now; absent if former addresses of others come first. */
  readonly isReadable?: (target: Target, viewer: Viewer) => boolean;
}

/** A path that is served. The type of its record is hidden from its callers. */
export interface Route extends DescribedRoute {
  readonly operations: readonly Served[];
  /** The methods that this user may use on some record of the path. */
  allowed(viewer: Viewer): string;
  /** Finds the record that the path names, and what this user may do with it. */
  find(call: BareCall, key: PathKey, method?: Method): Promise<Found>;
}

/** What was found at a path, for `answer`. */
export interface Found {
  readonly found: unknown;
  readonly isFound: boolean;
  /** Whether it is a record that the viewer may read: none has moved from its address then. */
  readonly isThere: boolean;
  readonly allowed: string;
}

/** A path that names a record. */
export function recordRoute<Target>(declared: RouteDeclaration<Target>): Route {
  const { operations, key: pathKey, find, isReadable } = declared;
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
  const served = ({ documents, ...operation }: Operation<Target>): Served => ({
    ...operation,
    ...(documents && {
      documents: documents.map(({ formats, operation }) => ({ formats, operation: served(operation) })),
    }),
    async answer(call, { key, method, params, headers, ahead }) {
      const found = ahead ? (ahead.found as FoundTarget<Target>) : await find(call, key, method);
      headers.allow = allowed(call.viewer, foundRecord(found));
      return carryOut(operation, call, params, found, pathKey?.name);
    },
  });
  return {
    ...declared,
    operations: operations.map(served),
    allowed: viewer => allowed(viewer, undefined),
    async find(call, key, method = 'GET') {
      const found = await find(call, key, method);
      const isThere = isFound(found) && isReadable?.(found, call.viewer) === true;
      return { found, isFound: isFound(found), isThere, allowed: allowed(call.viewer, foundRecord(found)) };
    },
  };
}

/** A path that names no record. */
export const staticRoute = (declared: Omit<RouteDeclaration<undefined>, 'find'>): Route =>
  recordRoute({ ...declared, find: async () => undefined });

/** The route and operation of a request; OPTIONS has no operation. */
export interface RouteMatch {
  readonly route: Route;
  readonly operation: Served | undefined;
  readonly key: PathKey;
  /** Counts the requests of the route. */
  readonly meter: RouteMeter;
}

/** The same for a request with an operation. */
export type Matched = RouteMatch & { readonly operation: Served; readonly ahead?: Found | undefined };

/** The files at the address of a request. */
export interface FileMatch {
  readonly files: FileRoute;
  readonly params: FileParams;
}

export type Find<Match> = (method: string, url: string) => Match | RestError | undefined;
export type FindRoute = Find<RouteMatch>;

/** How paths are compared. The limit on the request head also limits path parameters. */
const PATHS = { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: maxHeaderSize };

/**
 * Finds the route and operation for a method and a rewritten URL, or the file; undefined if there is none, a RestError
 * 400 if the URL is malformed.
 */
export function routerOf(routes: readonly Route[]): FindRoute;
export function routerOf(routes: readonly [], files: readonly FileRoute[]): Find<FileMatch>;
export function routerOf(
  routes: readonly Route[],
  files: readonly FileRoute[] = [],
): Find<RouteMatch | FileMatch> {
  const nothing = () => {};
  // The router need not parse queries.
  const router = findMyWay({ ...PATHS, onBadUrl: nothing, querystringParser: nothing });
  for (const route of routes) {
    const meter = meterOf(templateOf(route));
    const forms = [route, ...(route.documentedAt ? [{ ...route, path: route.documentedAt }] : [])];
    for (const template of forms.map(templateOf)) {
      const path = template.replace(/:id|:version/g, '$&(^\\d+$)');
      router.on('OPTIONS', path, nothing, { route, meter });
      for (const operation of route.operations)
        for (const method of operation.methods) router.on(method, path, nothing, { route, meter, operation });
    }
  }
  for (const route of files) router.on('GET', route.path, nothing, { files: route });
  return (method, url) => {
    const found = router.find(
      (method === 'HEAD' ? 'GET' : method) as Method,
      url.replace(DOTTED_I, 'I%CC%87'),
    );
    if (found?.store === null) return new RestError(400, 'rest_bad_request', 'rest_bad_request');
    if (!found) return undefined;
    const { store, params } = found;
    if (store.files) return { ...store, params };
    const isFixed = Object.keys(params).length === 0;
    return { ...store, key: isFixed ? NO_KEY : pathKeyOf(params) };
  };
}

const NO_KEY = pathKeyOf({});

/**
 * The only letter that is longer in lower case, by which the router would lose its place in the path. It is replaced by
 * its decomposition, which slugs do not tell apart from it.
 */
const DOTTED_I = /%c4%b0/gi;

/** The path of a route with its parameters, `/cal/events/v1/events/:id`: its name in metrics and traces. */
const templateOf = ({ root = CANONICAL, path }: Pick<Route, 'root' | 'path'>): string => root + path;

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
