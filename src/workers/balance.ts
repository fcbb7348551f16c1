import type { ServerResponse } from 'node:http';
import type { Server } from 'node:net';
import { leavers, onMessage, sendConnection } from './channel.ts';
import { worker } from './identity.ts';
import type { SharedLimit } from './shared-limit.ts';

/** Milliseconds of an interval in which closed connections are counted. */
const INTERVAL = 100;

/** How many times the connections of another worker are too many: if they stay so, some are closed after an answer. */
const CROWDED = 1.5;
/** Intervals for which they must stay so: what is known of others is late. */
const PATIENCE = 5;

/** The handle of a listening socket, as far as Node's own `cluster` uses it. It has no type and no documentation. */
interface Listening {
  onconnection(status: number, connection: unknown): void;
}

/**
 * Spreads connections that stay open. Whichever worker is awake accepts a connection, often all of a burst: the surplus
 * is handed to the worker with the fewest. Connections that clients close after a request need not be handed on, because
 * a busy worker accepts fewer of them. A worker that has started later gets some by and by, because those with too many
 * close some after an answer.
 * @param connections the connections of all workers
 */
export function balanceConnections(server: Server, connections: SharedLimit): void {
  if (!worker) return;
  let [open, closed, closedBefore] = [0, 0, 0];
  /** For how many intervals there have been too many, and how many are to be closed. */
  let [crowded, surplus] = [0, 0];
  server.on('connection', socket => {
    open++;
    socket.once('close', () => {
      open--;
      closed++;
    });
  });
  setInterval(() => {
    [closed, closedBefore] = [0, closed];
    const used = leavers.has(process.pid) ? undefined : connections.least()?.used;
    crowded = used !== undefined && open > CROWDED * used + 1 ? crowded + 1 : 0;
    surplus = 0;
    if (used === undefined || crowded < PATIENCE) return;
    surplus = Math.floor((open - used) / 2);
    crowded = 0;
  }, INTERVAL).unref();
  const surplusTo = (): number | undefined => {
    if (leavers.has(process.pid) || closed + closedBefore > open) return undefined;
    const least = connections.least();
    return least && least.used < open ? least.worker : undefined;
  };
  server.once('listening', () => {
    const { _handle: handle } = server as Server & { _handle?: Listening };
    if (!handle) return;
    const accept = handle.onconnection;
    handle.onconnection = (status, connection) => {
      const to = status === 0 && connection ? surplusTo() : undefined;
      if (to === undefined) return accept.call(handle, status, connection);
      connections.count(to);
      sendConnection(to, connection, () => accept.call(handle, 0, connection));
    };
    server.prependListener('request', (_request, response: ServerResponse) => {
      if (surplus === 0) return;
      surplus--;
      // Its client opens another one, which the other worker gets.
      response.shouldKeepAlive = false;
    });
    onMessage(({ kind }, connection) => {
      if (kind === 'connection' && connection) accept.call(handle, 0, connection);
    });
  });
}
