import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { ownStore } from '../../test/folder.ts';
import { LastUses } from './last-uses.ts';
import { addPassword, addUser, listPasswords } from './store.ts';

const NOW = 1_936_180_800;

const [db, gone] = [await ownStore(), await ownStore()];
const { id: user } = (await addUser(db, { login: 'anna', email: null, role: 'editor' }, NOW))!;

describe('The last use of a password', () => {
  let password: number;

  beforeEach(async () => {
    password = (await addPassword(db, user, '', NOW)).id;
  });

  const failed = (error: unknown) => assert.fail(String(error));
  const lastUse = async (of = password) => {
    const found = (await listPasswords(db, user)).find(({ id }) => id === of);
    return [found?.last_used_at, found?.last_used_from];
  };

  it('The first use of a minute is written, together with the uses of other passwords', async () => {
    const other = (await addPassword(db, user, '', NOW)).id;
    const uses = new LastUses({ db }, failed);
    uses.record(password, { at: NOW, from: '192.0.2.1' });
    uses.record(password, { at: NOW + 59, from: '192.0.2.2' });
    uses.record(other, { at: NOW + 1, from: '2001:db8::1' });
    assert.deepEqual(await lastUse(), [null, null], 'not at once');
    await uses.close();
    assert.deepEqual(await lastUse(), [NOW, '192.0.2.1']);
    assert.deepEqual(await lastUse(other), [NOW + 1, '2001:db8::1']);
  });

  it('A use is written by itself a moment later', async () => {
    const uses = new LastUses({ db }, failed);
    uses.record(password, { at: NOW, from: '192.0.2.1' });
    while ((await lastUse())[0] === null) await new Promise(resolve => setTimeout(resolve, 50));
    await uses.close();
  });

  it('A use is written once a minute, whichever process notes it', async () => {
    const [one, two] = [new LastUses({ db }, failed), new LastUses({ db }, failed)];
    one.record(password, { at: NOW, from: 'one' });
    await one.close();
    two.record(password, { at: NOW + 59, from: 'two' });
    await two.close();
    assert.deepEqual(await lastUse(), [NOW, 'one']);
    one.record(password, { at: NOW + 60, from: 'one again' });
    await one.close();
    assert.deepEqual(await lastUse(), [NOW + 60, 'one again']);
  });

  it('A use that cannot be written is dropped and the error is reported', async () => {
    await gone.schema.alterTable('app_passwords').renameTo('lost').execute();
    const errors: unknown[] = [];
    const uses = new LastUses({ db: gone }, error => errors.push(error));
    uses.record(1, { at: NOW, from: '192.0.2.1' });
    await uses.close();
    assert.equal(errors.length, 1);
  });
});
