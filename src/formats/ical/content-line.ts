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

/** Divides a long line; no character is divided. */
function folded(content: string): string {
  if (content.length * 3 <= MAX_OCTETS) return `${content}\r\n`;
  let divided = '';
  let from = 0;
  /** Lines that continue another begin with a space. */
  let room = MAX_OCTETS;
  /** Where the next character begins that takes more than one octet. */
  let wide = wideFrom(content, 0);
  for (;;) {
    let end = Math.min(from + room, content.length);
    if (wide < end) {
      let octets = wide - from;
      for (end = wide; end < content.length; end++) {
        octets += octetsOf(content.charCodeAt(end));
        if (octets > room) break;
      }
      wide = wideFrom(content, end);
    }
    if (end === content.length) return `${divided}${content.slice(from)}\r\n`;
    divided += `${content.slice(from, end)}\r\n `;
    from = end;
    room = MAX_OCTETS - 1;
  }
}

const WIDE = /[^\0-\x7f]/g;

function wideFrom(content: string, at: number): number {
  WIDE.lastIndex = at;
  return WIDE.test(content) ? WIDE.lastIndex - 1 : content.length;
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
