import { roles } from '../../config/values.ts';
import type { BareCall } from '../../http/call.ts';
import { pageOf } from '../../http/list-answer.ts';
import { accountWords, answerWords, userWords as words } from '../../i18n/messages.ts';
import { described, HREF, type MembersOf, objectOf, optionally } from '../../input/schemas.ts';
import { toWall } from '../../lib/time/zones.ts';
import { addressBeside, USERS } from '../../site/address.ts';
import type { Account } from '../../users/accounts.ts';
import { limitsIn, NO_LIMITS } from '../../users/limits.ts';
import { type ListedPassword, scopes } from '../../users/store.ts';

/** Whether somebody can sign in with an account, or by its invitation only, which may have expired. */
const states = ['active', 'invited', 'expired'] as const;

/** An account as administrators see it. No hash or secret is in it. */
export function showUser(account: Account, { address, now }: Pick<BareCall, 'address' | 'now'>) {
  const { id, login, name, email, role, language, created_at, seen_at, invited_until, events } = account;
  const isOpen = invited_until !== null && invited_until > now;
  const state: (typeof states)[number] = account.has_credential ? 'active' : isOpen ? 'invited' : 'expired';
  return {
    ...{ id, login, name, email, role, language, ...showLimits(account), state, events },
    second_factor: account.has_second_factor,
    created_utc: toWall(created_at, 'UTC'),
    last_seen_utc: wallOrNull(seen_at),
    invited_until_utc: isOpen ? wallOrNull(invited_until) : null,
    rest_url: addressOf(id, { address }),
  };
}

export type ShownUser = ReturnType<typeof showUser>;

const addressOf = (id: number, { address }: Pick<BareCall, 'address'>): string =>
  `${addressBeside(address, USERS)}/${id}`;

const wallOrNull = (at: number | null): string | null => (at === null ? null : toWall(at, 'UTC'));

export function showLimits({ limits }: { readonly limits: string }) {
  const { venue, organizer, category } = limitsIn(limits) ?? NO_LIMITS;
  return { only_venues: venue, only_organizers: organizer, only_categories: category };
}

const TEXT = { type: 'string' };
const WALL_OR_NULL = { type: ['string', 'null'] };
const IDS = { type: 'array', items: { type: 'integer' } };

export const limitMembers: MembersOf<ReturnType<typeof showLimits>> = {
  only_venues: described(IDS, words.only_venues),
  only_organizers: described(IDS, words.only_organizers),
  only_categories: described(IDS, words.only_categories),
};

/** The link of a new invitation, and whether it was sent by mail. It is shown this once. */
export interface Invitation {
  readonly link: string;
  readonly until_utc: string;
  readonly sent: boolean;
}

export const userMembers: MembersOf<ShownUser & { invitation?: Invitation }> = {
  id: described({ type: 'integer' }, accountWords.id),
  login: described(TEXT, accountWords.login),
  name: described(TEXT, words.name),
  email: described(WALL_OR_NULL, accountWords.email),
  role: described({ type: 'string', enum: [...roles] }, accountWords.role),
  language: described(TEXT, words.language),
  ...limitMembers,
  state: described({ type: 'string', enum: [...states] }, words.state),
  events: described({ type: 'integer', minimum: 0 }, words.events),
  second_factor: described({ type: 'boolean' }, words.second_factor),
  created_utc: described(TEXT, words.created),
  last_seen_utc: described(WALL_OR_NULL, words.last_seen),
  invited_until_utc: described(WALL_OR_NULL, words.invited_until),
  rest_url: described(HREF, answerWords.rest_url),
  invitation: optionally(
    described(objectOf({ link: TEXT, until_utc: TEXT, sent: { type: 'boolean' } }), words.invitation),
  ),
};

const showPassword = ({
  id,
  name,
  scope,
  created_at,
  expires_at,
  last_used_at,
  last_used_from,
}: ListedPassword) => ({
  ...{ id, name, scope, created_utc: toWall(created_at, 'UTC'), expires_utc: wallOrNull(expires_at) },
  ...{ last_used_utc: wallOrNull(last_used_at), last_used_from },
});

/** The application passwords of an account, without their secrets, which are not stored. */
export const showPasswords = (passwords: readonly ListedPassword[]) => ({
  passwords: passwords.map(showPassword),
});

const PASSWORD: Readonly<Record<keyof ReturnType<typeof showPassword>, object>> = {
  ...{ id: { type: 'integer' }, name: TEXT, scope: { type: 'string', enum: [...scopes] } },
  ...{ created_utc: TEXT, expires_utc: WALL_OR_NULL, last_used_utc: WALL_OR_NULL },
  last_used_from: WALL_OR_NULL,
};

export const userPasswordsMembers: MembersOf<ReturnType<typeof showPasswords>> = {
  passwords: described({ type: 'array', items: objectOf(PASSWORD as never) }, words.passwords),
};

/** The links and totals of a page of accounts. */
export const usersPage = (call: BareCall, page: { page: number; per_page: number }, total: number) =>
  pageOf(`${addressBeside(call.address, USERS)}/`, { i18n_language: call.i18n_language }, page, total);
