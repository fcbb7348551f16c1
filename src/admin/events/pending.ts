import type { PendingEdit } from '../../events/pending-edits.ts';
import { filled } from '../../i18n/say.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import { type AdminCall, momentOf } from '../page.ts';
import { labelOf } from './changes.ts';
import type { EventForm } from './event-form.ts';
import { FIELD_NAMES, type FieldName, valuesOf } from './values.ts';

/** The fields of a change that waits, which differ from the public event. */
export function pendingFields({ event, pending }: Pick<EventForm, 'event' | 'pending'>): FieldName[] {
  if (!event || !pending) return [];
  const theirs = valuesOf(event);
  return FIELD_NAMES.filter(name => (pending.members[name] ?? theirs[name]) !== theirs[name]);
}

/** What the account has changed, and the public does not see. */
export function pendingNotice(form: EventForm): Html {
  const { call, pending, discarded } = form;
  if (discarded) return discardedNotice(call, discarded, form.event?.status);
  const names = pendingFields(form);
  // What was sent again answers the word of the editor.
  const isReturned = pending?.decision === 'returned';
  if (!pending || (names.length === 0 && !isReturned)) return NOTHING;
  const words = call.words.pendingEdit;
  const date = momentOf(pending.submitted_at ?? pending.saved_at, call);
  const fields = fieldsIn(call, names);
  const text = filled(pending.submitted_at === null ? words.waits : words.sent, { date, fields });
  const note = isReturned && html`<p><strong>${words.returned}</strong> ${pending.note}</p>`;
  return html`<div class="notice">${note}${names.length > 0 && html`<p>${text}</p>`}</div>
`;
}

function discardedNotice(
  call: AdminCall,
  { event_id: id, members, decision, note }: PendingEdit,
  status: string | undefined,
): Html {
  const words = call.words.pendingEdit;
  const fields = fieldsIn(
    call,
    FIELD_NAMES.filter(name => name in members),
  );
  const isRefused = decision === 'refused';
  if (isRefused && fields === '')
    return status === 'trash'
      ? html`<div class="notice"><p>${call.words.proposals.refused} ${note}</p></div>\n`
      : NOTHING;
  const text = filled(isRefused ? words.refused : words.discarded, { fields });
  return html`<form class="notice" method="post" action="${call.at('event', { id })}"><p>${text} ${isRefused && note}</p><button type="submit" class="button low" name="do" value="bring_back">${words.bring_back}</button></form>
`;
}

const fieldsIn = (call: AdminCall, names: readonly FieldName[]): string =>
  [...new Set(names.map(name => labelOf(name, call)))].join(', ');

/** Who else has the form open: a notice, no lock. */
export function othersNotice({ call, others = [] }: EventForm): Html {
  const relative = new Intl.RelativeTimeFormat(call.language, { numeric: 'auto' });
  return html`${others.map(({ login, name, at }) => {
    const ago = relative.format(-Math.floor(Math.max(call.now - at, 0) / 60), 'minute');
    return html`<div class="notice"><p><strong>${name || login}</strong> ${filled(call.words.pendingEdit.open, { ago })}</p></div>\n`;
  })}`;
}
