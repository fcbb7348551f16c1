import { objectOf } from '../http/json-schema.ts';
import { described, type MembersOf } from '../http/schemas.ts';
import { occurrencePlanWords as words } from '../i18n/messages.ts';
import type { Change } from './apply.ts';

/** What a write would do to the occurrences of a series, as answers show it. */
export const showPlan = (changes: readonly Change[]) => ({
  added: changes.filter(({ before }) => !before).map(shown),
  removed: changes.filter(({ after }) => !after).map(shown),
  moved: changes.filter(change => change.before && change.after && isMoved(change)).map(shown),
  kept: changes.filter(change => change.before && change.after && !isMoved(change)).map(shown),
});

const isMoved = ({ before, after }: Change): boolean => SHOWN.some(name => before![name] !== after![name]);

const SHOWN = ['recurrence_id', 'start_date', 'end_date'] as const;

/** An occurrence at the place that it gets, or loses. */
function shown({ id, isNew = false, before, after }: Change) {
  const { recurrence_id, start_date, end_date } = (after ?? before)!;
  return { id: isNew ? null : id, recurrence_id, start_date, end_date };
}

const OCCURRENCES = {
  type: 'array',
  items: objectOf({
    id: { type: ['integer', 'null'] },
    ...{ recurrence_id: { type: 'string' }, start_date: { type: 'string' }, end_date: { type: 'string' } },
  }),
};

export const planMembers: MembersOf<ReturnType<typeof showPlan>> = {
  added: described(OCCURRENCES, words.added),
  removed: described(OCCURRENCES, words.removed),
  moved: described(OCCURRENCES, words.moved),
  kept: described(OCCURRENCES, words.kept),
};
