import { addressBeside, HISTORY } from '../http/address.ts';
import type { Call } from '../http/route.ts';
import { described, HREF, type MembersOf, optionally, ref } from '../http/schemas.ts';
import { changeWords } from '../i18n/messages.ts';
import { toWall } from '../lib/time/zones.ts';
import { actorMembers, showActor } from '../records/versions/actor.ts';
import type { VersionedKind } from './kind.ts';
import type { RecordChange } from './versions.ts';

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
  { version, operation, at, actor, changed }: RecordChange,
  { name: kind, collection }: VersionedKind,
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
      rest_url: `${addressBeside(address, HISTORY)}/${collection}/${id}/${version}`,
    }),
  };
}

const OPERATION = { type: 'string', enum: ['create', 'update', 'trash', 'restore', 'delete'] };

/** The members of a change. */
export const changeMembers: MembersOf<ReturnType<typeof showChange>> = {
  version: optionally(described({ type: 'integer' }, changeWords.version)),
  operation: described(OPERATION, changeWords.operation),
  date: described({ type: 'string' }, changeWords.date),
  date_utc: described({ type: 'string' }, changeWords.date_utc),
  ...actorMembers,
  changed: described({ type: 'array', items: { type: 'string' } }, changeWords.changed),
  rest_url: optionally(described(HREF, changeWords.rest_url)),
};

const category = optionally(described(ref('Term'), changeWords.before));

/** The members of a change with the record as it was before, under the name of its type. */
export const versionMembers = {
  ...changeMembers,
  event: optionally(described(ref('Event'), changeWords.before)),
  venue: optionally(described(ref('Venue'), changeWords.before)),
  organizer: optionally(described(ref('Organizer'), changeWords.before)),
  ...{ category, tag: category },
};
