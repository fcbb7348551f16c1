import { isNotice } from '../i18n/admin/words.ts';
import { attribute, type Html, html } from '../lib/html.ts';
import type { AdminCall, Notice } from './page.ts';
import { restoreForm } from './trash/trash.ts';
import { wordsIn } from './words.ts';

/** The query of an address that tells a notice. */
export function withNotice(to: string, notice: Notice | undefined): string {
  if (!notice) return to;
  const { done, undo, kept } = notice;
  const query = new URLSearchParams({ done, ...(undo && { undo }), ...(kept && { kept }) });
  return `${to}${to.includes('?') ? '&' : '?'}${query}`;
}

/** The notice that an address tells, if it does. Its text is one of ours, whoever made the address. */
export function noticeOf(call: AdminCall): Html | undefined {
  const [done, undo] = [call.query.get('done'), call.query.get('undo')];
  if (done === null || !isNotice(done)) return undefined;
  return html`<div class="notice done" role="status"${attribute('data-kept-done', call.query.get('kept') ?? undefined)}><p><strong>${wordsIn('notices', call)[done]}</strong></p>${done === 'event_trashed' && undo !== null && restoreForm(call, undo, wordsIn('frame', call).undo)}</div>`;
}
