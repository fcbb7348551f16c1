import { open } from 'node:fs/promises';
import { because } from '../../intake/reason.ts';
import { SourceError } from '../../intake/source-item.ts';
import { beginsObject, isAgenda } from './agenda-json.ts';
import { isOldWorkbook, isZip, MAX_BYTES, START } from './sheet.ts';

/**
 * A file that is a spreadsheet, by its name or its first bytes; undefined for any other.
 * @throws SourceError if it is too large, and errors of the file system
 */
export async function sheetFile(path: string): Promise<Buffer | undefined> {
  await using file = await open(path);
  const { buffer: start } = await file.read(Buffer.alloc(START), 0, START, 0);
  const { size } = await file.stat();
  const isSheet = NAMED.test(path) || isWorkbook(start);
  if (!isSheet && (size > MAX_BYTES || !beginsObject(start.toString()))) return undefined;
  if (size > MAX_BYTES) throw new SourceError(because('large_file', { megabytes: MAX_BYTES / 1e6 }));
  const content = await file.readFile();
  return isSheet || isAgenda(content.toString()) ? content : undefined;
}

const NAMED = /\.(?:csv|tsv|tab|xlsx|xlsm|xls|ods)$/i;

const isWorkbook = (start: Uint8Array): boolean => isZip(start) || isOldWorkbook(start);

/** Whether what an address answers is a spreadsheet. */
export const isSheetAnswer = (type: string, { pathname }: URL, start: Uint8Array): boolean =>
  /^(?:text\/(?:csv|tab-separated-values)|application\/(?:csv|vnd\.openxmlformats-officedocument\.spreadsheetml\.sheet|vnd\.ms-excel|vnd\.oasis\.opendocument\.spreadsheet))\b/i.test(
    type,
  ) ||
  (NAMED.test(pathname) && !/\bhtml\b/i.test(type)) ||
  isWorkbook(start);

const isGoogle = ({ hostname, pathname }: URL): boolean =>
  hostname === 'docs.google.com' && /^(?:\/a\/[^/]+)?\/spreadsheets\//.test(pathname);

/**
 * Google's page of a spreadsheet, as people copy it, as the address of what it has: the sheet that is open, or all of
 * them. Any other address as it is.
 */
export function rowsAddress(address: URL): URL {
  const { pathname, search, hash } = address;
  const [, published = '', id, page] = /\/d\/(e\/)?([\w-]+)(?:\/(\w+))?/.exec(pathname) ?? [];
  const isRows = page === 'export' || page === 'gviz' || /\boutput=(?:csv|tsv|xlsx)\b/.test(search);
  if (!isGoogle(address) || id === undefined || isRows) return address;
  const [, gid] = /\bgid=(\d+)/.exec(hash + search) ?? [];
  const what = published ? 'pub?single=true&output=' : 'export?format=';
  const all = published ? 'pub?output=xlsx' : 'export?format=xlsx';
  return new URL(`/spreadsheets/d/${published}${id}/${gid ? `${what}csv&gid=${gid}` : all}`, address);
}

/** A page in place of the rows: only who signs in may read them. */
export const isSignInForRows = (address: URL, type: string): boolean =>
  isGoogle(address) && /\bhtml\b/i.test(type);

/** Google answers the rows of a spreadsheet from a host of its own. */
export const isRowsRedirect = (from: URL, to: URL): boolean =>
  from.hostname === 'docs.google.com' &&
  to.protocol === 'https:' &&
  /\.googleusercontent\.com$/.test(to.hostname);

/** Whether an address is probably that of a spreadsheet. */
export const isSheetAddress = (address: URL): boolean => NAMED.test(address.pathname) || isGoogle(address);

export const OF_SHEETS = 'text/csv, */*;q=0.1';
