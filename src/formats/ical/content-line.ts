import type { EventRecord } from '../../events/event.ts';
import type { Language } from '../../i18n/language.ts';
import type { View } from '../../records/members.ts'; // Content lines of iCalendar: RFC 5545, section 3.1.
import { shownLanguage } from '../../records/translations/in-language.ts';
import type { LanguageColumns } from '../../records/translations/stored.ts';

/** Octets of a line, without its end. */
const MAX_OCTETS = 75;

/** A content line with its end. The value is written as it is: see `text` and `uri`. */
export const line = (name: string, value: string, parameters: Parameters = {}): string =>
  folded(`${name}${Object.entries(parameters).map(parameter).join('')}:${value}`);

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
  typeof value === 'string' && URL.canParse(value) ? new URL(value).href : undefined;

/** A parameter. What its value may not contain is written as RFC 6868 says. */
function parameter([name, value]: readonly [string, string | undefined]): string {
  if (value === undefined) return '';
  const encoded = clean(value).replaceAll('^', '^^').replaceAll('\n', '^n').replaceAll('"', "^'");
  return `;${name}=${/^[\w/+-]+$/.test(encoded) ? encoded : `"${encoded}"`}`;
}

/** Without control characters; each kind of line end becomes a line feed. */
const clean = (value: string): string =>
  value
    .toWellFormed()
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')
    .replace(CONTROLS, '');

const CONTROLS = /[^\P{Cc}\n]/gu;

/** Divides a long line; no character is divided. */
function folded(content: string): string {
  if (content.length * 3 <= MAX_OCTETS) return `${content}\r\n`;
  const bytes = Buffer.from(content);
  const parts: string[] = [];
  // Lines that continue another begin with a space.
  for (let from = 0, room = MAX_OCTETS; from < bytes.length; room = MAX_OCTETS - 1) {
    let to = Math.min(from + room, bytes.length);
    while (to < bytes.length && isWithinCharacter(bytes[to]!)) to--;
    parts.push(bytes.toString('utf8', from, to));
    from = to;
  }
  return `${parts.join('\r\n ')}\r\n`;
}

const isWithinCharacter = (byte: number): boolean => (byte & 0xc0) === 0x80;

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
): Map<Language | undefined, string[]> =>
  new Map(
    [...Map.groupBy(terms, term => shownLanguage(term, 'name', view))].map(([language, all]) => [
      language,
      all.map(({ name }) => name),
    ]),
  );
