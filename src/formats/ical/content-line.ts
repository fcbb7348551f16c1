import type { EventRecord } from '../../events/event.ts';
import type { Language } from '../../i18n/language.ts';
import type { View } from '../../records/members.ts'; // Content lines of iCalendar: RFC 5545, section 3.1.
import { shownLanguage } from '../../records/translations/in-language.ts';
import type { LanguageColumns } from '../../records/translations/stored.ts';

/** Octets of a line, without its end. */
const MAX_OCTETS = 75;

/** A content line with its end. The value is written as it is: see `text` and `uri`. */
export function line(name: string, value: string, parameters: Parameters = {}): string {
  let head = name;
  for (const told in parameters) head += parameter(told, parameters[told]);
  return folded(`${head}:${value}`);
}

/** Those without a value are left out. */
export type Parameters = Readonly<Record<string, string | undefined>>;

/** A value of type TEXT. */
export const text = (value: string): string =>
  clean(value)
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n');

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

/** Hardly any text has one. */
const UNCLEAN = /[^\P{Cc}\n]|[\u2028\u2029\p{Cs}]/u;
const CONTROLS = /[^\P{Cc}\n]/gu;

/** Divides a long line; no character is divided. */
function folded(content: string): string {
  if (content.length * 3 <= MAX_OCTETS) return `${content}\r\n`;
  let divided = '';
  let from = 0;
  let octets = 0;
  for (let at = 0; at < content.length; at++) {
    const size = octetsOf(content.charCodeAt(at));
    if (octets + size > MAX_OCTETS) {
      // Lines that continue another begin with a space.
      divided += `${content.slice(from, at)}\r\n `;
      from = at;
      octets = 1;
    }
    octets += size;
  }
  return `${divided}${content.slice(from)}\r\n`;
}

/** The first half of a pair of surrogates stands for both. */
function octetsOf(unit: number): number {
  if (unit < 0x80) return 1;
  if (unit < 0x800) return 2;
  if (unit < 0xd800 || unit > 0xdfff) return 3;
  return unit < 0xdc00 ? 4 : 0;
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

/** The names of terms by their languages, in the order of the terms: a list has one language. */
export const namesByLanguage = (
  terms: EventRecord['categories'],
  view: View,
): Map<Language | undefined, string[]> => {
  const all = new Map<Language | undefined, string[]>();
  for (const term of terms)
    all.getOrInsertComputed(shownLanguage(term, 'name', view), () => []).push(term.name);
  return all;
};
