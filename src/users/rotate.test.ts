import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ownStore } from '../../test/folder.ts';
import { authenticate } from './auth.ts';
import { type Rotation, rotatePassword } from './rotate.ts';
import { addPassword, addUser, listPasswords, type PasswordLimits, revokePassword } from './store.ts';

const NOW = 1_936_180_800;
const DAY = 86_400;

const db = await ownStore();
const { id: user } = (await addUser(db, { login: 'anna', email: null, role: 'editor' }, NOW))!;

describe('Rotation of application passwords', () => {
  const accepted = (secret: string, now: number) =>
    authenticate(db, `Bearer ${secret}`, now).then(
      () => true,
      () => false,
    );
  async function rotated(limits: PasswordLimits, rotation: Partial<Rotation> = {}) {
    const old = await addPassword(db, user, 'website', NOW, limits);
    const asked = { now: NOW + DAY, overlap: DAY, expires_at: undefined, ...rotation };
    const done = await rotatePassword(db, user, old.id, asked);
    assert.ok(typeof done === 'object', String(done));
    return { old, ...done };
  }

  it('A new password has the name and scope of the old one, and both are valid for a while', async () => {
    const { old, made, until } = await rotated({ scope: 'write', expires_at: null });
    assert.deepEqual([made.name, made.scope, made.expires_at], ['website', 'write', null]);
    assert.equal(until, NOW + 2 * DAY);
    for (const [secret, now, good] of [
      [old.secret, until - 1, true],
      [made.secret, until - 1, true],
      [old.secret, until, false],
      [made.secret, until, true],
    ] as const)
      assert.equal(await accepted(secret, now), good);
    const row = (await listPasswords(db, user)).find(({ id }) => id === old.id);
    assert.deepEqual([row?.replaced_by, row?.expires_at], [made.id, until]);
  });

  it('A new password lives as long as the old one was to, unless another end is set', async () => {
    const limits = { scope: 'read', expires_at: NOW + 90 * DAY } as const;
    assert.equal((await rotated(limits)).made.expires_at, NOW + 91 * DAY);
    assert.equal((await rotated(limits, { expires_at: NOW + 5 * DAY })).made.expires_at, NOW + 5 * DAY);
  });

  it('A rotation never extends the life of the old password', async () => {
    const { until } = await rotated({ scope: 'read', expires_at: NOW + DAY + 60 });
    assert.equal(until, NOW + DAY + 60);
    const { old } = await rotated({ scope: 'read', expires_at: null }, { overlap: 0 });
    assert.equal(await accepted(old.secret, NOW + DAY), false);
  });

  it('A password is rotated once, and only while it exists and is valid', async () => {
    const { old, made } = await rotated({ scope: 'write', expires_at: null });
    const rotation = { now: NOW + DAY, overlap: DAY, expires_at: undefined };
    const before = await listPasswords(db, user);
    assert.equal(await rotatePassword(db, user, old.id, rotation), 'replaced');
    assert.equal(await rotatePassword(db, user + 1, made.id, rotation), 'unknown');
    assert.equal(await rotatePassword(db, user, 999, rotation), 'unknown');
    const short = await addPassword(db, user, '', NOW, { scope: 'read', expires_at: NOW + 1 });
    assert.equal(await rotatePassword(db, user, short.id, rotation), 'expired');
    await revokePassword(db, user, short.id);
    assert.deepEqual(await listPasswords(db, user), before);
    const both = [1, 2].map(() => rotatePassword(db, user, made.id, rotation));
    assert.equal((await Promise.all(both)).filter(done => done === 'replaced').length, 1);
  });
});
