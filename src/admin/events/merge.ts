import { filled } from '../../i18n/say.ts';
import type { AdminCall } from '../page.ts';
import { wordsIn } from '../words.ts';
import { FIELD_NAMES, type FieldName, type FormValues } from './values.ts';

/** A form joined with what others have changed since it was opened. */
export interface Merged {
  readonly values: FormValues;
  /** Fields that both have changed, to different values. */
  readonly conflicts: Readonly<Partial<Record<FieldName, string>>>;
}

/**
 * Joins a form with the event as it is: changes of different fields both count.
 * @param opened what the form was opened with
 */
export function merge(
  mine: FormValues,
  opened: FormValues,
  theirs: FormValues,
  call: Pick<AdminCall, 'language'>,
): Merged {
  const { conflict } = wordsIn('eventForm', call);
  const conflicts: Partial<Record<FieldName, string>> = {};
  const values = FIELD_NAMES.map((name): [FieldName, string] => {
    if (mine[name] === opened[name]) return [name, theirs[name]];
    const isAlone = theirs[name] === opened[name] || theirs[name] === mine[name];
    if (!isAlone) conflicts[name] = filled(conflict, { theirs: theirs[name] });
    return [name, mine[name]];
  });
  return { values: Object.fromEntries(values) as FormValues, conflicts };
}
