import { toWall } from '../calendar/zones.ts';
import type { Call } from '../interface/route.ts';
import { showActor } from './actor.ts';
import type { Kind } from './kind.ts';
import type { Change } from './versions.ts';

/** The namespace of the history, beside that of the interface. */
export const HISTORY = '/cal/history/v1';

/** Members of the interface by the columns that hold them; '' for columns that no member shows. */
const MEMBERS: Readonly<Record<string, string>> = {
  author_id: 'author',
  image_id: 'image',
  password_hash: 'password',
  ...{ date_at: 'date', date_floats: 'date', start_at: 'start_date', end_at: 'end_date' },
  ...{ venue_ids: 'venue', organizer_ids: 'organizer', category_ids: 'categories', tag_ids: 'tags' },
  ...{ modified_at: '', status_before_trash: '', timezone_abbr: '', events: '', children: '' },
};

/** A change as answers show it. */
export function showChange(
  { version, operation, at, actor, changed }: Change,
  { name: kind, collection }: Kind,
  id: number,
  { config, viewer, address }: Pick<Call, 'config' | 'viewer' | 'address'>,
) {
  // Venues and organizers show their names under the name of their type.
  const nameOf = (column: string) =>
    column === 'name' && (kind === 'venue' || kind === 'organizer') ? kind : (MEMBERS[column] ?? column);
  const members = operation === 'delete' ? [] : changed.flatMap(column => nameOf(column) || []);
  return {
    ...(version !== undefined && { version }),
    operation,
    date: toWall(at, config.TIME_ZONE.id),
    date_utc: toWall(at, 'UTC'),
    ...showActor(actor, viewer),
    changed: [...new Set(members)],
    ...(version !== undefined && {
      rest_url: `${address.site}${HISTORY}/${collection}/${id}/${version}`,
    }),
  };
}
