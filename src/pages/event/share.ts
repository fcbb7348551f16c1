import { type Html, html, NOTHING } from '../../lib/html.ts';
import { permalink } from '../../records/published-members.ts';
import type { PageView, ShownEvent } from '../view.ts';
import { wordsIn } from '../words.ts';

/** The share sheet of the platform, where a script finds one, and the address to copy. */
export function shareLinks(event: ShownEvent, view: PageView): Html {
  if (event.status !== 'publish') return NOTHING;
  const words = wordsIn('eventPage', view);
  const url = permalink('event', event, view);
  return html`<button type="button" class="button is-quiet" data-share="${url}" hidden>${words.share}</button>
<button type="button" class="button is-quiet" data-copy="${url}" data-done="${words.copied}" hidden>${words.copy}</button>
<p class="event-address"><a href="${url}">${url.replace(/^https?:\/\//, '')}</a></p>`;
}
