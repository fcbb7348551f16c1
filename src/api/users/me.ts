import { forbidden } from '../../http/errors.ts';
import { operation } from '../../http/operation.ts';
import { type Route, staticRoute } from '../../http/route.ts';
import { accountWords as words } from '../../i18n/messages.ts';
import { ref } from '../../input/schemas.ts';
import { addressBeside, USERS } from '../../site/address.ts';
import { findSignedIn } from '../../users/store.ts';
import { showAccount } from './account.ts';

/** Whoever signs in reads who it is, and what it may do. */
export const meRoute = (): Route =>
  staticRoute({ root: USERS, path: '/me', section: 'users', operations: [me] });

const me = operation({
  methods: ['GET'],
  id: 'readMe',
  words: words.read,
  arguments: {},
  may: viewer => viewer !== undefined,
  answers: { status: 200, schema: ref('Account'), words: words.read, errors: [400, 401] },
  async handle({ viewer, db, address }) {
    const account = viewer?.password && (await findSignedIn(db, viewer.password.id));
    // The credential may have been revoked since the request was admitted.
    if (!account) throw forbidden(false);
    return { body: showAccount(account, viewer, `${addressBeside(address, USERS)}/me`) };
  },
});
