import { Connection } from './connection.ts';

/** The next request to send. */
export type Next = () => string;

export interface Load {
  /** Responses per second. */
  rate: number;
  /** The share of time for which the load generator was busy. Near 1, the load generator is the limit. */
  busy: number;
}

/** Connections to a server, each with one request at a time. */
export const CONNECTIONS = 16;

/** Sends requests over several connections for this many seconds. */
export async function load(
  port: number,
  next: Next,
  seconds: number,
  connections = CONNECTIONS,
): Promise<Load> {
  const open = await Promise.all(Array.from({ length: connections }, () => Connection.open(port)));
  const began = performance.now();
  const used = process.cpuUsage();
  let answers = 0;
  const until = began + seconds * 1000;
  try {
    await Promise.all(
      open.map(async connection => {
        while (performance.now() < until) {
          await connection.ask(next());
          answers++;
        }
      }),
    );
  } finally {
    for (const connection of open) connection.close();
  }
  const elapsed = (performance.now() - began) / 1000;
  const { user, system } = process.cpuUsage(used);
  return { rate: answers / elapsed, busy: (user + system) / 1e6 / elapsed };
}

/**
 * Sends `count` requests over several connections as fast as they are answered, but for a limited time; resolves to
 * the number answered.
 */
export async function loadCount(port: number, next: Next, count: number, seconds: number): Promise<number> {
  const open = await Promise.all(Array.from({ length: CONNECTIONS }, () => Connection.open(port)));
  const until = performance.now() + seconds * 1000;
  let sent = 0;
  try {
    await Promise.all(
      open.map(async connection => {
        while (sent < count && performance.now() < until) {
          sent++;
          await connection.ask(next());
        }
      }),
    );
  } finally {
    for (const connection of open) connection.close();
  }
  return sent;
}
