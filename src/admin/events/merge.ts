import { filled } from '../../i18n/say.ts';
import type { AdminCall } from '../page.ts';

type TextsByName<Name extends string> = Readonly<Record<Name, string>>;

/**
 * Joins a form with what others have changed since it was opened: changes of different fields both count.
 * @param opened what the form was opened with
 * @returns also the fields that both have changed, to different values
 */
export function merge<Name extends string>(
  mine: TextsByName<Name>,
  opened: TextsByName<Name>,
  theirs: TextsByName<Name>,
  call: Pick<AdminCall, 'words'>,
) {
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
