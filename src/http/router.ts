import findMyWay from 'find-my-way';
import { maxHeaderSize } from '../net/max-header-size.ts';
import { CANONICAL } from './address.ts';
import type { Method } from './call.ts';
import { RestError } from './errors.ts';
import type { Declared } from './operation.ts';
import { type PathKey, pathKeyOf } from './path-key.ts';
import type { Route } from './route.ts';

/** The route that a request is for, without an operation where it asks by OPTIONS what there is. */
export interface Match {
  readonly route: Route;
  readonly operation: Declared | undefined;
  readonly key: PathKey;
}

/** How paths are compared, here and by Fastify. No path is longer than the head of a request may be. */
export const PATHS = { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: maxHeaderSize };

/**
 * Finds the route and the operation of a request, by its method and its rewritten URL; undefined where there is none,
 * a RestError 400 where the URL cannot be read.
 */
export function routerOf(
  routes: readonly Route[],
): (method: string, url: string) => Match | RestError | undefined {
  const nothing = () => {};
  // Queries are read elsewhere.
  const router = findMyWay({ ...PATHS, onBadUrl: nothing, querystringParser: nothing });
  for (const route of routes) {
    const path = templateOf(route).replace(/:id|:version/g, '$&(^\\d+$)');
    router.on('OPTIONS', path, nothing, { route });
    for (const operation of route.operations)
      for (const method of operation.methods) router.on(method, path, nothing, { route, operation });
  }
  return (method, url) => {
    const found = router.find((method === 'HEAD' ? 'GET' : method) as Method, url);
    if (found?.store === null) return new RestError(400, 'rest_bad_request', 'rest_bad_request');
    return found ? { ...found.store, key: pathKeyOf(found.params) } : undefined;
  };
}

/** The path of a route with its parameters, `/cal/events/v1/events/:id`: its name in metrics and traces. */
export const templateOf = ({ root = CANONICAL, path }: Pick<Route, 'root' | 'path'>): string => root + path;
