import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';

/** What a signed-in user was answered is nobody else's, and is not kept. */
export const PRIVATE = { 'cache-control': 'no-cache, must-revalidate, max-age=0, no-store, private' };

/** Headers of every answer. Any site may read what is public; credentials only from configured origins. */
export function commonHeaders(request: FastifyRequest, config: Config): Record<string, string> {
  const { origin } = request.headers;
  const trusted = origin !== undefined && config.CORS_ORIGINS.includes(origin);
  return {
    'x-robots-tag': 'noindex',
    'x-content-type-options': 'nosniff',
    'x-request-id': request.id,
    'access-control-allow-origin': trusted ? origin : '*',
    ...(trusted && { 'access-control-allow-credentials': 'true' }),
    ...(config.CORS_ORIGINS.length > 0 && { vary: 'Origin' }),
    'access-control-expose-headers':
      'X-TEC-Total, X-TEC-TotalPages, Link, Location, Allow, X-Request-Id, Almanac-Position',
    'access-control-allow-headers':
      'Authorization, Content-Type, Content-Disposition, X-HTTP-Method-Override, Almanac-Position',
    'access-control-allow-methods': 'OPTIONS, GET, POST, PUT, PATCH, DELETE',
  };
}
