import { formatShortDayAndYear, formatTime } from '../../i18n/format-dates.ts';
import { filled } from '../../i18n/say.ts';
import type { EventLine, Outcome, Report, ReportType } from '../../intake/report.ts';
import { attribute, type Html, html, NOTHING } from '../../lib/html.ts';
import { isDay } from '../../lib/time/dates.ts';
import { formatNumber } from '../../pages/parts/plural.ts';
import { findReading, findSource } from '../../transfer/sources/sources.ts';
import { asId } from '../form.ts';
import { undoForm } from '../notice.ts';
import { type AdminCall, momentOf, withColon } from '../page.ts';
import { backLink, head, listTable, pageIn, pager } from '../parts.ts';
import { pageAbout } from '../problems.ts';
import { columnsForm } from './columns.ts';
import { leftOutCount, leftOutFile } from './left-out.ts';
import {
  isOpen,
  outcomeOf,
  type ReadingSummary,
  reasonTexts,
  recordsWord,
  whileOpen,
} from './reading-texts.ts';

const PER_PAGE = 50;

type KeptReport = Pick<Report, 'counts' | 'skipped' | 'notes' | 'vanished' | 'lines' | 'sheets' | 'returned'>;

/** What a reading brought, or would bring, with the reasons. */
export const readingPage = pageAbout(findShown, {
  async show(call, { source, found }) {
    const words = call.words.sources;
    const { report, ...reading } = found;
    const result = report === '' ? undefined : (JSON.parse(report) as KeptReport);
    if (result && call.query.has('download')) return leftOutFile(call, result);
    const title = reading.dry
      ? words.trial_title
      : filled(words.reading_title, { date: momentOf(reading.started_at ?? reading.created_at, call) });
    const lead = reading.dry ? words.trial_lead : outcomeOf(reading, call);
    // Another choice of columns may bring what was left out.
    const asks = reading.dry || reading.state === 'failed' || reading.left_out > 0;
    const back = backLink(call.at('source', { id: source.id }), source.name);
    const main = html`${head(title, { back, lead })}${result && asks && columnsForm(call, source, result.sheets)}${result && body(call, reading, result)}${isDone(reading) && after(call, source.id, reading)}`;
    return { title, main, section: 'sources', ...whileOpen([reading]) };
  },
});

async function findShown({ db, parameters }: AdminCall) {
  const source = await findSource(db, Number(parameters.id));
  const found = source && (await findReading(db, source.id, asId(parameters.reading) ?? 0));
  return found && { source, found };
}

const isDone = (reading: ReadingSummary): boolean => !isOpen(reading);

/** What can be done after it: undo it, or do what was tried. */
function after(call: AdminCall, id: number, { dry, state, created, changed, batch }: ReadingSummary): Html {
  const words = call.words.sources;
  if (dry)
    return state === 'failed'
      ? NOTHING
      : html`<form method="post" action="${call.at('source', { id })}"><div class="bar"><p class="state"><span class="muted">${words.undoable}</span></p>
<button type="submit" class="button main" name="do" value="read">${words.read_now}</button></div></form>`;
  if (created + changed === 0 || batch === '') return NOTHING;
  return html`<div class="notice"><p>${words.undo_text}</p>${undoForm(call, batch)}</div>`;
}

const OUTCOMES = { created: 'created', changed: 'changed', unchanged: 'same', skipped: 'left_out' } as const;

function body(call: AdminCall, reading: ReadingSummary, report: KeptReport): Html {
  const words = call.words.sources;
  const { lines = [] } = { ...report, lines: report.lines ?? [] };
  const names = Object.keys(OUTCOMES) as Outcome[];
  const busiest = names.find(name => lines.some(({ outcome }) => outcome === name)) ?? 'created';
  const shown = names.find(name => name === call.query.get('rows')) ?? busiest;
  const to = (rows: Outcome, page?: number) =>
    call.at('reading', { id: Number(call.parameters.id), reading: reading.id }, { rows, page });
  const pill = (name: Outcome) =>
    html`<li><a class="pill" href="${to(name)}"${attribute('aria-current', name === shown ? 'page' : undefined)}>${words[OUTCOMES[name]]} ${formatNumber(reading[OUTCOMES[name]], call.language)}</a></li>`;
  const rows = lines.filter(({ outcome }) => outcome === shown);
  const pages = Math.max(1, Math.ceil(rows.length / PER_PAGE));
  const page = Math.min(pageIn(call.query), pages);
  const some = rows.slice((page - 1) * PER_PAGE, page * PER_PAGE);
  return html`<section aria-labelledby="rows"><h2 id="rows">${withColon(words.found, call)} ${formatNumber(reading.found, call.language)}</h2>
<ul class="pills" aria-label="${words.what}">${names.map(pill)}</ul>
${some.length > 0 ? linesTable(call, words[OUTCOMES[shown]], some) : html`<p class="muted">${words.no_rows}</p>\n`}${shown === 'skipped' && downloadOf(call, reading, report)}${pager(call, { page, pages, title: words[OUTCOMES[shown]] }, page => to(shown, page))}</section>
${othersOf(call, report)}${remarksOf(call, words.notes, report.notes)}${remarksOf(call, words.vanished, report.vanished)}`;
}

/** What is left out, as a table to mend it. */
function downloadOf(call: AdminCall, { id: reading, left_out }: ReadingSummary, report: KeptReport): Html {
  const words = call.words.sources;
  const count = leftOutCount(report);
  if (count === 0) return NOTHING;
  const to = call.at('reading', { id: Number(call.parameters.id), reading }, { download: 'csv' });
  const some = count < left_out && filled(words.download_some, { count: formatNumber(count, call.language) });
  const texts = [report.returned && words.download_text, some].filter(Boolean).join(' ');
  return html`${texts !== '' && html`<p class="muted apart">${texts}</p>\n`}<p class="actions"><a class="button low" href="${to}" download>${words.download}</a></p>
`;
}

function linesTable(call: AdminCall, caption: string, lines: readonly EventLine[]): Html {
  const words = call.words.sources;
  const row = ({ name, start, whys }: EventLine) =>
    html`<tr><th class="name" scope="row">${name}</th><td class="when">${startOf(start, call)}</td><td>${reasonTexts(whys, call)}</td></tr>\n`;
  return html`${listTable(caption, [call.words.menu.events, words.start, words.why], lines.map(row))}\n`;
}

/** When an event begins, if its source says it as sites do. */
const startOf = (start: string | undefined, { language }: AdminCall): string =>
  start && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(start) && isDay(start.slice(0, 10))
    ? [
        formatShortDayAndYear(start, language),
        ...(start.endsWith(' 00:00:00') ? [] : [formatTime(start, language)]),
      ].join(', ')
    : (start ?? '');

/** The records of other kinds that came with the events. */
function othersOf(call: AdminCall, { counts }: KeptReport): Html {
  const words = call.words.sources;
  const rows = (Object.entries(counts) as [ReportType, KeptReport['counts']['event']][])
    .filter(([type, { created, changed }]) => type !== 'event' && created + changed > 0)
    .map(
      ([type, { created, changed }]) =>
        html`<li><span class="what">${recordsWord(type, call)}</span> <span>${words.created} ${created} · ${words.changed} ${changed}</span></li>\n`,
    );
  if (rows.length === 0) return NOTHING;
  return html`<section class="apart" aria-labelledby="others"><h2 id="others">${words.others}</h2><ul class="rows">${rows}</ul></section>\n`;
}

/** The name under which a file is kept says nothing to people. */
const OF_FILE = /^file:[\da-f]+\.\w+#/;

function remarksOf(call: AdminCall, title: string, remarks: KeptReport['notes']): Html {
  if (remarks.length === 0) return NOTHING;
  return html`<details class="apart"><summary>${title} (${remarks.length})</summary><ul class="rows">
${remarks.map(({ source, why }) => html`<li><span class="what">${reasonTexts([why], call)} <small>${source.replace(OF_FILE, '')}</small></span></li>\n`)}</ul></details>
`;
}
