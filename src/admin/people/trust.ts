import type { UserRow } from '../../db/tables.ts';
import { countReturned } from '../../events/pending-edits.ts';
import { filled } from '../../i18n/say.ts';
import { type Html, html } from '../../lib/html.ts';
import { USERS } from '../../site/address.ts';
import { findUserById } from '../../users/store.ts';
import { countEvents } from '../events/record.ts';
import type { AdminCall } from '../page.ts';
import { hidden } from '../parts.ts';
import { SURFACE } from '../surface.ts';

/** What became of what an account has sent. */
export async function sentBefore(call: AdminCall, id: number): Promise<string> {
  const theirs = { author: id, status: 'publish', when: 'all', with_hidden: true };
  const published = await countEvents(call, { ...theirs, hide_subsequent_recurrences: true });
  const { refused = 0 } = (await findUserById(call.db, id)) ?? {};
  const returned = await countReturned(call.db, id);
  return filled(call.words.proposals.record, { published, returned, refused });
}

/** The roles between which one click changes: editors decide on what the one sends, and the other publishes. */
const CHANGES = {
  trust: { from: 'contributor', to: 'author', done: 'trusted' },
  distrust: { from: 'author', to: 'contributor', done: 'distrusted' },
} as const;
export type Trust = keyof typeof CHANGES;

/** What one click makes of an account, for those who may give roles. */
export const trustOf = ({ viewer }: AdminCall, role: UserRow['role']): Trust | undefined =>
  SURFACE.person.may(viewer, {})
    ? (Object.keys(CHANGES) as Trust[]).find(what => CHANGES[what].from === role)
    : undefined;

/** The button that trusts an account or ends that, and leads back to this proposal. */
export function trustForm(
  call: AdminCall,
  { id, role }: Pick<UserRow, 'id' | 'role'>,
  open: string,
): Html | undefined {
  const what = trustOf(call, role);
  if (!what) return undefined;
  const back = call.at('proposals', {}, { open });
  return html`<form method="post" action="${call.at('person', { id })}">
${hidden([['back', back]])}<p class="actions"><button type="submit" class="button low" name="do" value="${what}">${call.words.person[what]}</button></p></form>
`;
}

/** Changes the role, unless it is another one by now. */
export async function changeTrust(call: AdminCall, { id, role }: Pick<UserRow, 'id' | 'role'>, what: Trust) {
  const { from, to, done } = CHANGES[what];
  if (role === from) await call.ask('PATCH', `${USERS}/${id}`, { role: to });
  return { done, isFinal: true } as const;
}
