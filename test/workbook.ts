import { crc32, deflateRawSync } from 'node:zlib';

/** A zip file of these files. `claimed` is the size that its directory says of each, in place of the true one. */
export function zip(files: Readonly<Record<string, string | Buffer>>, claimed?: number): Buffer {
  const [bodies, directory]: [Buffer[], Buffer[]] = [[], []];
  let at = 0;
  for (const [name, content] of Object.entries(files)) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes, { level: 1 });
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(claimed ?? bytes.length, 18);
    common.writeUInt16LE(name.length, 22);
    const head = Buffer.concat([Buffer.from('504b0304', 'hex'), common, Buffer.from(name)]);
    const entry = Buffer.concat([
      Buffer.from('504b01021400', 'hex'),
      common,
      Buffer.alloc(14),
      Buffer.from(name),
    ]);
    entry.writeUInt32LE(at, 42);
    bodies.push(head, packed);
    directory.push(entry);
    at += head.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...bodies, ...directory, end]);
}

/** A number in the format of dates. */
export interface DateCell {
  readonly date: number;
}

type Cells = readonly (string | number | DateCell)[];

interface SheetOfTest {
  readonly rows: readonly Cells[];
  readonly merged?: readonly string[];
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** A workbook (ECMA-376) with these sheets, as programs write it. */
export function workbook(
  sheets: Readonly<Record<string, SheetOfTest>>,
  {
    is1904 = false,
    more = {},
    claimed,
  }: { is1904?: boolean; more?: Record<string, string | Buffer>; claimed?: number } = {},
): Buffer {
  const strings: string[] = [];
  const cell = (value: Cells[number], reference: string) => {
    if (value === '') return '';
    if (typeof value === 'string') return `<c r="${reference}" t="s"><v>${strings.push(value) - 1}</v></c>`;
    if (typeof value === 'number') return `<c r="${reference}"><v>${value}</v></c>`;
    return `<c r="${reference}" s="1"><f>A1+1</f><v>${value.date}</v></c>`;
  };
  const parts = Object.values(sheets).map(({ rows, merged = [] }) => {
    const lines = rows.map(
      (cells, at) =>
        `<row r="${at + 1}">${cells.map((value, column) => cell(value, `${String.fromCharCode(65 + column)}${at + 1}`)).join('')}</row>`,
    );
    const ranges = merged.map(range => `<mergeCell ref="${range}"/>`);
    return `<worksheet><sheetData>${lines.join('')}</sheetData><mergeCells>${ranges.join('')}</mergeCells></worksheet>`;
  });
  const names = Object.keys(sheets);
  return zip(
    {
      'xl/workbook.xml': `<workbook><workbookPr date1904="${Number(is1904)}"/><sheets>${names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join('')}</sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': `<Relationships>${names.map((_, at) => `<Relationship Id="rId${at + 1}" Target="worksheets/sheet${at + 1}.xml"/>`).join('')}</Relationships>`,
      'xl/styles.xml':
        '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy\\ hh:mm"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>',
      ...Object.fromEntries(parts.map((part, at) => [`xl/worksheets/sheet${at + 1}.xml`, part])),
      'xl/sharedStrings.xml': `<sst>${strings.map(text => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('')}</sst>`,
      ...more,
    },
    claimed,
  );
}

/** A spreadsheet of OpenDocument 1.3 with these tables, in the XML of `office:spreadsheet`. */
export function openDocument(
  tables: string,
  { styles = '', manifest = '', more = {} }: { styles?: string; manifest?: string; more?: object } = {},
): Buffer {
  const of = 'urn:oasis:names:tc:opendocument:xmlns:';
  const spaces = ['office', 'table', 'text', 'style', 'manifest'].map(
    name => `xmlns:${name}="${of}${name}:1.0"`,
  );
  const type = 'application/vnd.oasis.opendocument.spreadsheet';
  return zip({
    mimetype: type,
    'META-INF/manifest.xml': `<manifest:manifest ${spaces.join(' ')}><manifest:file-entry manifest:full-path="/" manifest:media-type="${type}"/>${manifest}</manifest:manifest>`,
    'content.xml': `<?xml version="1.0" encoding="UTF-8"?>
<office:document-content ${spaces.join(' ')} office:version="1.3"><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`,
    ...more,
  });
}
