import { because, type Reason } from '../../intake/reason.ts';
import type { JsonObject } from '../../lib/objects.ts';
import { fold } from '../../lib/text/search-terms.ts';

/** A row as it is numbered in its sheet. Dates and times of workbooks are written as in ISO 8601. */
export interface SheetRow {
  readonly number: number;
  readonly cells: readonly string[];
  /** Nobody sees it, by hand or because of a filter. */
  readonly isHidden?: true;
  /** The texts of its event in other languages. */
  readonly translations?: JsonObject;
}

export interface Sheet {
  /** The name of a sheet of a workbook; '' for a file of text. */
  readonly name: string;
  readonly rows: readonly SheetRow[];
  /** What the report says of how it was read. */
  readonly notes: readonly Reason[];
  /** It has more than what is read. */
  readonly isCut: boolean;
}

/** What is read of a hidden sheet. */
export const NOTHING = { rows: [], notes: [because('hidden')], isCut: false };

const beginsWith = (file: Uint8Array, hex: string): boolean =>
  Buffer.from(file.subarray(0, 4)).toString('hex') === hex;

/** Whether a file is a zip file, as workbooks are. */
export const isZip = (file: Uint8Array): boolean => beginsWith(file, '504b0304');

/** Whether a file is a workbook of the old kind, or one with a password. */
export const isOldWorkbook = (file: Uint8Array): boolean => beginsWith(file, 'd0cf11e0');

/** Bytes by which a file is recognised. */
export const START = 65_536;
/** Bytes of a file. */
export const MAX_BYTES = 20_000_000;
/** Sheets that are read. */
export const MAX_SHEETS = 50;
export const MAX_ROWS = 20_000;
export const MAX_COLUMNS = 200;
/** Characters of a cell; spreadsheets take no more. */
export const MAX_CELL = 32_767;

const YES =
  /^(?:true|t|-?1(?:[.,]0+)?|x|y|yes|s|si|o|oui|j|ja|ok|on|ein|vrai|vero|verdader[oa]?|cert|wahr|a[ck]ti(?:v\w*|u)|enabled|[✓✔☑✅]\ufe0f?)$/;
const NO =
  /^(?:false|f|0(?:[.,]0+)?|n|no|non|nein|off|aus|faux|falso?|falsch|(?:des|in)acti(?:v\w*|u)|deaktiviert|inaktiv|disabled|[✖✗✘❌☐-]\ufe0f?)$/;

/** Yes or no, as people and programs write them; undefined for anything else. */
export function answerIn(text: string): boolean | undefined {
  const plain = fold(text);
  return YES.test(plain) || (NO.test(plain) ? false : undefined);
}
