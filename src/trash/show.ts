import type { Status } from '../db/tables.ts';
import { answerWords, recordWords, trashedWords as words } from '../i18n/messages.ts';
import type { OperationContext } from '../input/context.ts';
import { described, HREF, type MembersOf, objectOf } from '../input/schemas.ts';
import { publishedTypes } from '../kinds.ts';
import { toWall } from '../lib/time/zones.ts';
import { STATUS } from '../records/fields.ts';
import { tableOf } from '../records/table.ts';
import { addressBeside, TRASH } from '../site/address.ts';
import type { Deleted } from './delete.ts';
import type { TrashedRecord } from './list.ts';

/** A record in the trash as the list shows it. */
export function showTrashed(
  { type, id, name, author_id, status_before_trash, modified_at }: TrashedRecord,
  { address, config }: Pick<OperationContext, 'address' | 'config'>,
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
  id: described({ type: 'integer' }, recordWords.id),
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
