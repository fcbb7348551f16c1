import { readFileSync } from 'node:fs';
import { childrenOf } from './crash/process-tree.ts';

// What Linux tells of the processes of a service.

/** The ids of all processes below one. */
const descendantsOf = (pid: number): number[] =>
  childrenOf(pid).flatMap(child => [child, ...descendantsOf(child)]);

/** A file of `/proc` of a process; '' if the process has gone. */
export function told(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

/** The processes that decode pictures, below a process. */
export const picturesBelow = (pid: number): number[] =>
  descendantsOf(pid).filter(child => told(child, 'cmdline').includes('picture-process'));

/** The processes that answer requests, below a supervisor. */
export const workersBelow = (pid: number): number[] =>
  childrenOf(pid).filter(child => told(child, 'environ').includes('ALMANAC_WORKER='));

/** The most memory that a process has taken so far, in megabytes. */
export const peakOf = (pid: number): number => Number(/VmHWM:\s+(\d+)/.exec(told(pid, 'status'))?.[1]) / 1024;

/** Whether a process has loaded the library of images. */
export const hasImageLibrary = (pid: number): boolean => told(pid, 'maps').includes('libvips');

/** Counts something as often as it can, until it is stopped; resolves to the most. */
export function most(count: () => number): { stop(): number } {
  let found = 0;
  const timer = setInterval(() => {
    found = Math.max(found, count());
  }, 1);
  return {
    stop() {
      clearInterval(timer);
      return found;
    },
  };
}
