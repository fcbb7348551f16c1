import type { ShownChange } from './show-plan.ts';

/** Ends a transaction without a trace, after it has shown what it would do. */
class Rehearsed extends Error {
  readonly changes: readonly ShownChange[];

  constructor(changes: readonly ShownChange[]) {
    super('nothing was written');
    this.changes = changes;
  }
}

/** To be called at the end of a write within its transaction: a dry run writes nothing. */
export function assertInEarnest(isDry: boolean | undefined, changes: readonly ShownChange[]): void {
  if (isDry) throw new Rehearsed(changes);
}

/** Carries out a write, and answers a dry run by what the write would have done. */
export async function orRehearse<Result>(
  write: () => Promise<Result>,
  show: (changes: readonly ShownChange[]) => Result,
): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof Rehearsed) return show(error.changes);
    throw error;
  }
}
