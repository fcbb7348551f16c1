import type { FastifyInstance } from 'fastify';
import { unavailable } from './errors.ts';

/** Milliseconds between two looks for connections that have become idle. */
const SWEEP = 50;

/**
 * While the service closes, requests in flight are answered, their connections closed after that, and requests
 * that still come on open connections are told to go elsewhere.
 */
export function closeGracefully(app: FastifyInstance): void {
  let sweep: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    // Connections that are busy now are kept alive by their clients: they become idle one by one.
    sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP);
  });
  app.addHook('onClose', async () => clearInterval(sweep));
  app.addHook('onRequest', async (_request, reply) => {
    if (!sweep) return;
    reply.header('connection', 'close');
    throw unavailable();
  });
}
