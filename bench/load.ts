import { Connection } from './connection.ts';

/** The next request to send. */
export type Next = () => string;

export interface Load {
  /** Answers in a second. */
  rate: number;
  /** The part of the time that the load generator itself was busy: near 1 it is the limit. */
  busy: number;
}

/** Connections that a server is loaded with, each with one request at a time. */
export const CONNECTIONS = 16;

/** Requests for so many seconds over several connections. */
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

/** So many requests over several connections, as fast as they are answered, but for at most so many seconds; resolves to how many. */
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
