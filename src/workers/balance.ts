import type { ServerResponse } from 'node:http';
import type { Server } from 'node:net';
import { leavingWorkers } from './channel.ts';
import { worker } from './identity.ts';
import type { SharedLimit } from './shared-limit.ts';

/** Milliseconds between two comparisons with the other workers. */
const INTERVAL = 100;

/** How many times the connections of another worker are too many: if they stay so, some are closed after an answer. */
const CROWDED = 1.5;
/** Comparisons for which they must stay so: what is known of others is late. */
const PATIENCE = 5;

/**
 * Spreads connections that stay open. Whichever worker is awake accepts a connection, often all of a burst. A worker
 * with too many closes some after an answer, and whoever has more to ask opens another one.
 * @param connections the connections of all workers
 */
export function balanceConnections(server: Server, connections: SharedLimit): void {
  if (!worker) return;
  let open = 0;
  /** For how many comparisons there have been too many, and how many are to be closed. */
  let [crowded, surplus] = [0, 0];
  server.on('connection', socket => {
    open++;
    socket.once('close', () => open--);
  });
  setInterval(() => {
    const least = leavingWorkers.has(process.pid) ? undefined : connections.leastOfOthers();
    crowded = least !== undefined && open > CROWDED * least + 1 ? crowded + 1 : 0;
    surplus = 0;
    if (least === undefined || crowded < PATIENCE) return;
    surplus = Math.floor((open - least) / 2);
    crowded = 0;
  }, INTERVAL).unref();
  // Before all that answer at once.
  server.once('listening', () =>
    server.prependListener('request', (_request, response: ServerResponse) => {
      if (surplus === 0) return;
      surplus--;
      response.shouldKeepAlive = false;
    }),
  );
}
