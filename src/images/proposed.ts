import { sql } from 'kysely';
import { dialectOf } from '../db/dialect.ts';
import type { Db } from '../db/tables.ts';
import type { Owned } from '../users/rights.ts';

/** What wants to show an image and is not public: a change of an event, or what somebody without an account proposes. */
export interface ImageProposal {
  readonly image: number;
  /** Its name in the queue of proposals. */
  readonly key: string;
  readonly title: string;
  /** The event that it changes, or from which it may come back. */
  readonly event: number | null;
  /** Who may know of the event of an account's change: it may be another one by now. */
  readonly owned?: Owned;
  /** Whose it is; 0 for somebody without an account. */
  readonly user: number;
  /** Whether it waits for an editor. Those that were refused or settled may come back. */
  readonly waits: boolean;
}

/** The proposals that need an image, or all that need one. */
export async function imageProposals(db: Db, image?: number): Promise<ImageProposal[]> {
  const edits = db
    .selectFrom('pending_edits')
    .innerJoin('events', 'events.id', 'event_id')
    .select(['pending_edits.id', 'event_id', 'user_id', 'submitted_at', 'discarded_at', 'title'])
    .select(['author_id', 'status', 'status_before_trash'])
    .select('pending_edits.image_id as image')
    .where('pending_edits.image_id', image === undefined ? 'is not' : '=', image ?? null);
  const { contains, textAt } = dialectOf(db);
  const typed = sql.ref('typed');
  const former = sql<string>`(${textAt(typed, ['former'])})`;
  const value = image === undefined ? '' : `${image}"`;
  // Once it is settled, what was typed is a text in JSON, too.
  const [plain, quoted] = [`"image":"${value}`, JSON.stringify(`"image":"${value}`).slice(1, -1)];
  const proposed = await db
    .selectFrom('public_proposals')
    .select(['id', 'event_id', 'state'])
    .select(textAt(typed, ['called']).as('title'))
    .select(sql<string>`coalesce(${textAt(typed, ['image'])}, ${textAt(former, ['image'])}, '')`.as('image'))
    .where(sql<boolean>`(${contains(typed, plain)} or ${contains(typed, quoted)})`)
    .execute();
  return [
    ...(await edits.execute()).map(({ id, event_id: event, user_id: user, title, image, ...edit }) => ({
      ...{ image: image!, key: `edit-${id}`, title, event, user, owned: edit },
      waits: edit.submitted_at !== null && edit.discarded_at === null && edit.status !== 'trash',
    })),
    ...proposed.map(({ id, event_id: event, title, image, state }) => ({
      ...{ image: Number(image), key: `public-${id}`, title: title ?? '', event, user: 0 },
      waits: state === 'waits',
    })),
  ].filter(one => (image === undefined ? one.image > 0 : one.image === image));
}
