import { lookup } from 'node:dns/promises';
import type { ListenOptions } from 'node:net';
import type { Config } from '../config.ts';

/** The first socket that systemd passes; see sd_listen_fds(3). */
const HANDED_OVER = 3;

/**
 * Connections that may wait to be accepted, as far as the system allows. Beyond Node's default of 511, those of a burst
 * try again after a second, two and four.
 */
const BACKLOG = 4096;

/**
 * Where the service listens: on a socket that systemd has opened, in which new connections wait while the service
 * restarts; otherwise at HOST and PORT, of a name at its first address, as other servers of Node do.
 * @throws what `lookup` of node:dns throws
 */
export async function whereToListen(
  { HOST, PORT }: Pick<Config, 'HOST' | 'PORT'>,
  { LISTEN_FDS, LISTEN_PID }: NodeJS.ProcessEnv,
): Promise<ListenOptions & { fd?: number }> {
  // The socket may be meant for the parent, because bin/almanac.mjs starts this process.
  const isMeant = [process.pid, process.ppid].includes(Number(LISTEN_PID));
  if (LISTEN_FDS !== '1' || !isMeant) {
    const host = HOST === 'localhost' ? (await lookup(HOST)).address : HOST;
    return { host, port: PORT, backlog: BACKLOG };
  }
  return { fd: HANDED_OVER };
}
