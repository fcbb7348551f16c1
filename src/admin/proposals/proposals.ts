import {
  findSubmitted,
  listSubmitted,
  returnPendingEdit,
  type SubmittedEdit,
} from '../../events/pending-edits.ts';
import { filled } from '../../i18n/say.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import { unlessRefused } from '../ask.ts';
import { changesOf, hiddenFields } from '../events/changes.ts';
import { type Choices, choicesFor } from '../events/choices.ts';
import { findEvent, isReleased } from '../events/record.ts';
import { valuesOf } from '../events/values.ts';
import type { AdminCall, AdminPage } from '../page.ts';
import { head } from '../parts.ts';
import { at } from '../surface.ts';
import { momentOf, wordsIn } from '../words.ts';

/** Changes that the page shows: the next ones come when these are decided. */
const SHOWN = 20;

/** The most characters of a word to the author of a change. */
const LONGEST = 2000;

/** What people who may not publish want to change of published events: each is accepted, or sent back with a word. */
export const proposalsPage: AdminPage = {
  async show(call) {
    const words = wordsIn('proposals', call);
    const [waiting, choices] = [await listSubmitted(call.db, SHOWN), await choicesFor(call)];
    const items: Html[] = [];
    for (const edit of waiting) items.push(await itemOf(edit, choices, call));
    const others = at(call, 'events', {}, { state: 'pending', when: 'all_times' });
    const main = html`${head(words.title, { lead: waiting.length === 0 ? words.empty : undefined })}${items}<p class="apart"><a href="${others}">${words.pending}</a></p>
`;
    return { title: words.title, main };
  },
  async act(call, { values: { proposal, note } }) {
    const [id = 0, revision] = String(proposal).split('-').map(Number);
    const edit = Number.isSafeInteger(id) ? await findSubmitted(call.db, id) : undefined;
    const isSame = edit !== undefined && edit.revision === revision;
    const word = String(note ?? '')
      .trim()
      .slice(0, LONGEST);
    const isDone = isSame && (await returnPendingEdit(call.db, edit, word));
    return { to: at(call, 'proposals'), notice: { done: isDone ? 'proposal_returned' : 'proposal_changed' } };
  },
};

/** A change with what differs from the public event. The form of the event itself applies it, by its rules. */
async function itemOf(edit: SubmittedEdit, choices: Choices, call: AdminCall): Promise<Html> {
  const { id, event_id, revision, members, login, submitted_at } = edit;
  const found = await unlessRefused(findEvent(call, event_id));
  if (!found) return NOTHING;
  const { event } = found;
  const words = wordsIn('proposals', call);
  const theirs = valuesOf(event);
  const proposed = { ...theirs, ...members };
  const proposal = `${id}-${revision}`;
  const beside = {
    opened: JSON.stringify(theirs),
    proposal,
    do: isReleased(event.status) ? 'update' : 'save',
  };
  const by = filled(words.by, { who: login, date: momentOf(submitted_at!, call) });
  return html`<article class="sheet broad" aria-labelledby="title-${id}">
<h2 id="title-${id}"><a href="${at(call, 'event', { id: event_id })}">${event.title}</a></h2>
<p class="muted">${by}</p>
${changesOf(theirs, proposed, call, choices)}<form method="post" action="${at(call, 'event', { id: event_id })}">
${hiddenFields(proposed, beside)}<p class="actions"><button type="submit" class="button main">${words.accept}<span class="hidden">: ${event.title}</span></button></p>
</form>
<form class="apart" method="post" action="${at(call, 'proposals')}">
<input type="hidden" name="proposal" value="${proposal}">
<div class="field"><label for="note-${id}">${words.note}</label>
<p class="help" id="note-${id}-help">${words.note_help}</p>
<textarea id="note-${id}" name="note" rows="2" maxlength="${LONGEST}" aria-describedby="note-${id}-help"></textarea>
</div>
<p class="actions"><button type="submit" class="button">${words.give_back}<span class="hidden">: ${event.title}</span></button></p>
</form>
</article>
`;
}
