import { filled } from '../../i18n/say.ts';
import type { AdminCall } from '../page.ts';

type TextsByName<Name extends string> = Readonly<Record<Name, string>>;

/** A form joined with what others have changed since it was opened. */
export interface Merged<Name extends string> {
  readonly values: TextsByName<Name>;
  /** Fields that both have changed, to different values. */
  readonly conflicts: Readonly<Partial<Record<Name, string>>>;
}

/**
 * Joins a form with the event as it is: changes of different fields both count.
 * @param opened what the form was opened with
 */
export function merge<Name extends string>(
  mine: TextsByName<Name>,
  opened: TextsByName<Name>,
  theirs: TextsByName<Name>,
  call: Pick<AdminCall, 'words'>,
): Merged<Name> {
  const { conflict } = call.words.eventForm;
  const conflicts: Partial<Record<Name, string>> = {};
  const values = (Object.keys(theirs) as Name[]).map((name): [Name, string] => {
    if (mine[name] === opened[name]) return [name, theirs[name]];
    const isAlone = theirs[name] === opened[name] || theirs[name] === mine[name];
    if (!isAlone) conflicts[name] = filled(conflict, { theirs: theirs[name] });
    return [name, mine[name]];
  });
  return { values: Object.fromEntries(values) as TextsByName<Name>, conflicts };
}
