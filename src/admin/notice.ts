import { isNotice } from '../i18n/admin/words.ts';
import { filled } from '../i18n/say.ts';
import { attribute, type Html, html } from '../lib/html.ts';
import { labelOf } from './events/changes.ts';
import { FIELD_NAMES } from './events/values.ts';
import type { AdminCall, Notice } from './page.ts';
import { restoreForm } from './trash/trash.ts';
import { wordsIn } from './words.ts';

/** The query of an address that tells a notice. */
export function withNotice(to: string, notice: Notice | undefined): string {
  if (!notice) return to;
  const { done, undo, kept, merged } = notice;
  const query = new URLSearchParams({
    ...{ done, ...(undo && { undo }), ...(kept && { kept }), ...(merged && { merged }) },
  });
  return `${to}${to.includes('?') ? '&' : '?'}${query}`;
}

/** The notice that an address tells, if it does. Its text is one of ours, whoever made the address. */
export function noticeOf(call: AdminCall): Html | undefined {
  const [done, undo] = [call.query.get('done'), call.query.get('undo')];
  if (done === null || !isNotice(done)) return undefined;
  return html`<div class="notice done" role="status"${attribute('data-kept-done', call.query.get('kept') ?? undefined)}><p><strong>${wordsIn('notices', call)[done]}</strong></p>${mergedOf(call)}${done === 'event_trashed' && undo !== null && restoreForm(call, undo, wordsIn('frame', call).undo)}</div>`;
}

/** What others changed while somebody edited an event. */
function mergedOf(call: AdminCall): Html | undefined {
  const names = new Set(call.query.get('merged')?.split(','));
  const fields = FIELD_NAMES.filter(name => names.has(name)).map(name => labelOf(name, call));
  if (fields.length === 0) return undefined;
  return html`<p>${filled(wordsIn('eventConflict', call).merged, { fields: fields.join(', ') })}</p>`;
}
