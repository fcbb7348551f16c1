import { Connection } from './connection.ts';

/** The next request to send. */
export type Next = () => string;

/** How long requests are sent: until that many were sent or that many seconds have passed. */
export interface Extent {
  count?: number;
  seconds?: number;
  connections?: number;
}

export interface Load {
  answers: number;
  /** Responses per second. */
  rate: number;
  /** The share of a core that the load generator used. Near 1, the load generator is the limit. */
  busy: number;
  /** The time of each answer in milliseconds, in no order. */
  times: readonly number[];
}

/** Connections to a server, each with one request at a time. */
export const CONNECTIONS = 16;

/** Sends requests over several connections. */
export async function load(
  port: number,
  next: Next,
  { count = Infinity, seconds = Infinity, connections = CONNECTIONS }: Extent,
): Promise<Load> {
  const open = await Promise.all(Array.from({ length: connections }, () => Connection.open(port)));
  const began = performance.now();
  const used = process.cpuUsage();
  const until = began + seconds * 1000;
  const times: number[] = [];
  let sent = 0;
  try {
    await Promise.all(
      open.map(async connection => {
        for (let now = performance.now(); sent < count && now < until; ) {
          sent++;
          await connection.ask(next());
          const answered = performance.now();
          times.push(answered - now);
          now = answered;
        }
      }),
    );
  } finally {
    for (const connection of open) connection.close();
  }
  const elapsed = (performance.now() - began) / 1000;
  const { user, system } = process.cpuUsage(used);
  const answers = times.length;
  return { answers, times, rate: answers / elapsed, busy: (user + system) / 1e6 / elapsed };
}
