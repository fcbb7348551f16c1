import type { FastifyListenOptions } from 'fastify';
import type { Config } from '../config.ts';

/** The first socket that is handed over; see sd_listen_fds(3). */
const HANDED_OVER = 3;

/**
 * Where the service listens: on a socket that systemd has opened for it and keeps, in which new connections wait while
 * the service is started again; otherwise at HOST and PORT.
 */
export function whereToListen(
  { HOST, PORT }: Pick<Config, 'HOST' | 'PORT'>,
  { LISTEN_FDS, LISTEN_PID }: NodeJS.ProcessEnv,
): FastifyListenOptions {
  // The process that was meant may have started this one, as bin/almanac.mjs does.
  const isMeant = [process.pid, process.ppid].includes(Number(LISTEN_PID));
  if (LISTEN_FDS !== '1' || !isMeant) return { host: HOST, port: PORT };
  // Fastify passes on what it does not know to the server, which needs no address then.
  const options: FastifyListenOptions & { fd: number } = { fd: HANDED_OVER, host: '127.0.0.1' };
  return options;
}
