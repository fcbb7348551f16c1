import { rotatePassword } from '../../../src/users/rotate.ts';
import { addPassword } from '../../../src/users/store.ts';
import type { Service } from '../../service.ts';

/** Application passwords of each scope, one that expires and one that was replaced. */
export async function fillAccounts({ db, accounts }: Service): Promise<void> {
  const now = Math.floor(Date.now() / 1000);
  const { editor, author } = accounts;
  await addPassword(db, editor.id, 'screen', now, { scope: 'read', expires_at: null });
  await addPassword(db, editor.id, 'website', now, { scope: 'write', expires_at: now + 400 * 86_400 });
  const { id } = await addPassword(db, author.id, 'phone', now);
  await rotatePassword(db, author.id, id, { now, overlap: 86_400, expires_at: undefined });
  await db.updateTable('app_passwords').set({ last_used_at: now, last_used_from: '192.0.2.7' }).execute();
}
