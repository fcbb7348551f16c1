import { between, pick, type Random, shuffled } from '../../bench/random.ts';
import type { Disk } from './disk.ts';
import { type Mode, modes } from './modes.ts';

/** Where in a trace the power is cut, and what remains of unsynced changes. */
export interface Point {
  position: number;
  mode: Mode;
}

/**
 * Chooses this many points. Up to half of them are just after an acknowledgement, with nothing unsynced remaining.
 * The others are during changes of names, before the first acknowledgement, and anywhere.
 */
export function choosePoints(
  random: Random,
  count: number,
  { disk, acknowledgements, end }: { disk: Disk; acknowledgements: readonly number[]; end: number },
): Point[] {
  const first = disk.names[0]!.begun;
  const after = shuffled(random, acknowledgements).slice(0, Math.ceil(count / 2));
  const acknowledged = after.map((position): Point => ({ position, mode: 'dropped' }));
  const others = Array.from({ length: count - after.length }, (): Point => {
    const mode = pick(random, Object.keys(modes) as Mode[]);
    const { begun, done } = pick(random, disk.names);
    const anywhere = between(random, first, end);
    const places = [
      pick(random, acknowledgements),
      begun,
      done,
      between(random, first, acknowledgements[0]!),
    ];
    return { position: pick(random, [...places, anywhere]), mode };
  });
  return [...acknowledged, ...others];
}
