import { type Language, typographyOf } from '../i18n/language.ts';
import { errorWords } from '../i18n/messages.ts';
import { reasons as ca } from '../i18n/reasons/ca.ts';
import { reasons as en, type Reasons } from '../i18n/reasons/en.ts';
import { reasons as es } from '../i18n/reasons/es.ts';
import { reasons as fr } from '../i18n/reasons/fr.ts';
import { type ErrorKey, filled } from '../i18n/say.ts';
import { reasonOf } from '../images/input.ts';
import { isObject } from '../lib/objects.ts';
import type { ImageRefused } from '../pictures/refused.ts';
import type { RecurrenceProblem } from '../recurrence/problem.ts';

const texts = { ca, en, fr, es } satisfies Record<Language, Reasons>;

/** Why something was left out, changed or not read, for readers of any language. Kept reports have it as JSON. */
export interface Reason {
  readonly code: keyof Reasons | ErrorKey;
  readonly values?: Readonly<Record<string, ReasonValue>>;
}

type ReasonValue = string | number | Reason;

type Names<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
type ValuesOf<Text> = [Names<Text>] extends [never]
  ? []
  : [values: Readonly<Record<Names<Text>, ReasonValue>>];

/** Characters of a value. */
const MOST = 300;

export function because<Code extends keyof Reasons>(
  code: Code,
  ...[values]: ValuesOf<(typeof en)[Code]>
): Reason {
  if (!values) return { code };
  const bounded = Object.entries<ReasonValue>(values).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.slice(0, MOST) : value,
  ]);
  return { code, values: Object.fromEntries(bounded) };
}

/** Why a picture is none here. */
export const becausePicture = (error: ImageRefused, address: string): Reason => ({
  code: reasonOf(error),
  values: { name: address.slice(0, MOST) },
});

/** Why a recurrence cannot be read. */
export const becauseOf = ({ key, part, value }: RecurrenceProblem): Reason => ({
  code: key,
  values: { part, value, name: 'recurrence' },
});

export const isReason = (value: unknown): value is Reason =>
  isObject(value) && typeof value.code === 'string';

export function sayWhy(why: Reason | string, language: Language): string {
  // Reports of earlier versions have texts.
  if (typeof why === 'string') return why;
  const { code, values = {} } = why;
  const shown = Object.entries(values).map(([name, value]) => [
    name,
    isReason(value) ? sayWhy(value, language) : value,
  ]);
  return filled(templateOf(code, language), Object.fromEntries(shown));
}

type Spoken<Told> = Told extends Reason
  ? string
  : Told extends object
    ? { [Name in keyof Told]: Spoken<Told[Name]> }
    : Told;

/** A report with its reasons as texts. */
export const spoken = <Told>(report: Told): Spoken<Told> =>
  JSON.parse(JSON.stringify(report, (_, value) => (isReason(value) ? sayWhy(value, 'en') : value)));

function templateOf(code: string, language: Language): string {
  const own: Readonly<Record<string, string>> = texts[language];
  // Earlier versions had reasons of their own for the rows of a spreadsheet.
  const known = code.replace(/^row_(?=gone)/, '');
  const text = Object.hasOwn(own, known) ? own[known]! : undefined;
  if (text !== undefined) return typographyOf(language).text?.(text) ?? text;
  // A later version may have kept it.
  return Object.hasOwn(errorWords, code) ? errorWords[code as ErrorKey][language] : code;
}
