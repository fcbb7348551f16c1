import { readdirSync, readFileSync } from 'node:fs';
import { platform } from 'node:os';

/** Whether the system tells what processes use. */
export const metered = platform() === 'linux';

/** Linux counts the time of processes in hundredths of a second. */
const TICKS = 100;

/** What a process and all that it started have used so far. */
export interface Used {
  /** Seconds of processor time, in user mode and in the system. */
  cpu: number;
  /** Bytes handed to the disk; 0 where the system does not tell them. */
  written: number;
}

/** What these processes and all that they started have used so far; nothing where the system does not tell it. */
export function usedBy(roots: readonly number[]): Used {
  if (!metered) return { cpu: 0, written: 0 };
  const used: Used = { cpu: 0, written: 0 };
  for (const pid of roots.flatMap(familyOf)) {
    used.cpu += statOf(pid)?.cpu ?? 0;
    used.written += writtenBy(pid);
  }
  return used;
}

const processes = (): number[] => readdirSync('/proc').filter(Number).map(Number);

/** The parent of a process and its seconds of processor time, with those of children that have ended. */
function statOf(pid: number): { parent: number; cpu: number } | undefined {
  const text = read(`/proc/${pid}/stat`);
  // The name of the program stands in brackets and may have spaces.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  if (fields.length < 15) return undefined;
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return { parent: Number(fields[1]), cpu: ticks / TICKS };
}

const writtenBy = (pid: number): number =>
  Number(/^write_bytes: (\d+)/m.exec(read(`/proc/${pid}/io`))?.[1] ?? 0);

/** A file of the system; '' if the process has ended or belongs to somebody else. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Resident memory of a process in megabytes; undefined if the system does not report it. */
export function residentOf(pid: number): number | undefined {
  const found = /VmRSS:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1];
  return found === undefined ? undefined : Number(found) / 1024;
}

/** A process and all that it started, which run now. */
function familyOf(root: number): number[] {
  const parents = new Map(processes().map(pid => [pid, statOf(pid)?.parent]));
  const family = [root];
  // It grows while it is read.
  for (const member of family) for (const [pid, parent] of parents) if (parent === member) family.push(pid);
  return family;
}

/** What a process and all that it started take of the machine now. */
export interface Footprint {
  /** Megabytes of memory; what processes share counts once (PSS). */
  memory: number;
  processes: number;
  threads: number;
}

export function footprintOf(root: number): Footprint {
  const family = familyOf(root);
  const sum = (file: string, expression: RegExp) =>
    family.reduce((sum, pid) => sum + Number(expression.exec(read(`/proc/${pid}/${file}`))?.[1] ?? 0), 0);
  return {
    memory: sum('smaps_rollup', /^Pss:\s+(\d+)/m) / 1024,
    processes: family.length,
    threads: sum('status', /^Threads:\s+(\d+)/m),
  };
}

/** What kept the machine busy beside the benchmark, as parts of all its cores. */
export interface Disturbance {
  /** Time that the host of a virtual machine gave to others. */
  stolen: number;
  /** Time of processes that are not the benchmark's. */
  others: number;
}

/** Begins to watch the machine; the function that it returns tells what happened since then. */
export function watchMachine(): () => Disturbance | undefined {
  const first = machineTimes();
  const own = usedBy([process.pid]).cpu * TICKS;
  return () => {
    if (!metered) return undefined;
    const last = machineTimes();
    const all = Math.max(1, last.all - first.all);
    const others = last.busy - first.busy - (usedBy([process.pid]).cpu * TICKS - own);
    return { stolen: (last.stolen - first.stolen) / all, others: Math.max(0, others) / all };
  };
}

/** Ticks of all cores: all of them, those in which a process ran, and those that the host gave to others. */
function machineTimes() {
  const line = read('/proc/stat').split('\n', 1)[0]!;
  const [user = 0, nice = 0, system = 0, idle = 0, waiting = 0, interrupts = 0, soft = 0, stolen = 0] = line
    .split(/\s+/)
    .slice(1)
    .map(Number);
  const busy = user + nice + system;
  return { busy, stolen, all: busy + idle + waiting + interrupts + soft + stolen };
}
