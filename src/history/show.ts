import { changeWords } from '../i18n/messages.ts';
import type { OperationContext } from '../input/context.ts';
import { described, HREF, type MembersOf, optionally, ref } from '../input/schemas.ts';
import { toWall } from '../lib/time/zones.ts';
import { actorMembers, showActor } from '../records/versions/actor.ts';
import { addressBeside, HISTORY } from '../site/address.ts';
import type { VersionedKind } from './kind.ts';
import type { RecordChange } from './versions.ts';

export function showChange(
  { version, operation, at, actor, changed }: RecordChange,
  { collection, memberNames }: VersionedKind,
  id: number,
  { config, viewer, address }: Pick<OperationContext, 'config' | 'viewer' | 'address'>,
) {
  const members = operation === 'delete' ? [] : changed.flatMap(column => memberNames.get(column) ?? []);
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

const changeMembers: MembersOf<ReturnType<typeof showChange>> = {
  version: optionally(described({ type: 'integer' }, changeWords.version)),
  operation: described(OPERATION, changeWords.operation),
  date: described({ type: 'string' }, changeWords.date),
  date_utc: described({ type: 'string' }, changeWords.date_utc),
  ...actorMembers,
  changed: described({ type: 'array', items: { type: 'string' } }, changeWords.changed),
  rest_url: optionally(described(HREF, changeWords.rest_url)),
};

const category = optionally(described(ref('Term'), changeWords.before));

/** The members of a version: the change, and the record before it under the name of its type. */
export const versionMembers = {
  ...changeMembers,
  event: optionally(described(ref('Event'), changeWords.before)),
  venue: optionally(described(ref('Venue'), changeWords.before)),
  organizer: optionally(described(ref('Organizer'), changeWords.before)),
  ...{ category, tag: category },
};
