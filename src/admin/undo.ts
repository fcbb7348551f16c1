import { ConfigError } from '../config.ts';
import { returnUndone } from '../events/public-proposals.ts';
import { KINDS, type VersionedType } from '../kinds.ts';
import { html } from '../lib/html.ts';
import { undoSettings } from '../settings/undo-settings.ts';
import { CANONICAL, HISTORY } from '../site/address.ts';
import { bodyOf, unlessRefused } from './ask.ts';
import type { AdminAnswer, AdminCall, AdminPage, Shown } from './page.ts';
import { head } from './parts.ts';
import { ownPath } from './people/enter.ts';
import { problemPage } from './problems.ts';
import { contextOf } from './settings/history.ts';
import { labelOf } from './settings/setting-values.ts';
import { findAddress, formPath, SURFACE } from './surface.ts';

/** A record that could not be taken back, and why. */
interface KeptRecord {
  readonly id: number;
  readonly type: VersionedType | 'setting';
  readonly name: string;
  readonly message: string;
}

/** Undoes what one action has changed, wherever nothing was changed since. */
export const undoPage: AdminPage = {
  show: async call => ({ to: call.at('events') }),
  async act(call, { values }) {
    const ofSettings = await undoneSettings(call, String(values.batch));
    if (ofSettings) return ofSettings;
    const path = `${HISTORY}/batches/${encodeURIComponent(String(values.batch))}/undo`;
    const undone = await bodyOf<{ kept: KeptRecord[]; records: KeptRecord[] }>(call.ask('POST', path));
    if (!undone) return problemPage(400, call);
    const { kept, records } = undone;
    const events = records.flatMap(({ type, id }) => (type === 'event' ? [id] : []));
    await returnUndone(call.db, events);
    if (kept.length > 0) return keptPage(call, records.length, kept);
    const back = ownPath(typeof values.back === 'string' ? values.back : null);
    const to = back !== undefined && (await isThere(call, back)) ? back : call.at('events');
    return { to, notice: { done: 'undone' } };
  },
};

/** Undoes an action with settings; undefined if it was none, or the viewer may not. */
async function undoneSettings(call: AdminCall, batch: string): Promise<AdminAnswer | undefined> {
  if (!SURFACE.settings.may(call.viewer, {})) return undefined;
  const { undone, kept } = await undoSettings(call.db, batch, contextOf(call)).catch(error => {
    if (error instanceof ConfigError) return { undone: [], kept: [String(error.setting)] };
    throw error;
  });
  const records = kept.map(name => ({
    id: 0,
    type: 'setting' as const,
    name: labelOf(name, call),
    message: '',
  }));
  if (kept.length > 0) return { ...keptPage(call, undone.length, records), section: 'settings' };
  return undone.length > 0 ? { to: call.at('settings'), notice: { done: 'undone' } } : undefined;
}

/** What was not undone, with the reasons. */
function keptPage(call: AdminCall, count: number, kept: readonly KeptRecord[]): Shown {
  const words = call.words.bulk;
  const title = count > 0 ? words.partly_undone : words.not_undone;
  const link = ({ id, type, name }: KeptRecord) =>
    type === 'setting' ? name : html`<a href="${formPath(call, type, id)}">${name}</a>`;
  const main = html`${head(title, { lead: words.changed_since })}<ul class="rows sheet broad">
${kept.map(record => html`<li><span class="what"><strong>${link(record)}</strong> <small>${record.message}</small></span></li>\n`)}</ul>
<p class="actions"><a class="button" href="${call.at('events')}">${call.words.menu.events}</a></p>`;
  return { status: 409, title, main, section: 'events', problem: title };
}

/** Whether a page is still there after the undoing: the record of the page may be in the trash. */
async function isThere(call: AdminCall, path: string): Promise<boolean> {
  const { name, parameters = {} } = {
    name: undefined,
    ...findAddress(path.slice(path.indexOf('/admin')).split('?')[0]!),
  };
  const { id, collection = KINDS.event.collection } = parameters;
  if (id === undefined || name === 'reading') return true;
  return (await unlessRefused(call.ask('GET', `${CANONICAL}/${collection}/${id}`)))?.status === 200;
}
