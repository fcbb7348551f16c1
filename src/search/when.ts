import { minuteOf, type RequestClock } from '../input/context.ts';
import type { TimeBounds } from '../read-model/index/query.ts';

const phases = ['ongoing', 'upcoming', 'past'] as const;

/** The values of `when`. Each event is in one phase: an event without length is ongoing at its instant. */
export const whenValues = [...phases, 'all'] as const;

type When = readonly (typeof whenValues)[number][];

/** The bounds of the wanted events by the minute of the clock; undefined if all are wanted. */
export function whenNow(when: When | undefined, clock: RequestClock): Partial<TimeBounds> | undefined {
  const wanted = wantedPhases(when);
  return wanted && BOUNDS[wanted](clock.minute());
}

/** The same at the minute of an instant. Code that calls it narrows the clock itself. */
export function readWhen(when: When | undefined, now: number): Partial<TimeBounds> | undefined {
  const wanted = wantedPhases(when);
  return wanted && BOUNDS[wanted](minuteOf(now));
}

/** The phases, if some are left out. */
function wantedPhases(when: When | undefined): keyof typeof BOUNDS | undefined {
  if (!when || when.includes('all')) return undefined;
  const wanted = phases.filter(phase => when.includes(phase)).join(' ');
  // Three phases are everything.
  return wanted in BOUNDS ? (wanted as keyof typeof BOUNDS) : undefined;
}

const BOUNDS = {
  ongoing: (now: number) => ({ before: now + 1, runsFrom: now }),
  upcoming: (now: number) => ({ from: now + 1 }),
  past: (now: number) => ({ before: now, endAtMost: now }),
  'ongoing upcoming': (now: number) => ({ runsFrom: now }),
  'ongoing past': (now: number) => ({ before: now + 1 }),
  'upcoming past': (now: number) => ({ idleAt: now }),
} satisfies Record<string, (now: number) => Partial<TimeBounds>>;
