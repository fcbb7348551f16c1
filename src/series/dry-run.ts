import type { EventRow } from '../db/tables.ts';
import { occurrencePlanWords as words } from '../i18n/messages.ts';
import { described, type MembersOf, objectOf } from '../input/schemas.ts';
import { mayRead, type Viewer } from '../users/rights.ts';
import type { OccurrenceChange } from './apply.ts';
import type { Placement } from './insert.ts';

/** What a write would do to the occurrences of a series, as answers show it. */
export const showPlan = (changes: readonly ShownChange[]) => ({
  added: changes.filter(({ before }) => !before).map(shown),
  removed: changes.filter(({ after }) => !after).map(shown),
  moved: changes.filter(change => change.before && change.after && isMoved(change)).map(shown),
  kept: changes.filter(change => change.before && change.after && !isMoved(change)).map(shown),
});

/** A change without what its reader may not know. */
export type ShownChange = Omit<OccurrenceChange, 'before' | 'after'> &
  Partial<Record<'before' | 'after', Pick<Placement, (typeof SHOWN)[number]>>>;

/** Occurrences of a series that their reader may not read look like single events: they have no place in it. */
export function changesFor(
  viewer: Viewer,
  { series }: { series?: EventRow | undefined },
  changes: readonly OccurrenceChange[],
): readonly ShownChange[] {
  if (!series || mayRead(viewer, series)) return changes;
  const hidden = { recurrence_id: null };
  return changes.map(({ before, after, ...change }) => ({
    ...change,
    ...(before && { before: { ...before, ...hidden } }),
    ...(after && { after: { ...after, ...hidden } }),
  }));
}

const isMoved = ({ before, after }: ShownChange): boolean =>
  SHOWN.some(name => before![name] !== after![name]);

const SHOWN = ['recurrence_id', 'start_date', 'end_date'] as const;

/** An occurrence at the place that it gets, or loses. */
function shown({ id, isNew = false, before, after }: ShownChange) {
  const { recurrence_id, start_date, end_date } = (after ?? before)!;
  return { id: isNew ? null : id, recurrence_id, start_date, end_date };
}

const OCCURRENCES = {
  type: 'array',
  items: objectOf({
    id: { type: ['integer', 'null'] },
    recurrence_id: { type: ['string', 'null'] },
    ...{ start_date: { type: 'string' }, end_date: { type: 'string' } },
  }),
};

export const planMembers: MembersOf<ReturnType<typeof showPlan>> = {
  added: described(OCCURRENCES, words.added),
  removed: described(OCCURRENCES, words.removed),
  moved: described(OCCURRENCES, words.moved),
  kept: described(OCCURRENCES, words.kept),
};

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
