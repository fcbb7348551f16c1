import type { View } from '../../records/members.ts';
import { shownLanguage } from '../../records/translations/in-language.ts';
import type { LanguageColumns } from '../../records/translations/stored.ts';

// Content lines of iCalendar: RFC 5545, section 3.1.

/** Octets of a line, without its end. */
const MAX_OCTETS = 75;

/** A content line with its end. The value is written as it is: see `text` and `uri`. */
export function line(name: string, value: string, parameters: Parameters = {}): string {
  let head = name;
  for (const parameterName in parameters) head += parameter(parameterName, parameters[parameterName]);
  return folded(`${head}:${value}`);
}

/** Those without a value are left out. */
export type Parameters = Readonly<Record<string, string | undefined>>;

/** A value of type TEXT. */
export const text = (value: string): string =>
  SPECIAL.test(value)
    ? clean(value)
        .replace(/[\\;,]/g, '\\$&')
        .replaceAll('\n', '\\n')
    : value;

/** A list of values of type TEXT. */
export const texts = (values: readonly string[]): string => values.map(text).join(',');

/** A value of type URI; undefined if it is not an absolute one. */
export const uri = (value: unknown): string | undefined =>
  typeof value === 'string' ? URL.parse(value)?.href : undefined;

/** A parameter. What its value may not contain is written as RFC 6868 says. */
function parameter(name: string, value: string | undefined): string {
  if (value === undefined) return '';
  if (/^[\w/+-]+$/.test(value)) return `;${name}=${value}`;
  const encoded = clean(value).replaceAll('^', '^^').replaceAll('\n', '^n').replaceAll('"', "^'");
  return `;${name}="${encoded}"`;
}

/** Without control characters; each kind of line end becomes a line feed. */
const clean = (value: string): string =>
  UNCLEAN.test(value)
    ? value
        .toWellFormed()
        .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
        .replaceAll('\t', ' ')
        .replace(CONTROLS, '')
    : value;

/** Hardly any text has one. Pairs of surrogates are found, too: without the flag `u` the search takes half of the time. */
const UNCLEAN = /[^\n -~\u00a0-\u2027\u202a-\ud7ff\ue000-\uffff]/;
/** The same, and what is escaped. */
const SPECIAL = /[^ -+\--:<-[\]-~\u00a0-\u2027\u202a-\ud7ff\ue000-\uffff]/;
const CONTROLS = /[^\P{Cc}\n]/gu;

/** Divides a long line; no character is divided. Lines that continue another begin with a space. */
function folded(content: string): string {
  if (content.length * 3 <= MAX_OCTETS) return `${content}\r\n`;
  const octets = Buffer.from(content);
  let divided = '';
  let from = 0;
  for (let room = MAX_OCTETS; octets.length - from > room; room = MAX_OCTETS - 1) {
    let end = from + room;
    // An octet that continues a character.
    while ((octets[end]! & 0xc0) === 0x80) end--;
    divided += `${octets.toString('utf8', from, end)}\r\n `;
    from = end;
  }
  return `${divided}${from === 0 ? content : octets.toString('utf8', from)}\r\n`;
}

/** The parameter of a text of one record. */
export const languageOf = (
  row: Partial<LanguageColumns> | undefined,
  column: string,
  view: View,
): Parameters => ({ LANGUAGE: row && shownLanguage(row, column, view) });

/** The parameter of a text that consists of the names of several records; none if their languages differ. */
export function sharedLanguage(rows: readonly Partial<LanguageColumns>[], view: View): Parameters {
  const [language, ...others] = new Set(rows.map(row => shownLanguage(row, 'name', view)));
  return { LANGUAGE: others.length > 0 ? undefined : language };
}
