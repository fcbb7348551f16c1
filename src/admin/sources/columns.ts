import type { SourceRow } from '../../db/tables.ts';
import type { ReadSheet } from '../../intake/report.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import { NOTHING as NOT_READ, type SheetField } from '../../transfer/sheets/headings.ts';
import { type SentForm, textOf } from '../form.ts';
import type { AdminCall } from '../page.ts';
import { listTable, optionsOf, selectField } from '../parts.ts';

const ORDERS = ['auto', 'dmy', 'mdy'] as const;

/** The names of the fields of a column, before its number. */
const [COLUMN, HEADING] = ['column-', 'heading-'];

/** What the columns of a spreadsheet hold, as far as it is known, to be chosen otherwise and tried again. */
export function columnsForm(
  call: AdminCall,
  source: Pick<SourceRow, 'id' | 'date_order'>,
  sheets: readonly ReadSheet[] = [],
): Html {
  // The same headings are read alike in all sheets; nobody looks through more.
  const columns = sheets.flatMap(({ columns }) => columns).slice(0, 500);
  if (columns.length === 0) return NOTHING;
  const words = call.words.sources;
  const orders = ORDERS.map(order => [order, words[`order_${order}`]] as const);
  const order = { name: 'order', label: words.date_order, value: source.date_order || 'auto' };
  return html`<section class="apart" aria-labelledby="columns"><h2 id="columns">${words.columns}</h2>
<p class="muted">${words.columns_lead}</p>
<form method="post" action="${call.at('source', { id: source.id })}">
${listTable(
  '',
  [words.at_sheet, words.sample, words.holds],
  columns.map((column, number) => columnRow(call, column, number)),
)}
<div class="apart">${selectField(order, orders, 'whole')}</div><div class="actions"><button type="submit" class="button" name="do" value="columns">${words.try_again}</button></div>
</form></section>
`;
}

function columnRow(
  call: AdminCall,
  { heading, field: held, sample }: ReadSheet['columns'][number],
  number: number,
): Html {
  const known = fieldsIn(call);
  // Tables of Almanac have columns that no form names.
  const isKnown = held === undefined || known.some(([field]) => field === held);
  const others = isKnown ? [] : [[held, held] as const];
  const options = [[NOT_READ, call.words.sources.not_read] as const, ...known, ...others];
  return html`<tr><th class="name" scope="row">${heading}</th><td>${sample}</td><td><input type="hidden" name="${HEADING + number}" value="${heading}"><select name="${COLUMN + number}" aria-label="${heading}">${optionsOf(options, held ?? NOT_READ)}</select></td></tr>
`;
}

/** What a column may hold, called as in the forms where these name it. */
function fieldsIn(call: AdminCall): (readonly [field: string, label: string])[] {
  const { title, text: description, cost, online: virtual_url, picture: image } = call.words.eventForm;
  const { categories, tags } = call.words.menu;
  const { excerpt, language } = call.words.eventTranslation;
  const { address } = call.words.sources;
  const { zip, region: stateprovince, country } = call.words.recordForm;
  const { id, venue, city, organizer, website, ticket_url, status, published, draft, ...others } =
    call.words.sheetFields;
  const { private: isPrivate, visibility, canceled, timezone, ...times } = others;
  return Object.entries({
    ...{ id, title, ...times, timezone, venue, address, zip, city, stateprovince, country, organizer },
    ...{ description, excerpt, categories, tags, cost, website, ticket_url, virtual_url, image },
    ...{ status, canceled, published, draft, private: isPrivate, visibility, language },
  } satisfies Partial<Record<SheetField, string>>);
}

/** Reads what was chosen. */
export function readColumns(sent: SentForm): Pick<SourceRow, 'columns' | 'date_order'> {
  const chosen = Object.keys(sent.values)
    .filter(name => name.startsWith(COLUMN))
    .map(name => [textOf(sent, HEADING + name.slice(COLUMN.length)), textOf(sent, name)] as const)
    .filter(([heading]) => heading !== '');
  const order = ORDERS.find(known => known === sent.values.order) ?? 'auto';
  return {
    columns: chosen.length > 0 ? JSON.stringify(Object.fromEntries(chosen)) : '',
    date_order: order === 'auto' ? '' : order,
  };
}
