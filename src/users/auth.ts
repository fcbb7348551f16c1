import { sql } from 'kysely';
import { rowsOf } from '../db/prepared.ts';
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
  const { login, secret } = credentialsOf(header) ?? {};
  if (secret === undefined) return undefined;
  return login === undefined ? bySecret(db, secret, now) : byLogin(db, login, secret, now);
}

/** The credentials in an Authorization header, without a login where it is Bearer; undefined where there are none. */
export function credentialsOf(header: string | undefined): { login?: string; secret: string } | undefined {
  const [scheme = '', credential = ''] = header?.trim().split(/\s+/, 2) ?? [];
  if (/^bearer$/i.test(scheme)) return credential === '' ? undefined : { secret: credential };
  if (!/^basic$/i.test(scheme)) return undefined;
  const [login, secret] = basic(credential);
  return login && secret ? { login, secret } : undefined;
}

function basic(credential: string): [string?, string?] {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(credential)) return [];
  const text = Buffer.from(credential, 'base64').toString('utf8').replaceAll('\0', '');
  const colon = text.indexOf(':');
  return colon < 1 ? [] : [text.slice(0, colon), text.slice(colon + 1)];
}

const COLUMNS = [
  ...(['users.id', 'users.login', 'users.role'] as const),
  ...(['app_passwords.id as passwordId', 'last_used_at'] as const),
] as const;

async function bySecret(db: Db, secret: string, now: number): Promise<Viewer> {
  const found = await db
    .selectFrom('app_passwords')
    .innerJoin('users', 'users.id', 'app_passwords.user_id')
    .where('app_passwords.hash', '=', hashSecret(secret))
    .select(COLUMNS)
    .executeTakeFirst();
  if (!found) throw incorrect();
  return used(db, found, now);
}

const accountAndPassword = (db: Db) =>
  db
    .selectFrom('users')
    .leftJoin('app_passwords', join =>
      join.onRef('app_passwords.user_id', '=', 'users.id').on('app_passwords.hash', '=', ''),
    )
    .select(COLUMNS)
    .where(eb =>
      eb.or([eb(sql`lower(login)`, '=', sql`lower(${''})`), eb(sql`lower(email)`, '=', sql`lower(${''})`)]),
    );

/** The account and its password in one query: most requests that are signed in are read by it. */
async function byLogin(db: Db, login: string, secret: string, now: number): Promise<Viewer> {
  const [found] = await rowsOf(db, accountAndPassword, [hashSecret(secret), login, login]);
  if (!found) throw unknown(login);
  const { passwordId } = found;
  if (passwordId === null) throw incorrect();
  return used(db, { ...found, passwordId }, now);
}

const incorrect = () => new RestError(401, 'incorrect_password', 'incorrect_password');

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
