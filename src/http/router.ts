import findMyWay from 'find-my-way';
import { maxHeaderSize } from '../net/app.ts';
import { meterOf, type RouteMeter } from '../observability/requests.ts';
import { CANONICAL } from '../site/address.ts';
import type { Method } from './call.ts';
import { RestError } from './errors.ts';
import type { FileParams, FileRoute } from './files.ts';
import type { Declared } from './operation.ts';
import { type PathKey, pathKeyOf, type Route } from './route.ts';

/** The route and operation of a request; OPTIONS has no operation. */
export interface RouteMatch {
  readonly route: Route;
  readonly operation: Declared | undefined;
  readonly key: PathKey;
  /** Counts the requests of the route. */
  readonly meter: RouteMeter;
}

/** The files at the address of a request. */
export interface FileMatch {
  readonly files: FileRoute;
  readonly params: FileParams;
}

export type FindRoute = (method: string, url: string) => RouteMatch | RestError | undefined;

/** How paths are compared. The limit on the request head also limits path parameters. */
const PATHS = { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: maxHeaderSize };

/**
 * Finds the route and operation for a method and a rewritten URL; undefined if there is none, a RestError 400 if the URL
 * is malformed.
 */
export function routerOf(routes: readonly Route[]): FindRoute;
export function routerOf(
  routes: readonly Route[],
  files: readonly FileRoute[],
): (method: string, url: string) => RouteMatch | FileMatch | RestError | undefined;
export function routerOf(
  routes: readonly Route[],
  files: readonly FileRoute[] = [],
): (method: string, url: string) => RouteMatch | FileMatch | RestError | undefined {
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
