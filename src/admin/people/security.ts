import { headerOf, recordOf } from '../../formats/csv/columns.ts';
import { formatDate, formatTime } from '../../i18n/format-dates.ts';
import { type Html, html } from '../../lib/html.ts';
import { toWall } from '../../lib/time/zones.ts';
import { listSecurityLog, type SecurityEvent, type ShownEntry } from '../../users/security-log.ts';
import type { AdminCall, AdminPage, Sent } from '../page.ts';
import { head } from '../parts.ts';
import { at } from '../surface.ts';
import { wordsIn } from '../words.ts';

/** Entries on the page; the export has all. */
const SHOWN = 200;

/** What happened to accounts, sessions, rights and settings; for administrators, also as CSV. */
export const securityPage: AdminPage = {
  async show(call) {
    if (call.query.get('format') === 'csv')
      return asCsv(await listSecurityLog(call.db, Number.MAX_SAFE_INTEGER));
    const words = wordsIn('security', call);
    const entries = await listSecurityLog(call.db, SHOWN);
    const action = html`<a class="button" href="${at(call, 'security', {}, { format: 'csv' })}" download>${words.export}</a>\n`;
    const main = html`${head(words.title, { action })}<p class="lead">${words.lead}</p>
<table class="list">
<caption class="hidden">${words.title}</caption>
<thead><tr><th scope="col">${words.when}</th><th scope="col">${words.what}</th><th scope="col">${words.account}</th><th scope="col">${words.by}</th><th scope="col">${words.from}</th></tr></thead>
<tbody>
${entries.map(entry => rowOf(entry, call))}</tbody>
</table>`;
    return { title: words.title, main };
  },
};

function rowOf({ at, what, login, by, from, details }: ShownEntry, call: AdminCall): Html {
  const wall = toWall(at, call.config.TIME_ZONE.id);
  const words = wordsIn('securityEvents', call) as Readonly<Record<string, string>>;
  return html`<tr><td class="when">${formatDate(wall, call.language)} <strong>${formatTime(wall, call.language)}</strong></td><th class="name" scope="row">${words[what satisfies string as SecurityEvent] ?? what}${details && html` <span class="series">${details}</span>`}</th><td>${login}</td><td>${by === login ? '' : by}</td><td>${from}</td></tr>
`;
}

const COLUMNS = {
  time_utc: ({ at }: ShownEntry) => new Date(at * 1000).toISOString(),
  what: ({ what }: ShownEntry) => what,
  account: ({ login }: ShownEntry) => login,
  by: ({ by }: ShownEntry) => by,
  address: ({ from }: ShownEntry) => from,
  details: ({ details }: ShownEntry) => details,
};

function asCsv(entries: readonly ShownEntry[]): Sent {
  const lines = [headerOf(COLUMNS as never, ','), ...entries.map(entry => recordOf(COLUMNS, entry, ','))];
  return {
    mediaType: 'text/csv',
    body: lines.join(''),
    headers: { 'content-disposition': 'attachment; filename="security.csv"' },
  };
}
