import { readdirSync, readFileSync } from 'node:fs';

/** A process, as Linux describes it in /proc. */
export interface Process {
  readonly pid: number;
  readonly parent: number;
  /** Megabytes in memory, and the most that ever were. */
  readonly resident: number;
  readonly most: number;
  /** Seconds of processor time, with that of its children that have ended. */
  readonly worked: number;
}

/** The processes of a session: those of a process that was started as its leader. */
export const processesOf = (session: number): Process[] =>
  readdirSync('/proc').flatMap(name => {
    if (!/^\d+$/.test(name) || Number(statOf(name)[SESSION]) !== session) return [];
    return processAt(Number(name)) ?? [];
  });

/** Undefined if it has ended. */
export function processAt(pid: number): Process | undefined {
  const fields = statOf(pid);
  const status = read(`/proc/${pid}/status`);
  const size = (line: string) => Number(new RegExp(`^${line}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024;
  const resident = size('VmRSS');
  // One that ends has no memory any more.
  if (Number.isNaN(resident)) return undefined;
  const times = fields.slice(...TIMES).map(Number);
  return {
    ...{ pid, parent: Number(fields[PARENT]), resident, most: size('VmHWM') },
    worked: times.reduce((sum, ticks) => sum + ticks, 0) / TICKS,
  };
}

/** Fields of the statistics behind the name of the program, which may contain spaces. */
function statOf(pid: number | string): string[] {
  const text = read(`/proc/${pid}/stat`);
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

/** The positions of these fields. */
const [PARENT, SESSION, TIMES] = [1, 3, [11, 15]] as const;

/** Clock ticks of a second, the same on all Linux machines. */
const TICKS = 100;

/** Milliseconds for which the main thread of a process was ready to run and other processes had the processors. */
export const delayOf = (pid: number): number =>
  Number(read(`/proc/${pid}/schedstat`).split(' ')[1]) / 1e6 || 0;

/** '' if the process has ended. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
