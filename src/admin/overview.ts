import { listOwnEdits } from '../events/pending-edits.ts';
import { type LatestChange, listLatest } from '../history/latest.ts';
import { asHeading, formatDayOfYear, formatShortWeekday } from '../i18n/format-dates.ts';
import { filled } from '../i18n/say.ts';
import { KINDS } from '../kinds.ts';
import { type Html, html } from '../lib/html.ts';
import { dateOf } from '../lib/time/zones.ts';
import { failedMails } from '../mail/outbox.ts';
import { DAYS_OF_WEEK, dayNumber } from '../pages/calendar/days.ts';
import { formatNumber } from '../pages/parts/plural.ts';
import { showActor } from '../records/versions/actor.ts';
import { lastBackup, laterVersion } from '../site/upkeep.ts';
import { FAILURES_TOLD, listSources, waitingMissing } from '../transfer/sources/sources.ts';
import { mayAdminister, mayCreate, mayEditOthers, mayKeepSources } from '../users/rights.ts';
import { namesOfPeople } from '../users/store.ts';
import { version } from '../version.ts';
import { addressWith, filtersIn, findEvents, scopeOf } from './events/filters.ts';
import { examplesNotice, firstDay, isEmpty, workOnExamples } from './first-day.ts';
import { type AdminCall, type AdminPage, eventsText, momentOf, shortMoment } from './page.ts';
import { head } from './parts.ts';
import { countWaiting, decidedNotice } from './proposals/waiting.ts';
import { nameOf } from './translations.ts';

/** Changes that are shown, and mails that failed. */
const SHOWN = 10;

/** Where work begins: what waits, what is missing, and what others did; or what an empty calendar offers. */
export const overviewPage: AdminPage = {
  async show(call) {
    if (!mayCreate(call.viewer)) return { to: call.at('account') };
    if (await isEmpty(call)) return firstDay(call);
    const words = call.words.overview;
    const { language } = call;
    const action = html`<a class="button main" href="${call.at('newEvent')}">${call.words.eventForm.new}</a>\n`;
    const today = asHeading(formatDayOfYear(call.clock.today(), language), language);
    const main = html`${head(today, { action })}${await decidedNotice(call)}${await examplesNotice(call)}${await weekOf(call)}<div class="two uneven">
<div>${section('wait', words.wait, await waiting(call), words.nothing)}${await failed(call)}${section('lack', words.lack, await lacking(call), words.complete)}${await upkeep(call)}</div>
<div>${section('lately', words.lately, await latest(call), words.nothing)}<p class="small apart-small"><a href="${call.at('events', {}, { when: 'all_times', sort: 'changed', order: 'desc' })}">${words.all_changes}</a></p></div>
</div>`;
    return { title: call.words.menu.overview, main };
  },
  act: workOnExamples,
};

/** Seconds after which a backup is old. */
const OLD = 7 * 86_400;

/** What administrators of the machine should do: a backup that is missing, and a later version. */
async function upkeep(call: AdminCall): Promise<Html | undefined> {
  if (!mayAdminister(call.viewer)) return undefined;
  const words = call.words.overview;
  const [made, later] = [await lastBackup(call.config), await laterVersion(call.config)];
  const warning =
    made === undefined ? words.backup_never : filled(words.backup_old, { date: momentOf(made, call) });
  const isOld = made === undefined || made < call.now - OLD;
  const rows = [
    isOld && html`${warning} <code>almanac backup <span class="whole">--keep 14</span> /srv/backups</code>`,
    later !== undefined && filled(words.later, { later, version: version() }),
  ].filter(row => row !== false);
  if (rows.length === 0) return undefined;
  const listed = rows.map(row => html`<li><span class="what">${row}</span></li>\n`);
  return section('upkeep', words.upkeep, listed, '');
}

/** Mails that were given up, for administrators. */
async function failed(call: AdminCall): Promise<Html | undefined> {
  if (!mayAdminister(call.viewer)) return undefined;
  const mails = await failedMails(call.db, SHOWN);
  if (mails.length === 0) return undefined;
  const rows = mails.map(
    ({ login, address, failed_at, error }) =>
      html`<li><span class="what">${login ?? address} <small>${momentOf(failed_at!, call)} · ${error}</small></span></li>\n`,
  );
  return section('failed', call.words.overview.failed, rows, '');
}

const section = (id: string, title: string, rows: readonly Html[], none: string): Html =>
  html`<section aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
${rows.length > 0 ? html`<ul class="rows">${rows}</ul>` : html`<p class="muted">${none}</p>`}
</section>
`;

/** A number with the list behind it; no row for none. */
const numberRow = (total: number, text: string, href: string, { language }: AdminCall): Html[] =>
  total === 0
    ? []
    : [
        html`<li><span class="what"><a href="${href}">${text}</a></span> <strong>${formatNumber(total, language)}</strong></li>\n`,
      ];

/** The list of events with these filters, and how many it shows. */
async function listed(
  call: AdminCall,
  query: Record<string, string>,
): Promise<{ total: number; href: string }> {
  const filters = filtersIn(new URLSearchParams(query));
  const { total } = { total: 0, ...(await findEvents(call, filters, 1)) };
  return { total, href: addressWith(call, filters, {}) };
}

const mine = ({ viewer }: AdminCall) => ({ author: String(viewer!.id) });

/** The coming days, today first. */
const comingDays = ({ clock }: AdminCall): string[] =>
  Array.from({ length: DAYS_OF_WEEK }, (_, days) => dateOf(dayNumber(clock.today()) + days));

/** Events of a day that are drawn one by one. */
const DRAWN = 12;

/** The coming days, each with its events as dots and their list. */
async function weekOf(call: AdminCall): Promise<Html> {
  const { language } = call;
  const days: Html[] = [];
  for (const day of comingDays(call)) {
    const { total, href } = await listed(call, { from: day, to: day, dates: 'each' });
    const label = eventsText(total, call);
    const dots =
      total > DRAWN ? formatNumber(total, language) : Array.from({ length: total }, () => html`<i></i>`);
    days.push(
      html`<li><a href="${href}"><span>${formatShortWeekday(day, language)}</span> <b>${Number(day.slice(8))}</b><span class="hidden">: ${label}</span><span class="events" aria-hidden="true">${dots}</span></a></li>\n`,
    );
  }
  return html`<h2 class="hidden">${call.words.overview.week}</h2>
<ol class="week">${days}</ol>
`;
}

/** What the viewer has to decide, to finish, or to wait for. */
async function waiting(call: AdminCall): Promise<Html[]> {
  const words = call.words.overview;
  const proposals = mayEditOthers(call.viewer) ? await countWaiting(call) : 0;
  const own = { ...mine(call), when: 'all_times' };
  const drafts = await listed(call, { ...own, state: 'draft' });
  const sent = await listed(call, { ...own, state: 'pending' });
  const edits = await listOwnEdits(call.db, call.viewer!);
  return [
    ...numberRow(proposals, words.proposals, call.at('proposals'), call),
    ...(await sourcesThatWait(call)),
    ...numberRow(drafts.total, words.drafts, drafts.href, call),
    ...numberRow(sent.total, words.sent, sent.href, call),
    ...edits.map(({ event_id: id, title, saved_at, submitted_at }) => {
      const text = submitted_at === null ? words.kept : words.submitted;
      const date = momentOf(submitted_at ?? saved_at, call);
      return html`<li><span class="what"><a href="${call.at('event', { id })}">${title}</a> <small>${filled(text, { date })}</small></span></li>\n`;
    }),
  ];
}

/** Sources that fail again and again, and those of which somebody has to decide what becomes of missing events. */
async function sourcesThatWait(call: AdminCall): Promise<Html[]> {
  if (!mayKeepSources(call.viewer)) return [];
  const words = call.words.overview;
  const all = await listSources(call.db);
  const failing = all.filter(({ source }) => source.failures >= FAILURES_TOLD).length;
  const missing = all.filter(({ source, last }) => waitingMissing(source, last) > 0).length;
  return [
    ...numberRow(failing, words.failing_sources, call.at('sources'), call),
    ...numberRow(missing, words.missing_sources, call.at('sources'), call),
  ];
}

/** What public events of the coming days lack, of those that the viewer may edit. */
async function lacking(call: AdminCall): Promise<Html[]> {
  const { LANGUAGES } = call.config;
  const words = call.words.overview;
  const [from = '', to = ''] = [comingDays(call)[0], comingDays(call).at(-1)];
  const own = mayEditOthers(call.viewer) ? { linked: scopeOf(call.viewer) ?? '' } : mine(call);
  const rows: Html[] = [];
  for (const lacks of ['image', ...(LANGUAGES.length > 1 ? LANGUAGES : [])] as const) {
    const { total, href } = await listed(call, { from, to, state: 'publish', lacks, ...own });
    const text = lacks === 'image' ? words.picture : filled(words.text, { language: nameOf(lacks, call) });
    rows.push(...numberRow(total, text, href, call));
  }
  return rows;
}

async function latest(call: AdminCall): Promise<Html[]> {
  const nameOf = await namesOfPeople(call.db);
  return (await listLatest(call.db, call.viewer, SHOWN)).map(change => {
    const { user, credential } = showActor(change.actor, call.viewer);
    const via = credential.type === 'application-password' ? 'program' : (credential.type as 'import');
    const who = user ? nameOf(user) : call.words.history[via];
    const name = change.name || call.words.eventForm.untitled;
    return html`<li><span class="what"><a href="${historyOf(change, call)}">${name}</a> <small>${call.words.overview[change.operation]} · ${who} · ${shortMoment(change.at, call)}</small></span></li>\n`;
  });
}

/** Where the changes of a record are, or from where it comes back. */
function historyOf({ type, id, status }: LatestChange, call: AdminCall): string {
  if (status === 'trash') return call.at('trash');
  if (type === 'event') return call.at('history', { id });
  return call.at('recordHistory', { collection: KINDS[type].collection, id });
}
