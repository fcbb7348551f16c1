import { html } from '../lib/html.ts';
import { HISTORY } from '../site/address.ts';
import { unlessRefused } from './ask.ts';
import { EVENTS } from './events/record.ts';
import type { AdminCall, AdminPage, Shown } from './page.ts';
import { head } from './parts.ts';
import { ownPath } from './people/enter.ts';
import { problemPage } from './problems.ts';
import { at, findAddress } from './surface.ts';
import { wordsIn } from './words.ts';

/** A record that could not be taken back, and why. */
interface KeptRecord {
  readonly id: number;
  readonly type: string;
  readonly name: string;
  readonly message: string;
}

/** Undoes what one action has changed, wherever nothing was changed since. */
export const undoPage: AdminPage = {
  async show(call) {
    return { to: at(call, 'events') };
  },
  async act(call, { values }) {
    const path = `${HISTORY}/batches/${encodeURIComponent(String(values.batch))}/undo`;
    const { refused, ...undone } = await call.ask('POST', path);
    if (refused) return problemPage(400, call);
    const { kept, records } = (undone as { body: { kept: KeptRecord[]; records: object[] } }).body;
    if (kept.length > 0) return keptPage(call, records.length, kept);
    const back = ownPath(typeof values.back === 'string' ? values.back : null);
    const to = back !== undefined && (await isThere(call, back)) ? back : at(call, 'events');
    return { to, notice: { done: 'undone' } };
  },
};

/** What was not undone, with the reasons. */
function keptPage(call: AdminCall, count: number, kept: readonly KeptRecord[]): Shown {
  const words = wordsIn('bulk', call);
  const title = count > 0 ? words.partly_undone : words.not_undone;
  const link = ({ id, type, name }: KeptRecord) =>
    type === 'event' ? html`<a href="${at(call, 'event', { id })}">${name}</a>` : name;
  const main = html`${head(title, { lead: words.changed_since })}<ul class="rows sheet broad">
${kept.map(record => html`<li><span class="what"><strong>${link(record)}</strong> <small>${record.message}</small></span></li>\n`)}</ul>
<p class="actions"><a class="button" href="${at(call, 'events')}">${wordsIn('eventList', call).title}</a></p>`;
  return { status: 409, title, main, section: 'events', problem: title };
}

/** Whether a page is still there after the undoing: the event of the page may be in the trash. */
async function isThere(call: AdminCall, path: string): Promise<boolean> {
  const { parameters: { id } = {} } = findAddress(path.slice(path.indexOf('/admin')).split('?')[0]!) ?? {};
  if (id === undefined) return true;
  return (await unlessRefused(call.ask('GET', `${EVENTS}/${id}`)))?.status === 200;
}
