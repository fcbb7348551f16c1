import { CANONICAL } from './address.ts';
import { type ApiRequest, keyOf } from './dispatch.ts';
import type { Route } from './route.ts';

type Matched = Pick<ApiRequest, 'route' | 'operation' | 'key'>;

/** Finds the read that a canonical URL asks for, as it is usually written; undefined leaves it to the framework. */
export function matcher(routes: readonly Route[]): (url: string) => Matched | undefined {
  const reads = routes.flatMap(route => {
    const operation = route.operations.find(({ methods }) => methods.includes('GET'));
    return operation ? [{ route, operation }] : [];
  });
  const byPath = new Map(reads.map(read => [CANONICAL + read.route.path, read]));
  return url => {
    const query = url.indexOf('?');
    const path = query < 0 ? url : url.slice(0, query);
    const plain = byPath.get(path);
    if (plain && !plain.route.key) return { ...plain, key: keyOf({}) };
    const slash = path.lastIndexOf('/');
    // Longer segments are for the router.
    const [collection, segment] = [path.slice(0, slash), path.slice(slash + 1)];
    const byId = /^\d{1,2000}$/.test(segment) ? byPath.get(`${collection}/:id`) : undefined;
    if (byId) return { ...byId, key: keyOf({ id: segment }) };
    const bySlug = /^[\w-]{1,2000}$/.test(segment) ? byPath.get(`${collection}/:slug`) : undefined;
    return bySlug && { ...bySlug, key: keyOf({ slug: segment }) };
  };
}
