import { roles } from '../../config/values.ts';
import type { Db } from '../../db/tables.ts';
import { headerOf, recordOf } from '../../formats/csv/columns.ts';
import { KINDS } from '../../kinds.ts';
import { type Html, html } from '../../lib/html.ts';
import { type Limits, limitTypes } from '../../users/limits.ts';
import { type SecurityEvent, type ShownEntry, securityLog } from '../../users/security-log.ts';
import { jsonIn } from '../form.ts';
import { type AdminCall, type AdminPage, momentOf, type SentDocument } from '../page.ts';
import { head, listTable } from '../parts.ts';
import { labelOf } from '../settings/setting-values.ts';

/** Entries on the page; the export has all. */
const SHOWN = 200;

/** What happened to accounts, sessions, rights and settings; for administrators, also as CSV. */
export const securityPage: AdminPage = {
  async show(call) {
    if (call.query.get('format') === 'csv') return asCsv(call.db);
    const words = call.words.security;
    const entries: Html[] = [];
    for await (const entry of securityLog(call.db)) if (entries.push(rowOf(entry, call)) === SHOWN) break;
    const action = html`<a class="button" href="${call.at('security', {}, { format: 'csv' })}" download>${words.export}</a>\n`;
    const main = html`${head(words.title, { action })}<p class="lead">${words.lead}</p>
${listTable(words.title, [call.words.eventList.when, call.words.trash.what, words.account, words.by, words.from], entries, 'list log')}`;
    return { title: words.title, main };
  },
};

function rowOf({ at, what, login, by, from, details, times }: ShownEntry, call: AdminCall): Html {
  const words = call.words.securityEvents as Readonly<Record<string, string>>;
  return html`<tr><td class="when">${momentOf(at, call)}</td><th class="name" scope="row">${words[what satisfies string as SecurityEvent] ?? what}${details && html` <span class="series">${detailsText(details, call)}</span>`}${times > 1 && html` <span class="series">${times} ×</span>`}</th><td>${login}</td><td>${by === login ? '' : by}</td><td>${from}</td></tr>
`;
}

/** What an entry says beside, in words: the export has it as it is stored. */
function detailsText(details: string, call: AdminCall): string {
  const { setting, from, to, before = from, after = to, ...others } = jsonIn(details) ?? {};
  const shown = (value: unknown): string => {
    const limits = jsonIn(value) as Partial<Limits> | undefined;
    if (limits)
      return limitTypes
        .flatMap(type => (limits[type] ?? []).map(id => `${call.words.menu[KINDS[type].collection]} #${id}`))
        .join(', ');
    const text = String(value ?? '');
    const role = roles.find(one => one === text);
    return role ? call.words.people[role] : text;
  };
  const change =
    before === undefined && after === undefined ? [] : [`${shown(before) || '–'} › ${shown(after) || '–'}`];
  const name = setting === undefined ? [] : [labelOf(String(setting), call)];
  return [...name, ...change, ...Object.values(others).map(shown)].join(' · ');
}

const COLUMNS = {
  time_utc: ({ at }: ShownEntry) => new Date(at * 1000).toISOString(),
  what: ({ what }: ShownEntry) => what,
  account: ({ login }: ShownEntry) => login,
  by: ({ by }: ShownEntry) => by,
  address: ({ from }: ShownEntry) => from,
  times: ({ times }: ShownEntry) => times,
  details: ({ details }: ShownEntry) => details,
};

const asCsv = (db: Db): SentDocument => ({
  mediaType: 'text/csv',
  body: linesOf(db),
  headers: { 'content-disposition': 'attachment; filename="security.csv"' },
});

async function* linesOf(db: Db): AsyncGenerator<string> {
  yield headerOf(COLUMNS as never, ',');
  for await (const entry of securityLog(db)) yield recordOf(COLUMNS, entry, ',');
}
