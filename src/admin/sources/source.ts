import type { SourceRow } from '../../db/tables.ts';
import { filled } from '../../i18n/say.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import { formatNumber } from '../../pages/parts/plural.ts';
import { askForReading } from '../../transfer/sources/readings.ts';
import { removeSourceFile } from '../../transfer/sources/source-files.ts';
import {
  changeSource,
  findSource,
  listReadings,
  nextReading,
  removeSource,
  updateSource,
  waitingMissing,
} from '../../transfer/sources/sources.ts';
import { limitsIn } from '../../users/limits.ts';
import { mayKeepSources } from '../../users/rights.ts';
import { findUserById } from '../../users/store.ts';
import { actOf, idIn, type SentForm } from '../form.ts';
import { type AdminAnswer, type AdminCall, type Shown, shortMoment, withColon } from '../page.ts';
import { backTo, head, listTable, sortedHead, statusOf, textField } from '../parts.ts';
import { pageAbout } from '../problems.ts';
import { readColumns } from './columns.ts';
import {
  addressError,
  fieldOf,
  isReadAlready,
  problemsOf,
  readForm,
  ruleFields,
  type SourceErrors,
  type SourceValues,
} from './form.ts';
import {
  errorOf,
  isOpen,
  outcomeOf,
  placeBeside,
  placeOf,
  progressOf,
  type ReadingSummary,
  whileOpen,
} from './reading-texts.ts';

/** A source: what its readings brought, what somebody has to decide, and how it is read. */
export const sourcePage = pageAbout(({ db, parameters }) => findSource(db, Number(parameters.id)), {
  show: (call, source) => page(call, source),
  act: async (call, source, form) => actOf(ACTS, form)?.(call, source, form) ?? page(call, source),
});

/** Readings that are shown. */
const SHOWN = 20;

type Act = (call: AdminCall, source: SourceRow, sent: SentForm) => Promise<AdminAnswer>;

const here = (call: AdminCall, { id }: SourceRow, notice?: 'saved'): AdminAnswer => ({
  to: call.at('source', { id }),
  ...(notice && { notice: { done: notice, isFinal: true as const } }),
});

const read =
  (asking: { readonly dry?: boolean }): Act =>
  async (call, source) => {
    const { db, now, viewer } = call;
    await askForReading(db, { source: source.id, by: viewer!.id, now, ...asking });
    return here(call, source);
  };

const ACTS: Readonly<Record<string, Act>> = {
  read: read({}),
  try: read({ dry: true }),
  // What the columns of a spreadsheet hold is looked at before it is read.
  async columns(call, source, sent) {
    const { db, now, viewer } = call;
    await updateSource(db, source.id, { ...readColumns(sent), validators: '' });
    const reading = await askForReading(db, { source: source.id, by: viewer!.id, now, dry: true });
    return { to: call.at('reading', { id: source.id, reading }) };
  },
  async leave(call, source, sent) {
    await updateSource(call.db, source.id, { left_missing: idIn(sent, 'missing') });
    return here(call, source, 'saved');
  },
  // It is read again: what has come back meanwhile is not lost.
  async trash(call, source, sent) {
    const { db, now, viewer } = call;
    await askForReading(db, { source: source.id, by: viewer!.id, now, accepts: idIn(sent, 'missing') });
    return here(call, source);
  },
  async save(call, source, sent) {
    const isFile = source.address === '';
    const values = { ...readForm(sent, source), ...(isFile && { address: '' }) };
    const refused = (address: string) => page(call, { ...source, ...values }, { address });
    const error = isFile ? undefined : addressError(values.address, call);
    if (error) return refused(error);
    const every = isFile ? 'never' : values.every;
    const name = values.name || placeOf(source);
    const owner_id = (await isOwned(call, source)) ? source.owner_id : call.viewer!.id;
    const due_at = every === source.every ? source.due_at : nextReading(every, call.now);
    const changed = { ...values, name, every, owner_id, due_at };
    const isSame = JSON.stringify({ ...source, ...changed }) === JSON.stringify(source);
    // What it means may be another thing from now on.
    const again = isSame ? {} : { validators: '', left_missing: 0 };
    const other = await changeSource(call.db, source, { ...changed, ...again });
    return other ? refused(isReadAlready(other, call)) : here(call, source, 'saved');
  },
  async remove(call, { id, file }) {
    await removeSource(call.db, id);
    await removeSourceFile(call.config, file);
    return { to: call.at('sources'), notice: { done: 'source_removed', isFinal: true } };
  },
};

/** Whether the owner of a source may still have it. */
async function isOwned({ db }: AdminCall, { owner_id }: SourceRow): Promise<boolean> {
  const owner = owner_id === null ? undefined : await findUserById(db, owner_id);
  return owner !== undefined && mayKeepSources({ ...owner, limits: limitsIn(owner.limits) });
}

async function page(call: AdminCall, source: SourceRow, errors: SourceErrors = {}): Promise<Shown> {
  const words = call.words.sources;
  const { id, name } = source;
  const readings = await listReadings(call.db, id, SHOWN);
  const action = html`<div class="actions">${button(call, source, 'try', words.try)} ${button(call, source, 'read', words.read_now, ' main')}</div>\n`;
  const main = html`${head(name, { back: backTo(call, 'sources'), lead: placeBeside(source), action })}${problemsOf(call, errors)}${stateOf(call, source, readings)}${readings.length > 0 ? readingsTable(call, source, readings) : html`<p>${words.not_yet}</p>\n`}${await settingsOf(call, source, errors)}`;
  return { title: name, main, section: 'sources', ...whileOpen(readings), status: statusOf(errors) };
}

const button = (
  call: AdminCall,
  { id }: SourceRow,
  what: string,
  text: string,
  more = '',
  missing?: number,
): Html =>
  html`<form class="inline" method="post" action="${call.at('source', { id })}">${missing !== undefined && html`<input type="hidden" name="missing" value="${missing}">`}<button type="submit" class="button${more}" name="do" value="${what}">${text}</button></form>`;

/** What is going on, what fails, and what somebody has to decide. */
function stateOf(call: AdminCall, source: SourceRow, readings: readonly ReadingSummary[]): Html {
  const words = call.words.sources;
  const open = readings.filter(isOpen);
  if (open.length > 0)
    return html`<div class="notice" role="status">${open.map(reading => html`<p>${progressOf(reading, call)}</p>`)}</div>\n`;
  const last = readings.find(({ dry }) => !dry);
  if (source.failures > 0 && last)
    return html`<div class="notice wrong"><p><strong>${filled(words.failing, { count: source.failures })}</strong> ${words.stays}</p><p>${errorOf(last.error, call)}</p></div>\n`;
  const missing = waitingMissing(source, last);
  if (missing === 0) return NOTHING;
  return html`<div class="notice"><p><strong>${filled(words.missing, { count: missing })}</strong> ${words.missing_text}</p>
${button(call, source, 'leave', words.leave, ' low', missing)} ${button(call, source, 'trash', words.trash, ' low', missing)}</div>
`;
}

function readingsTable(call: AdminCall, { id }: SourceRow, readings: readonly ReadingSummary[]): Html {
  const words = call.words.sources;
  const number = (reading: ReadingSummary, name: 'found' | 'created' | 'changed' | 'same' | 'left_out') =>
    html`<td class="number" data-label="${withColon(words[name], call)}">${isOpen(reading) || reading.not_modified || reading.found === 0 ? '' : formatNumber(reading[name], call.language)}</td>`;
  const row = (reading: ReadingSummary) =>
    html`<tr><th class="when" scope="row"><a href="${call.at('reading', { id, reading: reading.id })}">${shortMoment(reading.started_at ?? reading.created_at, call)}</a></th>${(['found', 'created', 'changed', 'same', 'left_out'] as const).map(name => number(reading, name))}<td>${outcomeOf(reading, call)}</td></tr>
`;
  return html`<section aria-labelledby="readings"><h2 id="readings">${words.readings}</h2>
${listTable(words.readings, [sortedHead(words.reading, 'descending'), html`<th class="number" scope="col">${words.found}</th><th class="number" scope="col">= ${words.created}</th><th class="number" scope="col">+ ${words.changed}</th><th class="number" scope="col">+ ${words.same}</th><th class="number" scope="col">+ ${words.left_out}</th>`, words.what], readings.map(row))}</section>
`;
}

async function settingsOf(
  call: AdminCall,
  source: SourceRow & SourceValues,
  errors: SourceErrors,
): Promise<Html> {
  const words = call.words.sources;
  const address =
    source.address !== '' && textField({ ...fieldOf('address', errors, call), value: source.address });
  return html`<section class="sheet apart" aria-labelledby="settings"><h2 id="settings">${words.how}</h2>
<form method="post" action="${call.at('source', { id: source.id })}">
${address}${await ruleFields(source, errors, call)}<div class="actions"><button type="submit" class="button main" name="do" value="save">${call.words.frame.save}</button></div>
</form></section>
<details class="apart"><summary class="button">${words.remove}</summary><p>${words.remove_text}</p>
${button(call, source, 'remove', words.remove)}</details>`;
}
