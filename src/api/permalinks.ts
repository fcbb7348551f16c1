import type { FastifyInstance, FastifyRequest } from 'fastify';
import { noRoute } from '../http/errors.ts';

/**
 * Serves the public addresses of records and lists. Almanac has no pages yet, so they redirect to the interface. The
 * response headers tell clients where the interface is.
 */
export function servePermalinks(app: FastifyInstance): void {
  for (const [path, pathOf] of Object.entries(PERMALINKS))
    app.get(path, async (request, reply) => {
      const { site, api } = request.requestContext.address;
      const target = `${api}${pathOf(request)}`;
      reply.headers({ 'x-tec-api-version': 'v1', 'x-tec-api-root': target, 'x-tec-api-origin': site });
      return reply.redirect(target, 302);
    });
}

const slug = (request: FastifyRequest) =>
  encodeURIComponent((request.params as { slug?: string }).slug ?? '');

/** The path on the interface for each permalink. */
const PERMALINKS: Readonly<Record<string, (request: FastifyRequest) => string>> = {
  '/': request => byId(request.query as Record<string, unknown>),
  '/events': () => '/',
  '/events/featured': () => '/events/?featured=1',
  '/event/:slug': request => `/events/by-slug/${slug(request)}`,
  '/venue/:slug': request => `/venues/by-slug/${slug(request)}`,
  '/organizer/:slug': request => `/organizers/by-slug/${slug(request)}`,
  '/tag/:slug': request => `/events/?tags=${slug(request)}`,
  '/events/category/*': request => `/events/?categories=${encodeURIComponent(lastSegment(request))}`,
};

/**
 * The target of `/?post_type=tribe_events&p=5`, the address of a record that is not public yet; otherwise the
 * namespace.
 * @throws RestError 404 for a `rest_route` without a route
 */
function byId({ rest_route, post_type, p }: Record<string, unknown>): string {
  if (rest_route) throw noRoute();
  const collection = COLLECTIONS.get(String(post_type));
  return collection && /^\d+$/.test(String(p)) ? `/${collection}/${p}` : '/';
}

const COLLECTIONS = new Map([
  ['tribe_events', 'events'],
  ['tribe_venue', 'venues'],
  ['tribe_organizer', 'organizers'],
]);

const lastSegment = (request: FastifyRequest): string =>
  (request.params as { '*': string })['*'].split('/').findLast(segment => segment !== '') ?? '';
