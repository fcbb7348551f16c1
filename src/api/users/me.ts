import { inTransaction } from '../../db/transaction.ts';
import type { BareCall } from '../../http/call.ts';
import { forbidden } from '../../http/errors.ts';
import { operation } from '../../http/operation.ts';
import { type Route, staticRoute } from '../../http/route.ts';
import { accountWords as words } from '../../i18n/messages.ts';
import { optional } from '../../input/arguments.ts';
import { choice } from '../../input/common-arguments.ts';
import { ref } from '../../input/schemas.ts';
import { setWish, topics, wishColumns, wishes } from '../../mail/wishes.ts';
import { addressBeside, USERS } from '../../site/address.ts';
import { findSignedIn } from '../../users/store.ts';
import { accountMembers, showAccount } from './account.ts';

/** Whoever signs in reads who it is, and what it may do. */
export const meRoute = (): Route =>
  staticRoute({ root: USERS, path: '/me', section: 'users', operations: [me, update] });

const me = operation({
  methods: ['GET'],
  id: 'readMe',
  words: words.read,
  arguments: {},
  may: viewer => viewer !== undefined,
  answers: { status: 200, schema: ref('Account'), words: words.read, errors: [400, 401] },
  handle: async call => ({ body: await shownOf(call) }),
});

async function shownOf({ viewer, db, address }: BareCall) {
  const account = viewer?.password && (await findSignedIn(db, viewer.password.id));
  // The credential may have been revoked since the request was admitted.
  if (!account) throw forbidden(false);
  return showAccount(account, viewer, `${addressBeside(address, USERS)}/me`);
}

const changeable = optional({
  proposal_mail: choice(words.proposal_mail, wishes.proposals),
  decision_mail: choice(words.decision_mail, wishes.decisions),
  source_mail: choice(words.source_mail, wishes.sources),
});

/** What of an account everybody decides for themselves, also with a credential that writes nothing else. */
const update = operation({
  methods: ['PATCH'],
  id: 'updateMe',
  words: words.update,
  arguments: changeable,
  may: viewer => viewer !== undefined && !viewer.readOnly,
  members: accountMembers,
  shown: shownOf,
  answers: { status: 200, schema: ref('Account'), words: words.read, errors: [400, 401, 403] },
  async handle({ args, ...call }) {
    const recipient = String(call.viewer!.id);
    await inTransaction(call.db, async db => {
      for (const topic of topics) {
        const wish = args[wishColumns[topic]];
        if (wish !== undefined) await setWish(db, { recipient, topic }, wish);
      }
    });
    return { body: await shownOf(call) };
  },
});
