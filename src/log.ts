import type { FastifyServerOptions } from 'fastify';
import type { Config } from './config.ts';

/** Structured logs, one JSON line each, with the id of the request. No header and no secret is ever in them. */
export function loggerOptions({ LOG_LEVEL }: Pick<Config, 'LOG_LEVEL'>): FastifyServerOptions['logger'] {
  return {
    level: LOG_LEVEL,
    serializers: {
      req: ({ method, url, ip }: { method: string; url: string; ip: string }) => ({
        method,
        url: withoutSecrets(url),
        remoteAddress: ip,
      }),
    },
  };
}

/** The URL with the values of passwords in its query replaced. */
export const withoutSecrets = (url: string): string =>
  url.replace(/((?:^|[?&])[^=&]*(?:password|%70assword)[^=&]*=)[^&]*/gi, '$1…');
