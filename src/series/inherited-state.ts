import type { Db, EventRow } from '../db/tables.ts';
import type { EventLinks } from '../records/versions/links.ts';
import { givenTimes } from './occurrence.ts';
import { ownOf, withLinkIds } from './occurrences.ts';
import { inherited, LINKS, linkMembers, STATUS_BEFORE } from './own.ts';
import { withOwnTexts } from './own-texts.ts';

/** A former state of an occurrence, with all that was not its own then as the series gives it now. */
export async function inheritedState<State extends Omit<EventRow, 'id' | 'search_text'> & EventLinks>(
  db: Db,
  series: EventRow,
  state: State,
): Promise<State> {
  const own = ownOf(state);
  const whole = await withLinkIds(db, series);
  const columns = [...inherited].filter(([, name]) => !own.includes(name)).map(([column]) => column);
  const { language } = own.includes('language') ? state : whole;
  const links = linkMembers.filter(name => !own.includes(name)).map(name => LINKS[name]);
  const status =
    own.includes('status') || own.includes(STATUS_BEFORE) ? [] : (['status', 'status_before_trash'] as const);
  const given = [...columns, ...links, ...status].map(name => [name, whole[name as keyof typeof whole]]);
  return {
    ...state,
    ...Object.fromEntries(given),
    // A version may be older than translations are.
    ...withOwnTexts(whole, { language, translations: state.translations ?? '' }, own),
    ...(!own.includes('start_date') &&
      state.recurrence_id !== null &&
      givenTimes(series, state.recurrence_id)),
  };
}
