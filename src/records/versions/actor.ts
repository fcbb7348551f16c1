import type { Config } from '../../config.ts';
import { changeWords } from '../../i18n/messages.ts';
import { described, either, type MembersOf, objectOf } from '../../input/schemas.ts';
import { mayAdminister, mayEditOthers, type Viewer } from '../../users/rights.ts';

/** What made a change that did not come from a request. */
export type Via = 'import' | 'schedule' | 'command' | 'session';

/** Who made a change, and how: with an application password unless `via` says otherwise. */
export interface Actor {
  user?: number;
  login?: string;
  via?: Via;
  password?: number;
  name?: string;
  /** The network address. */
  from?: string | undefined;
}

/**
 * The network address that the history keeps with a change; undefined if it would keep that for longer than the log of
 * security.
 */
export const addressToKeep = (
  { HISTORY_DAYS, SECURITY_LOG_DAYS }: Pick<Config, 'HISTORY_DAYS' | 'SECURITY_LOG_DAYS'>,
  { address }: { readonly address: string },
): string | undefined => (HISTORY_DAYS <= SECURITY_LOG_DAYS ? address : undefined);

/** The actor of a write: an account, or none for commands and jobs. */
export function actorOf({ viewer, via }: { viewer: Viewer; via?: Via | undefined }): Actor {
  const known = viewer && viewer.id > 0 && { user: viewer.id, login: viewer.login };
  if (via) return { ...known, via };
  const from = viewer?.from;
  if (viewer?.session) return { ...known, via: 'session', from };
  const password = viewer?.password && { password: viewer.password.id, name: viewer.password.name };
  return { ...known, ...password, from };
}

/**
 * An actor as answers show it. The credentials of others are visible only with the right to edit everything, addresses to
 * those who may read the log of security.
 */
export function showActor({ user, login, via, password, name, from }: Actor, viewer: Viewer) {
  const isVisible = mayEditOthers(viewer) || user === viewer?.id;
  const type = via ?? 'application-password';
  return {
    user: user === undefined ? null : { id: user, login },
    credential: {
      ...{ type, ...(password !== undefined && isVisible && { id: password, name }) },
      ...(from !== undefined && mayAdminister(viewer) && { address: from }),
    },
  };
}

const USER = either(objectOf({ id: { type: 'integer' }, login: { type: 'string' } }), { type: 'null' });

const CREDENTIAL = objectOf(
  { type: { type: 'string', enum: ['application-password', 'session', 'import', 'schedule', 'command'] } },
  { id: { type: 'integer' }, name: { type: 'string' }, address: { type: 'string' } },
);

export const actorMembers: MembersOf<ReturnType<typeof showActor>> = {
  user: described(USER, changeWords.user),
  credential: described(CREDENTIAL, changeWords.credential),
};
