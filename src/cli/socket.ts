import type { FastifyListenOptions } from 'fastify';
import type { Config } from '../config.ts';

/** The first socket that systemd passes; see sd_listen_fds(3). */
const HANDED_OVER = 3;

/**
 * Where the service listens: on a socket that systemd has opened, in which new connections wait while the service
 * restarts; otherwise at HOST and PORT.
 */
export function whereToListen(
  { HOST, PORT }: Pick<Config, 'HOST' | 'PORT'>,
  { LISTEN_FDS, LISTEN_PID }: NodeJS.ProcessEnv,
): FastifyListenOptions {
  // The socket may be meant for the parent, because bin/almanac.mjs starts this process.
  const isMeant = [process.pid, process.ppid].includes(Number(LISTEN_PID));
  if (LISTEN_FDS !== '1' || !isMeant) return { host: HOST, port: PORT };
  // Fastify passes unknown options on to the server, which then needs no address.
  const options: FastifyListenOptions & { fd: number } = { fd: HANDED_OVER, host: '127.0.0.1' };
  return options;
}
