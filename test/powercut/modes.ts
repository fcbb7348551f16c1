import { between, pick, type Random } from '../../bench/random.ts';
import type { Change } from './disk.ts';
import type { Remains } from './remains.ts';

export type Mode = keyof typeof modes;

/** What may remain of unsynced changes. */
export const modes = {
  /** Nothing. */
  dropped: () => ({ name: () => false, content: () => [] }),
  /** Everything, as after a killed process. */
  kept: () => ({ name: () => true, content: change => [change] }),
  /** Names without the content of their files. */
  names: () => ({ name: () => true, content: () => [] }),
  /** Content of files without changes of names. */
  contents: () => ({ name: () => false, content: change => [change] }),
  /** Some changes, in any order. */
  reordered(random) {
    const share = pick(random, SHARES);
    return {
      name: () => random() < share,
      content: change => (random() < share ? [change] : []),
    };
  },
  /** All changes before some moment. */
  ordered(random, position) {
    const until = position - Math.floor(position ** random());
    return { name: ({ done }) => done <= until, content: change => (change.done <= until ? [change] : []) };
  },
  /** Like reordered, but writes may lack sectors. */
  torn(random) {
    const share = pick(random, SHARES);
    return {
      name: () => random() < share,
      content: change => (random() < share ? tear(change, random) : []),
    };
  },
} satisfies Record<string, (random: Random, position: number) => Remains>;

const SHARES = [0.1, 0.5, 0.9];

/** Bytes that a disk writes atomically, and the size of the system's writes. */
const SECTORS = [512, 4096];

/** Some of the sectors of a write: the first ones, or any. */
export function tear(change: Change, random: Random): Change[] {
  if (!('bytes' in change)) return [change];
  const { at, bytes } = change;
  const size = pick(random, SECTORS);
  const first = Math.floor(at / size);
  const count = Math.ceil((at + bytes.length) / size) - first;
  const limit = between(random, 0, count);
  const isPrefix = random() < 0.5;
  return Array.from({ length: count }, (_, sector) => {
    const from = Math.max(at, (first + sector) * size);
    const end = Math.min(at + bytes.length, (first + sector + 1) * size);
    return { ...change, at: from, bytes: bytes.subarray(from - at, end - at) };
  }).filter((_, sector) => (isPrefix ? sector < limit : random() < 0.5));
}
