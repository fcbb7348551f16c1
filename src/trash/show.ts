import type { Status } from '../db/tables.ts';
import { addressBeside, TRASH } from '../http/address.ts';
import type { Call } from '../http/call.ts';
import { objectOf } from '../http/json-schema.ts';
import { described, HREF, type MembersOf } from '../http/schemas.ts';
import { answerWords, trashedWords as words } from '../i18n/messages.ts';
import { publishedTypes } from '../kinds.ts';
import { toWall } from '../lib/time/zones.ts';
import { STATUS } from '../records/fields.ts';
import { tableOf } from '../records/table.ts';
import type { Deleted } from './delete.ts';
import type { Trashed } from './list.ts';

/** A record in the trash as the list shows it. */
export function showTrashed(
  { type, id, name, author_id, status_before_trash, modified_at }: Trashed,
  { address, config }: Pick<Call, 'address' | 'config'>,
) {
  return {
    ...{ id, type, name },
    author: String(author_id),
    status_before_trash: status_before_trash ?? ('draft' satisfies Status),
    modified: toWall(modified_at, config.TIME_ZONE.id),
    modified_utc: toWall(modified_at, 'UTC'),
    rest_url: `${addressBeside(address, TRASH)}/${id}`,
  };
}

export const trashedMembers: MembersOf<ReturnType<typeof showTrashed>> = {
  id: described({ type: 'integer' }, answerWords.id),
  type: described({ type: 'string', enum: [...publishedTypes] }, words.type),
  name: described({ type: 'string' }, words.name),
  author: described({ type: 'string' }, answerWords.author),
  status_before_trash: described(STATUS, words.status_before_trash),
  modified: described({ type: 'string' }, answerWords.modified),
  modified_utc: described({ type: 'string' }, answerWords.modified_utc),
  rest_url: described(HREF, words.rest_url),
};

const count = { type: 'integer', minimum: 0 };

/** The members of the answer to emptying the trash. */
export const deletedMembers: MembersOf<{ deleted: Deleted }> = {
  deleted: described(
    objectOf(Object.fromEntries(publishedTypes.map(type => [tableOf(type), count]))),
    words.deleted,
  ),
};
