import { shown } from './figures.ts';
import { type Extent, type Load, load, type Next } from './load.ts';
import { metered, usedBy } from './meter.ts';
import { storeServer } from './postgres.ts';
import type { Running } from './processes.ts';

/** What answers cost under a load. */
export interface Cost extends Load {
  /** Milliseconds of processor time of a service for one answer, in all its processes. */
  cpu: number;
  /** The same of the PostgreSQL server, if there is one. */
  storeCpu: number;
}

/** Loads a server and meters it. */
export async function measured(server: Running, next: Next, extent: Extent): Promise<Cost> {
  const used = () => [server.pid, ...storeServer()].map(pid => usedBy([pid]).cpu);
  const before = used();
  const answered = await load(server.port, next, extent);
  const [cpu = 0, storeCpu = 0] = used().map(
    (seconds, index) => ((seconds - before[index]!) * 1000) / answered.answers,
  );
  return { ...answered, cpu, storeCpu };
}

/** The processor time of an answer in words, that of the PostgreSQL server beside. */
export function cpuShown({ cpu, storeCpu }: Pick<Cost, 'cpu' | 'storeCpu'>): string {
  if (!metered) return 'processor time not measured on this system';
  const ofServer = storeCpu > 0 ? ` and ${micro(storeCpu)} of the PostgreSQL server` : '';
  return `${micro(cpu)} of processor time each${ofServer}`;
}

const micro = (milliseconds: number): string => `${shown(milliseconds * 1000)} µs`;
