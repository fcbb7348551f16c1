import { roles } from '../../config/values.ts';
import { userWords, accountWords as words } from '../../i18n/messages.ts';
import { described, HREF, type MembersOf, objectOf } from '../../input/schemas.ts';
import { toWall } from '../../lib/time/zones.ts';
import { wishes } from '../../mail/wishes.ts';
import {
  mayAddImages,
  mayCreate,
  mayEditOthers,
  mayManageCategories,
  mayManageTags,
  mayPublish,
  type Viewer,
} from '../../users/rights.ts';
import { type SignedIn, scopes } from '../../users/store.ts';
import { limitMembers, showLimits } from './show.ts';

/** What a viewer may do with this credential, by the names that answers use. */
const RIGHTS = {
  create_records: mayCreate,
  publish_records: mayPublish,
  edit_others: mayEditOthers,
  add_images: mayAddImages,
  create_categories: mayManageCategories,
  create_tags: mayManageTags,
} satisfies Record<string, (viewer: Viewer) => boolean>;

/** The account of a request, with its credential and what that may do. */
export const showAccount = (
  { id, login, name, email, role, limits, password, proposal_mail, decision_mail, source_mail }: SignedIn,
  viewer: Viewer,
  rest_url: string,
) => ({
  ...{ id, login, name, email, role, ...showLimits({ limits }) },
  ...{ proposal_mail, decision_mail, source_mail },
  credential: {
    type: 'application-password',
    id: password.id,
    name: password.name,
    scope: password.scope,
    expires_utc: password.expires_at === null ? null : toWall(password.expires_at, 'UTC'),
  },
  rights: Object.fromEntries(
    Object.entries(RIGHTS).map(([name, may]) => [name, viewer?.readOnly !== true && may(viewer)]),
  ),
  rest_url,
});

const TEXT = { type: 'string' };
const FLAG = { type: 'boolean' };

/** The members of the account that a request signs in with. */
export const accountMembers: MembersOf<ReturnType<typeof showAccount>> = {
  id: described({ type: 'integer' }, words.id),
  login: described(TEXT, words.login),
  name: described(TEXT, userWords.name),
  email: described({ type: ['string', 'null'] }, words.email),
  role: described({ type: 'string', enum: [...roles] }, words.role),
  ...limitMembers,
  proposal_mail: described({ type: 'string', enum: [...wishes.proposals] }, words.proposal_mail),
  decision_mail: described({ type: 'string', enum: [...wishes.decisions] }, words.decision_mail),
  source_mail: described({ type: 'string', enum: [...wishes.sources] }, words.source_mail),
  credential: described(
    objectOf({
      type: { const: 'application-password' },
      id: { type: 'integer' },
      name: TEXT,
      scope: { type: 'string', enum: [...scopes] },
      expires_utc: { type: ['string', 'null'] },
    }),
    words.credential,
  ),
  rights: described(
    objectOf(Object.fromEntries(Object.keys(RIGHTS).map(name => [name, FLAG]))),
    words.rights,
  ),
  rest_url: described(HREF, words.rest_url),
};
