import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hashPassword, isPassword } from './passwords.ts';

describe('Passwords of people', () => {
  it('A password is known by its hash, and by nothing else', async () => {
    const stored = await hashPassword('correct horse battery');
    assert.match(stored, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    assert.equal(await isPassword('correct horse battery', stored), true);
    assert.equal(await isPassword('correct horse batterY', stored), false);
    assert.equal(await isPassword('', stored), false);
    assert.notEqual(await hashPassword('correct horse battery'), stored);
  });

  it('A letter with an accent counts the same however it was typed', async () => {
    const stored = await hashPassword('l’agenda és nova'.normalize('NFD'));
    assert.equal(await isPassword('l’agenda és nova'.normalize('NFC'), stored), true);
  });

  it('An account without a password has none, also not that of nobody', async () => {
    assert.equal(await isPassword('', null), false);
    assert.equal(await isPassword('anything at all', undefined), false);
  });
});
