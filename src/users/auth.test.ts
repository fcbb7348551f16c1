import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { anyText } from '../../test/any-text.ts';
import { ownStore } from '../../test/folder.ts';
import type { PasswordScope } from '../db/tables.ts';
import { SignInFailed } from '../errors.ts';
import { authenticate } from './auth.ts';
import { addPassword, addUser, revokePassword } from './store.ts';

const NOW = 1_936_180_800;

const db = await ownStore();
let anna: { id: number; secret: string; password: number };
let marc: { id: number; secret: string; password: number };

before(async () => {
  anna = await account('Anna', 'anna@example.test', 'editor');
  marc = await account('marc:2', null, 'author');
});

async function account(login: string, email: string | null, role: 'editor' | 'author') {
  const { id } = (await addUser(db, { login, email, role }, NOW))!;
  const { secret, id: password } = await addPassword(db, id, 'test', NOW);
  return { id, secret, password };
}

const encoded = (text: string) => Buffer.from(text).toString('base64');
const basic = (login: string, secret: string) => `Basic ${encoded(`${login}:${secret}`)}`;

/** The viewer of a header: a login, `anybody`, or an error code. */
async function who(header: string | undefined, now = NOW): Promise<string> {
  try {
    return (await authenticate(db, header, now))?.login ?? 'anybody';
  } catch (error) {
    assert.ok(error instanceof SignInFailed, String(error));
    return error.code;
  }
}

describe('Application passwords', () => {
  it('An application password signs in with a login or an e-mail address, in any case', async () => {
    for (const login of ['Anna', 'anna', 'ANNA', 'anna@example.test', 'Anna@Example.TEST'])
      assert.equal(await who(basic(login, anna.secret)), 'Anna', login);
  });

  it('An application password signs in as a bearer token', async () => {
    assert.equal(await who(`Bearer ${anna.secret}`), 'Anna');
    assert.equal(await who(`bearer   ${marc.secret}`), 'marc:2');
  });

  it('An application password may be written in groups', async () => {
    const groups = anna.secret.replace(/(.{4})(?=.)/g, '$1 ');
    assert.equal(await who(basic('Anna', groups)), 'Anna');
    assert.equal(await who(` bAsIc  ${encoded(`Anna:${groups}`)} `), 'Anna');
  });

  it('A sign-in gives the id, login, role and application password of the user', async () => {
    assert.deepEqual(await authenticate(db, `Bearer ${anna.secret}`, NOW), {
      id: anna.id,
      login: 'Anna',
      role: 'editor',
      password: { id: anna.password, name: 'test' },
    });
  });

  it('An application password is refused for another user', async () => {
    assert.equal(await who(basic('Anna', marc.secret)), 'incorrect_password');
  });

  it('An application password must match exactly', async () => {
    const swapped = anna.secret.replace(/[a-z]/i, letter =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    );
    for (const secret of [swapped, anna.secret.slice(1), `${anna.secret}x`, 'x'])
      assert.equal(await who(basic('Anna', secret)), 'incorrect_password', secret);
    assert.equal(await who('Bearer nonsense'), 'incorrect_password');
  });

  it('An application password is refused for an unknown login', async () => {
    assert.equal(await who(basic('nobody', anna.secret)), 'invalid_username');
    assert.equal(await who(basic('nobody@example.test', anna.secret)), 'invalid_email');
  });

  it('An application password is stored only as a hash', async () => {
    const rows = await db.selectFrom('app_passwords').selectAll().execute();
    assert.ok(!JSON.stringify(rows).includes(anna.secret));
  });

  it('A revoked application password is refused', async () => {
    const { id } = (await addUser(db, { login: 'gone', email: null, role: 'author' }, NOW))!;
    const { secret, id: password } = await addPassword(db, id, 'test', NOW);
    assert.equal(await who(`Bearer ${secret}`), 'gone');
    assert.equal(await revokePassword(db, anna.id, password), false);
    assert.equal(await revokePassword(db, id, password), true);
    assert.equal(await who(`Bearer ${secret}`), 'incorrect_password');
    assert.equal(await who(basic('gone', secret)), 'incorrect_password');
  });

  it('A password is refused where only the beginning of its hash matches', async () => {
    const { id } = (await addUser(db, { login: 'alike', email: null, role: 'author' }, NOW))!;
    const { secret, id: password } = await addPassword(db, id, 'test', NOW);
    const of = db.selectFrom('app_passwords').select('hash').where('id', '=', password);
    const { hash } = await of.executeTakeFirstOrThrow();
    const other = hash.slice(0, 32) + hash.slice(32).replace(/./g, digit => (digit === '0' ? '1' : '0'));
    await db.updateTable('app_passwords').set({ hash: other }).where('id', '=', password).execute();
    for (const header of [`Bearer ${secret}`, basic('alike', secret)])
      assert.equal(await who(header), 'incorrect_password');
  });

  it('An application password is refused from the second in which it expires', async () => {
    const limits = { scope: 'administer', expires_at: NOW + 100 } as const;
    const { secret } = await addPassword(db, anna.id, 'for a while', NOW, limits);
    for (const header of [`Bearer ${secret}`, basic('Anna', secret)]) {
      assert.equal(await who(header, NOW + 99), 'Anna');
      assert.equal(await who(header, NOW + 100), 'expired_password');
      assert.equal(await who(header, NOW + 1e6), 'expired_password');
    }
    assert.equal(await who(basic('marc', secret), NOW + 100), 'invalid_username', 'told to its owner alone');
  });

  it('An application password does no more than its scope and its account allow', async () => {
    const seen = async (scope: PasswordScope, user: { id: number }) => {
      const { secret } = await addPassword(db, user.id, scope, NOW, { scope, expires_at: null });
      const { password, ...viewer } = (await authenticate(db, `Bearer ${secret}`, NOW))!;
      assert.equal(password?.name, scope);
      return viewer;
    };
    const { id } = (await addUser(db, { login: 'chief', email: null, role: 'administrator' }, NOW))!;
    const chief = { id, login: 'chief' };
    assert.deepEqual(await seen('administer', chief), { ...chief, role: 'administrator' });
    assert.deepEqual(await seen('write', chief), { ...chief, role: 'editor' });
    assert.deepEqual(await seen('read', chief), { ...chief, role: 'editor', readOnly: true });
    assert.deepEqual(await seen('administer', marc), { id: marc.id, login: 'marc:2', role: 'author' });
    const unknown = await seen('everything' as PasswordScope, chief);
    assert.deepEqual(unknown, { ...chief, role: 'editor', readOnly: true });
  });

  it('The use of a password is reported at most once a minute', async () => {
    const { secret, id: password } = await addPassword(db, marc.id, 'told', NOW);
    const used: number[] = [];
    const ask = async (header: string, now: number) => {
      used.length = 0;
      await authenticate(db, header, now, id => used.push(id)).catch(() => {});
      return used.length;
    };
    assert.equal(await ask(`Bearer ${secret}`, NOW), 1);
    assert.deepEqual(used, [password]);
    await db
      .updateTable('app_passwords')
      .set({ last_used_at: NOW, expires_at: NOW + 100 })
      .where('id', '=', password)
      .execute();
    assert.equal(await ask(`Bearer ${secret}`, NOW + 59), 0);
    assert.equal(await ask(`Bearer ${secret}`, NOW + 60), 1);
    assert.equal(await ask(basic('Anna', secret), NOW + 60), 0);
    assert.equal(await ask(`Bearer ${secret}`, NOW + 100), 0, 'refused is not used');
  });
});

describe('Headers without credentials', () => {
  it('A header without credentials is anonymous', async () => {
    const headers = [
      ...[undefined, '', ' ', 'Basic', 'Basic ', 'Bearer', 'Bearer ', 'Basic !!!', 'Basic ====', 'Digest x'],
      ...[`Basic ${encoded('Anna')}`, `Basic ${encoded(':secret')}`, `Basic ${encoded('Anna:')}`],
      ...[`Basic${encoded('Anna:x')}`, `Token ${anna?.secret}`, '__proto__ x', 'Basic\0x'],
    ];
    for (const header of headers) assert.equal(await who(header), 'anybody', String(header));
  });

  it('An arbitrary header never signs in', async () => {
    const credential = fc.oneof(anyText, anyText.map(encoded));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('Basic', 'Bearer', 'bearer\t', 'x'),
        credential,
        async (scheme, value) => {
          assert.notEqual(await who(`${scheme} ${value}`), 'Anna');
        },
      ),
    );
    assert.notEqual(await who(`Basic ${'A'.repeat(1_000_000)}`), 'Anna');
    assert.notEqual(await who(`Bearer ${' '.repeat(1_000_000)}x`), 'Anna');
  });
});

describe('Logins in credentials', () => {
  it('A login with a colon cannot sign in with Basic authentication', async () => {
    assert.equal(await who(basic('marc:2', marc.secret)), 'invalid_username');
    assert.equal(await who(`Bearer ${marc.secret}`), 'marc:2');
  });

  it('A login is compared as text and not as a pattern', async () => {
    for (const login of ['%', 'A%', 'A_na', "Anna' or '1'='1", 'Anna\\', 'Anna ', ' Anna', 'Аnna'])
      assert.equal(await who(basic(login, anna.secret)), 'invalid_username', login);
  });
});
