import { calendarWords } from '../../i18n/messages.ts';
import { filled } from '../../i18n/say.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import { isWebAddress } from '../../lib/text/addresses.ts';
import { textLanguage } from '../parts/card.ts';
import type { PageView, ShownEvent } from '../view.ts';
import { wordsIn } from '../words.ts';

/** What does not go as planned, and why: nobody shall overlook it. */
export function statusBanner(event: ShownEvent, view: PageView): Html {
  const { event_status: status, status_reason: reason, virtual_url } = event;
  if (status === 'scheduled') return NOTHING;
  const words = wordsIn('eventPage', view);
  const where = status === 'moved_online' && isWebAddress(virtual_url);
  return html`<div class="event-banner is-${status}" role="note">
<p><strong>${words[status]}</strong> ${reason ? html`<span${textLanguage(event, 'status_reason', view)}>${reason}</span>` : words[`${status}_text`]}</p>
${where && html`<p><a href="${virtual_url}" rel="noopener">${words.join_online}</a></p>`}
</div>`;
}

/** The title for the window, for previews and for search engines: `Cancelled: Concert`. */
export function titleSaid({ title, event_status: status }: ShownEvent, view: PageView): string {
  if (status === 'scheduled') return title;
  const name = wordsIn('eventPage', view)[status];
  return filled(calendarWords.because[view.language], { name, value: title });
}
