import { sql } from 'kysely';
import type { Db } from '../db/tables.ts';
import { RestError } from '../interface/errors.ts';
import type { Viewer } from './rights.ts';
import { hashSecret } from './secrets.ts';

/**
 * Who sent this Authorization header: a login or e-mail address with an application password (Basic), or
 * the application password alone (Bearer). Wrong credentials are 401 on every route, also on public ones;
 * a header that is no credential at all is anybody's.
 */
export async function authenticate(db: Db, header: string | undefined, now: number): Promise<Viewer> {
  const [scheme = '', credential = ''] = header?.trim().split(/\s+/, 2) ?? [];
  if (/^bearer$/i.test(scheme) && credential !== '') return bySecret(db, credential, now);
  if (!/^basic$/i.test(scheme)) return undefined;
  const [login, secret] = basic(credential);
  return login && secret ? byLogin(db, login, secret, now) : undefined;
}

function basic(credential: string): [string?, string?] {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(credential)) return [];
  const text = Buffer.from(credential, 'base64').toString('utf8').replaceAll('\0', '');
  const colon = text.indexOf(':');
  return colon < 1 ? [] : [text.slice(0, colon), text.slice(colon + 1)];
}

const withPassword = (db: Db, secret: string) =>
  db
    .selectFrom('app_passwords')
    .innerJoin('users', 'users.id', 'app_passwords.user_id')
    .where('app_passwords.hash', '=', hashSecret(secret))
    .select(['users.id', 'users.login', 'users.role', 'app_passwords.id as passwordId', 'last_used_at']);

async function bySecret(db: Db, secret: string, now: number): Promise<Viewer> {
  const found = await withPassword(db, secret).executeTakeFirst();
  if (!found) throw new RestError(401, 'incorrect_password', 'incorrect_password');
  return used(db, found, now);
}

async function byLogin(db: Db, login: string, secret: string, now: number): Promise<Viewer> {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where(eb =>
      eb.or([
        eb(sql`lower(login)`, '=', sql`lower(${login})`),
        eb(sql`lower(email)`, '=', sql`lower(${login})`),
      ]),
    )
    .executeTakeFirst();
  if (!user) throw unknown(login);
  const found = await withPassword(db, secret).where('users.id', '=', user.id).executeTakeFirst();
  if (!found) throw new RestError(401, 'incorrect_password', 'incorrect_password');
  return used(db, found, now);
}

const unknown = (login: string) =>
  login.includes('@')
    ? new RestError(401, 'invalid_email', 'invalid_email')
    : new RestError(401, 'invalid_username', 'invalid_username');

/** How exact "last used" is, in seconds: a busy client does not cost a write for each request. */
const LAST_USE_PRECISION = 60;

async function used(
  db: Db,
  found: {
    id: number;
    login: string;
    role: NonNullable<Viewer>['role'];
    passwordId: number;
    last_used_at: number | null;
  },
  now: number,
): Promise<Viewer> {
  if (now - (found.last_used_at ?? 0) >= LAST_USE_PRECISION) {
    await db
      .updateTable('app_passwords')
      .set({ last_used_at: now })
      .where('id', '=', found.passwordId)
      .execute();
  }
  return { id: found.id, login: found.login, role: found.role };
}
