import type { Db, EventRow, Status } from '../db/tables.ts';
import { type NoticeSettings, tellAuthor, tellEditors } from '../mail/notices.ts';
import type { WriteContext } from '../records/versions/record-change.ts';
import { tellPrepared } from './public-proposals.ts';

interface Telling extends Pick<WriteContext, 'viewer' | 'via' | 'now'> {
  readonly config: Partial<NoticeSettings>;
}

/**
 * Leaves the mails that a write of an event means: to editors that it waits for them, to a contributor that it is
 * published, to whoever proposed it without an account too. A series is told of once.
 * @param before the status that it had
 */
export async function tellOfWrite(
  db: Db,
  { viewer, via, now, config }: Telling,
  before: Status | undefined,
  {
    id,
    status,
    title,
    author_id,
    series_id,
  }: Pick<EventRow, 'id' | 'status' | 'title' | 'author_id' | 'series_id'>,
): Promise<void> {
  if (!config.SMTP_URL || via === 'import' || series_id !== null || before === status) return;
  if (status === 'pending') await tellEditors(db, config, now);
  if (status === 'publish' && before !== undefined) await tellPrepared(db, id, { config, now });
  const isPublished = status === 'publish' && (before === 'pending' || before === 'future');
  if (!isPublished || author_id === viewer?.id) return;
  const author = db.selectFrom('users').select('id').where('id', '=', author_id);
  if (!(await author.where('role', '=', 'contributor').executeTakeFirst())) return;
  await tellAuthor(db, config, author_id, { decision: 'published', title, path: `/events/${id}/`, now });
}
