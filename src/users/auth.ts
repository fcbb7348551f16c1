import { sql } from 'kysely';
import { rowsOf } from '../db/prepared.ts';
import type { Db, PasswordScope, Role } from '../db/tables.ts';
import { SignInFailed } from '../errors.ts';
import { limitsIn } from './limits.ts';
import { type Viewer, viewerWithin } from './rights.ts';
import { hashSecret, sameHash } from './secrets.ts';

/**
 * Finds the viewer of an Authorization header: a login or e-mail address with an application password (Basic), or the
 * application password alone (Bearer). Wrong credentials are 401 on every route, also on public ones. A header without
 * credentials is anonymous. Each request queries the store, without a cache, so that a revoked password is refused by
 * all processes immediately.
 * @param used called with the id of the application password if its last use is to be updated
 * @param position called with the last change of settings of the site, which the same query reads
 */
export async function authenticate(
  db: Db,
  header: string | undefined,
  now: number,
  used: (password: number) => void = () => {},
  position: (change: number) => void = () => {},
): Promise<Viewer> {
  const { login, secret } = credentialsOf(header) ?? {};
  if (secret === undefined) return undefined;
  const found = await (login === undefined ? bySecret(db, secret) : byLogin(db, login, secret));
  position(found?.settings ?? 0);
  return admit(found, hashSecret(secret), now, used);
}

/**
 * Whether a header may be meant for this service: Basic authentication with a login that no account has is that of a
 * web server in front, which asks everybody for a password.
 */
export async function namesAccount(db: Db, header: string | undefined): Promise<boolean> {
  const { login } = credentialsOf(header) ?? {};
  if (login === undefined) return true;
  return (await rowsOf(db, accountAndPassword, ['', '', login, login])).length > 0;
}

export interface Credentials {
  readonly login?: string;
  readonly secret: string;
}

/** The credentials in an Authorization header, without a login for Bearer; undefined if there are none. */
export function credentialsOf(header: string | undefined): Credentials | undefined {
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
  ...(['users.id', 'users.login', 'users.role', 'users.limits'] as const),
  ...(['app_passwords.id as passwordId', 'app_passwords.name as passwordName'] as const),
  ...(['hash', 'scope', 'expires_at', 'last_used_at'] as const),
] as const;

/** Whoever writes follows the settings as they are: no query of its own asks for them. */
const lastSettings = sql<number | null>`(select max(id) from site_settings)`.as('settings');

const passwordAndAccount = (db: Db) =>
  db
    .selectFrom('app_passwords')
    .innerJoin('users', 'users.id', 'app_passwords.user_id')
    .where('removed_at', 'is', null)
    .where('app_passwords.hash', '>=', '')
    .where('app_passwords.hash', '<', '')
    .select(COLUMNS)
    .select(lastSettings);

async function bySecret(db: Db, secret: string): Promise<FoundPassword | undefined> {
  const [found] = await rowsOf(db, passwordAndAccount, range(hashSecret(secret)));
  return found;
}

const accountAndPassword = (db: Db) =>
  db
    .selectFrom('users')
    .leftJoin('app_passwords', join =>
      join
        .onRef('app_passwords.user_id', '=', 'users.id')
        .on('app_passwords.hash', '>=', '')
        .on('app_passwords.hash', '<', ''),
    )
    .select(COLUMNS)
    .select(lastSettings)
    .where('removed_at', 'is', null)
    .where(eb =>
      eb.or([eb(sql`lower(login)`, '=', sql`lower(${''})`), eb(sql`lower(email)`, '=', sql`lower(${''})`)]),
    );

/** Reads the account and its password in one query, because most authenticated requests need it. */
async function byLogin(db: Db, login: string, secret: string): Promise<FoundPassword> {
  const [found] = await rowsOf(db, accountAndPassword, [...range(hashSecret(secret)), login, login]);
  if (!found) throw new SignInFailed(login.includes('@') ? 'invalid_email' : 'invalid_username');
  return found;
}

/**
 * The index range of hashes that begin with the first half of this hash. The time of the lookup may depend on that
 * half; the whole hash is compared in constant time.
 */
const range = (hash: string): [from: string, below: string] => {
  const half = hash.slice(0, hash.length / 2);
  return [half, `${half}~`];
};

type Used = (password: number) => void;

interface FoundPassword {
  id: number;
  login: string;
  role: Role;
  limits: string;
  passwordId: number | null;
  passwordName: string | null;
  hash: string | null;
  scope: PasswordScope | null;
  expires_at: number | null;
  last_used_at: number | null;
  settings: number | null;
}

/** Precision of "last used" in seconds: a busy client does not cost a write per request. */
export const LAST_USE_PRECISION = 60;

/** @throws SignInFailed if the password does not exist or has expired */
function admit(found: FoundPassword | undefined, hash: string, now: number, used: Used): Viewer {
  if (!found?.hash || !found.passwordId || !found.scope || !sameHash(found.hash, hash))
    throw new SignInFailed('incorrect_password');
  if (found.expires_at !== null && found.expires_at <= now) throw new SignInFailed('expired_password');
  if (now - (found.last_used_at ?? 0) >= LAST_USE_PRECISION) used(found.passwordId);
  const { id, login, role, passwordId, passwordName } = found;
  const limits = limitsIn(found.limits);
  const password = { id: passwordId, name: passwordName ?? '' };
  return viewerWithin(found.scope, { id, login, role, password, ...(limits && { limits }) });
}
