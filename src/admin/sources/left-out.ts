import { separatorIn, spreadsheetText } from '../../formats/csv/columns.ts';
import { because, type Reason, sayWhy } from '../../intake/reason.ts';
import type { EventLine, Report, ReturnedRows } from '../../intake/report.ts';
import type { AdminCall, SentDocument } from '../page.ts';

type LeftOutReport = Pick<Report, 'lines' | 'notes' | 'returned'>;

/** How many of what is left out the file has. */
export const leftOutCount = ({ lines, notes, returned }: LeftOutReport): number =>
  returned ? returned.rows.length : othersIn({ lines, notes }).length;

/** What a reading has left out: the rows of a spreadsheet as they stand there, or events with where they are. */
export function leftOutFile(call: AdminCall, report: LeftOutReport): SentDocument {
  const { returned } = report;
  const table = returned ? rowsOf(returned, call) : eventsOf(report, call);
  const separator = separatorIn(call.language);
  const headers = { 'content-disposition': 'attachment; filename="left-out.csv"' };
  const lines = table.map(cells => recordOf(cells, separator));
  return { mediaType: 'text/csv', body: `\uFEFF${lines.join('')}`, headers };
}

/** A record whose cells keep their lines: some have a date in each. */
const recordOf = (cells: readonly string[], separator: string): string => {
  const quoted = (cell: string) =>
    `"${cell
      .split('\n')
      .map(line => spreadsheetText(line, separator))
      .join('\n')
      .replaceAll('"', '""')}"`;
  return `${cells.map(cell => (cell === '' ? '' : quoted(cell))).join(separator)}\r\n`;
};

/** The rows below the headings of all sheets: the same heading is one column. */
function rowsOf({ headings, rows }: ReturnedRows, { language }: AdminCall): string[][] {
  const columns = new Map<string, string>();
  const keysOf = new Map(
    Object.entries(headings).map(([sheet, names]) => {
      const own = rows.filter(row => row.sheet === sheet).map(({ cells }) => cells);
      const width = Math.max(names.length, ...own.map(({ length }) => length));
      const keys = Array.from({ length: width }, (_, at) => {
        const name = names[at] ?? '';
        const nth = names.slice(0, at).filter(other => other === name).length;
        return `${name} ${nth}`;
      });
      for (const [at, key] of keys.entries())
        if (names[at] || own.some(cells => cells[at])) columns.set(key, names[at] ?? '');
      return [sheet, keys];
    }),
  );
  const head = [because('row_of_sheet'), because('left_out_because')].map(one => sayWhy(one, language));
  return [
    [...head, ...columns.values()],
    ...rows.map(({ sheet, row, why, cells }) => {
      const byKey = new Map(keysOf.get(sheet)?.map((key, at) => [key, cells[at] ?? '']));
      const own = [...columns.keys()].map(key => byKey.get(key) ?? '');
      return [`${sheet} ${row}`.trim(), sayWhy(why, language), ...own];
    }),
  ];
}

/** Events that were left out, and those of pages that could not be read. */
const othersIn = ({ lines, notes }: Pick<LeftOutReport, 'lines' | 'notes'>): Omit<EventLine, 'outcome'>[] => [
  ...(lines ?? []).filter(({ outcome }) => outcome === 'skipped'),
  ...notes.flatMap(({ why }) => {
    if (why.code !== 'page_left_out') return [];
    const { name, address, why: reason } = why.values ?? {};
    return [{ name: String(name), address: String(address), whys: [reason as Reason] }];
  }),
];

function eventsOf(report: LeftOutReport, call: AdminCall): string[][] {
  const words = call.words.sources;
  return [
    [call.words.menu.events, words.start, words.address, words.why],
    ...othersIn(report).map(({ name, start = '', address = '', whys }) => [
      ...[name, start, address],
      whys.map(why => sayWhy(why, call.language)).join('; '),
    ]),
  ];
}
