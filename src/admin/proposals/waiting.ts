import { countSubmitted, listDecided, listSubmitted } from '../../events/pending-edits.ts';
import { countPublic, listPublic } from '../../events/public-proposals.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import { toWall } from '../../lib/time/zones.ts';
import { type AnsweredPage, bodyOf } from '../ask.ts';
import { EVENTS, rowId, type ShownEvent } from '../events/record.ts';
import type { AdminCall } from '../page.ts';

/** A proposal that waits for an editor: a new event, or a change of one that is public. */
export interface WaitingProposal {
  /** `event-` with the id of a new event, `edit-` with that of a change, or `public-` with that of what the public proposes. */
  readonly key: string;
  readonly title: string;
  readonly isChange: boolean;
  /** Wall time of its first date. */
  readonly start_date: string;
  /** Who asks for it; undefined for somebody whose account is gone. */
  readonly by: string | undefined;
}

/** Proposals in the queue: further ones follow when these are decided. */
const MOST = 50;

/** The new events that wait, each series once, by their start. */
async function pendingEvents(call: AdminCall, per_page: number) {
  const asked = { status: 'pending', when: 'all', with_hidden: true, hide_subsequent_recurrences: true };
  const answered = call.ask('GET', EVENTS, { ...asked, context: 'edit', per_page });
  const found =
    await bodyOf<AnsweredPage<'events', ShownEvent & { readonly utc_start_date: string }>>(answered);
  return found ?? { events: [], total: 0 };
}

export const countWaiting = async (call: AdminCall): Promise<number> =>
  (await pendingEvents(call, 1)).total + (await countSubmitted(call.db)) + (await countPublic(call.db));

/** The proposals that wait, by the start of their events. */
export async function listWaiting(
  call: AdminCall,
  authors: readonly { readonly id: number; readonly name: string }[],
): Promise<WaitingProposal[]> {
  const { events } = await pendingEvents(call, MOST);
  const all = [
    ...(await listSubmitted(call.db, MOST)).map(edit => ({
      ...{ key: `edit-${edit.id}`, title: edit.members.title ?? edit.title, by: edit.login },
      ...{ start_date: edit.start_date, start_at: edit.start_at, isChange: true },
    })),
    ...(await listPublic(call.db, MOST)).map(({ id, typed, name, start_at, event_id }) => ({
      ...{ key: `public-${id}`, title: typed.called ?? '', by: name, start_at },
      isChange: event_id !== null,
      start_date: toWall(start_at, 'UTC'),
    })),
    ...events.map(event => ({
      ...{ key: `event-${rowId(event, true)}`, title: event.title, start_date: event.start_date },
      isChange: false,
      by: authors.find(({ id }) => String(id) === event.author)?.name,
      start_at: Date.parse(`${event.utc_start_date}Z`) / 1000,
    })),
  ];
  return all.sort((one, other) => one.start_at - other.start_at).slice(0, MOST);
}

/** Seconds for which an author reads in the list that a proposal was refused. */
const REFUSED_FOR = 7 * 86_400;

/** What editors have sent back to the viewer or refused, above the list of events. */
export async function decidedNotice(call: AdminCall): Promise<Html> {
  const words = { refused: call.words.proposals.refused, returned: call.words.pendingEdit.returned };
  const decided = (await listDecided(call.db, call.viewer!)).filter(
    ({ decision, status, members, discarded_at }) =>
      decision === 'refused'
        ? // A new event that came back from the trash is refused no more.
          (discarded_at ?? 0) > call.now - REFUSED_FOR &&
          (status === 'trash' || Object.keys(members).length > 0)
        : status === 'draft' || (status !== 'trash' && Object.keys(members).length > 0),
  );
  if (decided.length === 0) return NOTHING;
  return html`<div class="notice">${decided.map(({ event_id: id, decision, status, title, note }) => {
    const to = status === 'trash' ? call.at('trash') : call.at('event', { id });
    return html`<p>${words[decision as 'refused']} <a href="${to}">${title}</a> ${note !== '' && html`<span class="muted">${note}</span>`}</p>\n`;
  })}</div>
`;
}
