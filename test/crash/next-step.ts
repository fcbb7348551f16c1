import { pick } from '../../bench/random.ts';
import type { Kind } from './model.ts';
import { SERIES_CHOICES } from './series-steps.ts';
import { CHOICES, type Planning, type Step } from './steps.ts';

/** Most steps are about events and series. */
const KINDS: readonly Kind[] = ['e', 'e', 'e', 'e', 'e', 's', 's', 's', 's', 'v', 'o', 'c', 't'];

/** A random step. */
export function nextStep(planning: Planning): Step {
  const { random } = planning;
  for (;;) {
    const kind = pick(random, KINDS);
    const step = pick(random, kind === 's' ? SERIES_CHOICES : CHOICES)(planning, kind);
    if (step) return step;
  }
}
