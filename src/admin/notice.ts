import { isNotice } from '../i18n/admin/words.ts';
import { formatDay } from '../i18n/format-dates.ts';
import { filled } from '../i18n/say.ts';
import { attribute, type Html, html } from '../lib/html.ts';
import { isDay } from '../lib/time/dates.ts';
import { changesOfAction } from '../settings/undo-settings.ts';
import { HISTORY, pathOnSite } from '../site/address.ts';
import { PAGES, pathOf } from '../site/page-addresses.ts';
import { bodyOf, unlessRefused } from './ask.ts';
import { labelOf } from './events/changes.ts';
import { findEvent } from './events/record.ts';
import { FIELD_NAMES } from './events/values.ts';
import type { AdminCall, Notice } from './page.ts';

/** The address that tells a notice, with the action of this request if it can be undone. */
export async function withNotice(call: AdminCall, to: string, notice: Notice | undefined): Promise<string> {
  if (!notice) return to;
  const { isFinal, ...told } = notice;
  const undo = isFinal ? undefined : await undoableOf(call);
  const named = Object.entries({ ...told, undo }).filter(([, value]) => value !== undefined && value !== '');
  const query = new URLSearchParams(named.map(([name, value]) => [name, String(value)]));
  const [path, place] = to.split('#', 2) as [string, string?];
  return `${path}${path.includes('?') ? '&' : '?'}${query}${place === undefined ? '' : `#${place}`}`;
}

/** The parameters of an address that only tell a notice. */
const TOLD: ReadonlySet<string> = new Set(['done', 'count', 'undo', 'kept', 'merged', 'day', 'event']);

/** The action of this request, if it has changed something that can be undone. */
async function undoableOf(call: AdminCall): Promise<string | undefined> {
  const { batch } = call;
  if (!batch || !call.viewer) return undefined;
  if (call.page.startsWith('settings') && (await changesOfAction(call.db, batch)).length > 0) return batch;
  const asked = unlessRefused(call.ask('GET', `${HISTORY}/batches/${batch}`));
  const changed = await bodyOf<{ records: readonly unknown[] }>(asked);
  return changed?.records.length ? batch : undefined;
}

/** The notice that an address tells, if it does, with the focus. Its text is one of ours, whoever made the address. */
export async function noticeOf(call: AdminCall): Promise<Html | undefined> {
  const { query } = call;
  const [done, undo] = [query.get('done'), query.get('undo')];
  if (done === null || !isNotice(done)) return undefined;
  const [count, day] = [Number(query.get('count')), query.get('day') ?? ''];
  const text = filled(call.words.notices[done], {
    count: Number.isSafeInteger(count) ? count : 0,
    day: isDay(day) ? formatDay(day, call.language) : '',
  });
  return html`<div class="notice done" role="status" tabindex="-1" autofocus${attribute('data-kept-done', query.get('kept') ?? undefined)}><p><strong>${text}</strong></p>${await eventLink(call, done)}${mergedOf(call)}${undo !== null && undoForm(call, undo)}</div>`;
}

/** Leads by its title to the event that is told, or to the public page of the one that was published here. */
async function eventLink(call: AdminCall, done: string): Promise<Html | undefined> {
  const id = Number(call.query.get('event'));
  const told = Number.isSafeInteger(id) && id > 0 && (await unlessRefused(findEvent(call, id)));
  if (told) return html`<p><a href="${call.at('event', { id })}">${told.event.title}</a></p>`;
  if (done !== 'event_published' || call.page !== 'event') return undefined;
  const page = pathOnSite(call.address, pathOf(PAGES.eventById, { id: call.parameters.id! }));
  return html`<p><a href="${page}">${call.words.eventForm.see_page}</a></p>`;
}

/** The form that undoes an action, and leads back to this page. */
export function undoForm(call: AdminCall, batch: string): Html {
  const query = [...call.query].filter(([name]) => !TOLD.has(name));
  const parameters = call.parameters as Readonly<Record<'id' | 'to', string>>;
  const back = call.at(call.page as 'translation', parameters, Object.fromEntries(query));
  return html`<form method="post" action="${call.at('undo')}"><input type="hidden" name="batch" value="${batch}"><input type="hidden" name="back" value="${back}"><button type="submit" class="button low">${call.words.frame.undo}</button></form>`;
}

/** What others changed while somebody edited an event. */
function mergedOf(call: AdminCall): Html | undefined {
  const names = new Set(call.query.get('merged')?.split(','));
  const fields = FIELD_NAMES.filter(name => names.has(name)).map(name => labelOf(name, call));
  if (fields.length === 0) return undefined;
  return html`<p>${filled(call.words.eventConflict.merged, { fields: fields.join(', ') })}</p>`;
}
