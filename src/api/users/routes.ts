import { inTransaction } from '../../db/transaction.ts';
import type { BareCall } from '../../http/call.ts';
import { refusal } from '../../http/errors.ts';
import { assertPage, listHeaders } from '../../http/list-answer.ts';
import { type Operation, operation } from '../../http/operation.ts';
import { type Route, recordRoute, staticRoute } from '../../http/route.ts';
import { aboutWords, accountWords, userWords as words } from '../../i18n/messages.ts';
import { boolean, integer, optional, required } from '../../input/arguments.ts';
import { pagingArguments, range } from '../../input/common-arguments.ts';
import { ref } from '../../input/schemas.ts';
import { USERS } from '../../site/address.ts';
import { type Account, findAccount, listAccounts } from '../../users/accounts.ts';
import { mayAdminister } from '../../users/rights.ts';
import { endSessions } from '../../users/sessions.ts';
import { listPasswords, revokePassword } from '../../users/store.ts';
import { documentRoute } from '../meta.ts';
import { userFields } from './fields.ts';
import { meRoute } from './me.ts';
import { showPasswords, showUser, userMembers, usersPage } from './show.ts';
import {
  change,
  hasRecords,
  invite,
  inviteAgain,
  notedByAdministrator,
  onlyAdministrator,
  ownAccount,
  remove,
  userNotFound,
} from './write.ts';

/** The routes of accounts: who a request is, for everybody; all accounts, for administrators; and the document. */
export function userRoutes(): Route[] {
  const routes: Route[] = [
    meRoute(),
    staticRoute({ root: USERS, path: '', section: 'users', operations: [list, create] }),
    one('/:id', [read, update, removal]),
    one('/:id/invitation', [invitation]),
    one('/:id/sessions', [sessionsEnd]),
    one('/:id/passwords', [passwords, passwordRevocation]),
  ];
  return [...routes, documentRoute(USERS, routes, aboutWords.users)];
}

const NO_PAGE = refusal(404, 'user-archive-page-not-found');
const USER = { status: 200, schema: ref('User') } as const;
const ERRORS = [400, 401, 403, userNotFound()] as const;

const list = operation({
  ...{ methods: ['GET'], id: 'listUsers', words: words.list, arguments: pagingArguments },
  may: mayAdminister,
  answers: {
    ...{ status: 200, schema: ref('UserList'), headers: listHeaders },
    errors: [400, 401, 403, NO_PAGE],
  },
  async handle({ args, ...call }) {
    const asked = range(args, call.config);
    const { rows, total } = await listAccounts(call.db, asked);
    const pages = usersPage(call, { page: args.page, per_page: asked.limit }, total);
    assertPage(args, pages.totals, 'user-archive-page-not-found');
    const users = rows.map(row => showUser(row, call));
    return { body: { users, ...pages.links, ...pages.totals }, headers: pages.headers };
  },
});

const create = operation({
  ...{ methods: ['POST'], id: 'inviteUser', words: words.invite, may: mayAdminister },
  arguments: { ...userFields, login: required(userFields.login), role: required(userFields.role) },
  answers: { status: 201, schema: ref('User'), errors: [400, 401, 403] },
  async handle({ args, ...call }) {
    const { user, invitation } = await invite(call, args);
    return { status: 201, body: { ...(await shown(call, user.id)), invitation } };
  },
});

const read = operation<Record<string, never>, Account>({
  ...{ methods: ['GET'], id: 'readUser', words: words.read, arguments: {}, may: mayAdminister },
  answers: { ...USER, errors: ERRORS },
  handle: async ({ target, ...call }) => ({ body: showUser(target, call) }),
});

const changeable = optional(userFields);

const update = operation<typeof changeable, Account>({
  ...{
    methods: ['POST', 'PUT', 'PATCH'],
    words: words.update,
    arguments: changeable,
    may: mayAdminister,
  },
  members: userMembers,
  shown: async (call, target) => showUser(target, call),
  answers: { ...USER, errors: [...ERRORS, onlyAdministrator(), ownAccount()] },
  async handle({ args, target, ...call }) {
    await change(call, target.id, args);
    return { body: await shown(call, target.id) };
  },
});

const removing = { heir: integer(words.heir), keep_records: boolean(words.keep_records) };

const removal = operation<typeof removing, Account>({
  ...{ methods: ['DELETE'], id: 'removeUser', words: words.remove, arguments: removing },
  may: mayAdminister,
  answers: { ...USER, errors: [...ERRORS, onlyAdministrator(), ownAccount(), hasRecords(24)] },
  async handle({ args, target, ...call }) {
    const body = showUser(target, call);
    await remove(call, target.id, args);
    return { body };
  },
});

const invitation = operation<Record<string, never>, Account>({
  ...{ methods: ['POST'], id: 'inviteUserAgain', words: words.invite_again, arguments: {} },
  may: mayAdminister,
  answers: { status: 201, schema: ref('User'), errors: ERRORS },
  async handle({ target: { id }, ...call }) {
    const invitation = await inviteAgain(call, id);
    return { status: 201, body: { ...(await shown(call, id)), invitation } };
  },
});

const sessionsEnd = operation<Record<string, never>, Account>({
  ...{ methods: ['DELETE'], id: 'endSessionsOfUser', words: words.end_sessions, arguments: {} },
  may: mayAdminister,
  answers: { ...USER, errors: ERRORS },
  async handle({ target, ...call }) {
    await inTransaction(call.db, async db => {
      await endSessions(db, target.id);
      await notedByAdministrator(db, call, 'sessions-ended', target);
    });
    return { body: await shown(call, target.id) };
  },
});

const PASSWORDS = { status: 200, schema: ref('UserPasswords') } as const;

const passwords = operation<Record<string, never>, Account>({
  ...{ methods: ['GET'], id: 'listPasswordsOfUser', words: words.list_passwords, arguments: {} },
  may: mayAdminister,
  answers: { ...PASSWORDS, errors: ERRORS },
  handle: async ({ target, db }) => ({ body: showPasswords(await listPasswords(db, target.id)) }),
});

const revoking = { password: required(integer(words.password)) };
const NO_PASSWORD = refusal(404, 'rest_password_not_found');

const passwordRevocation = operation<typeof revoking, Account>({
  ...{ methods: ['DELETE'], id: 'revokePasswordOfUser', words: words.revoke_password, arguments: revoking },
  may: mayAdminister,
  answers: { ...PASSWORDS, errors: [...ERRORS, NO_PASSWORD] },
  async handle({ args: { password }, target, ...call }) {
    await inTransaction(call.db, async db => {
      if (!(await revokePassword(db, target.id, password))) throw NO_PASSWORD;
      await notedByAdministrator(db, call, 'password-revoked', target, { password });
    });
    return { body: showPasswords(await listPasswords(call.db, target.id)) };
  },
});

async function shown(call: BareCall, id: number) {
  const account = await findAccount(call.db, id);
  // It may have been removed meanwhile.
  if (!account) throw userNotFound();
  return showUser(account, call);
}

const one = (path: string, operations: Operation<Account>[]): Route =>
  recordRoute({
    ...{ root: USERS, path, section: 'users', operations },
    key: { name: 'id', argument: required(integer(accountWords.id)) },
    absent: () => [userNotFound()],
    // Whoever may not manage accounts does not learn which there are.
    find: async ({ db }, { id }) => (await findAccount(db, id)) ?? userNotFound(),
  });
