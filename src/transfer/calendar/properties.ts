import ICAL from 'ical.js';
import { MAX_TEXT } from '../../limits.ts';
import type { LeftOutCounts } from './left-out.ts';
import type { ScannedEvent, ScannedFile } from './scan.ts';
import { decoded, rawLines } from './text.ts';

/** A property of a component. Texts are without their escapes; dates, rules and durations as they are written. */
export interface Property {
  readonly name: string;
  /** By name in lower case. */
  readonly params: Readonly<Record<string, string>>;
  /** The parameter VALUE in lower case, or what the property has by default. */
  readonly type: string;
  readonly values: readonly string[];
}

/** The properties of a component, by name in upper case. */
export type Properties = ReadonlyMap<string, readonly Property[]>;

export const one = (properties: Properties, name: string): Property | undefined => properties.get(name)?.[0];

/** The text of a property; '' if there is none. */
export const valueIn = (properties: Properties, name: string): string => textIn(one(properties, name));

export const textIn = (property: Property | undefined): string => property?.values.join(',').trim() ?? '';

/** The properties of an event in a file. Other lines are left out and reported. */
export function eventProperties(
  { text }: ScannedFile,
  part: ScannedEvent,
  leftOut: LeftOutCounts,
): Properties {
  const lines: UnfoldedLine[] = [];
  const open: string[] = [];
  for (const { text: raw, number } of rawLines(text, part.from, part.to)) {
    const [, mark, name = ''] = /^\s*(BEGIN|END)\s*:\s*([\w-]+)\s*$/i.exec(raw) ?? [];
    if (mark?.toUpperCase() === 'BEGIN') open.push(name);
    else if (mark) open.pop();
    else if (open.length !== 1) continue;
    else if (lines.length < MAX_LINES) addLine(lines, decoded(shortened(raw)), part.line + number - 1);
    else leftOut.line('no_property', part.line + number - 1);
  }
  return propertiesOf(lines, leftOut);
}

/** More lines than any event has. */
const MAX_LINES = 200_000;
/** Characters of a line: more than any text, list of dates or rule has. A picture in the file may be longer. */
const MAX_LENGTH = 10 * MAX_TEXT;

const shortened = (line: string): string =>
  /^(?:ATTACH|IMAGE)\b/i.test(line) ? line : line.slice(0, MAX_LENGTH);

type UnfoldedLine = { text: string; number: number; isProse: boolean };

/** Adds a line, or a line that a program forgot to fold to the one that it continues. */
function addLine(lines: UnfoldedLine[], text: string, number: number): void {
  const last = lines.at(-1);
  const isProse = /^(?:DESCRIPTION|SUMMARY|LOCATION|COMMENT|X-ALT-DESC)\b/i.test(text);
  if (last?.isProse && !LINE.test(text) && !FOREIGN_LINE.test(text))
    last.text += last.text.length < MAX_LENGTH ? `\\n${text}` : '';
  else lines.push({ text, number, isProse });
}

/** Names of properties are in capitals everywhere, so that other lines can be told from them. */
const LINE = /^[A-Z][A-Z0-9-]*(?:;(?:"[^"]*"|[^":]){0,10000})?:/;
const FOREIGN_LINE =
  /^(?:dtstart|dtend|duration|summary|description|location|uid|rrule|exdate|rdate|url|status)[;:]/i;

export function propertiesOf(
  lines: readonly { text: string; number: number }[],
  leftOut: LeftOutCounts,
): Properties {
  const properties = new Map<string, Property[]>();
  for (const { text, number } of lines) {
    const property = parseLine(text);
    const alike = property && properties.getOrInsertComputed(property.name, () => []);
    if (!alike) leftOut.line('no_property', number, text);
    else if (alike.length < MAX_ALIKE) alike.push(property);
    else leftOut.property(property.name);
  }
  return properties;
}

/** More properties of one name than any event has. */
const MAX_ALIKE = 1000;

/** Longer than the parameters of any property. */
const MAX_HEAD = 10_000;

/** A content line; undefined for anything else. */
function parseLine(line: string): Property | undefined {
  const head = line.search(/:/);
  if (head === -1 || head > MAX_HEAD) return undefined;
  try {
    const [name, params, type, ...values] = ICAL.parse.property(mended(line), DESIGN) as JCalProperty;
    if (!/^[\w-]+$/.test(name)) return undefined;
    return { name: name.toUpperCase(), params: textsOf(params), type, values: values.map(text) };
  } catch {
    return undefined;
  }
}

type JCalProperty = [name: string, params: Record<string, unknown>, type: string, ...values: unknown[]];

const text = (value: unknown): string => String(value).replaceAll('\0', '');

const textsOf = (params: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));

/** A zone's name with a colon ought to be in quotation marks, an empty parameter ought not to be there. */
const mended = (line: string): string =>
  line
    .replace(/^([\w-]+;(?:[^":]*;)?TZID=)([^":;]*:[^";]*)((?:;[^":]*)?:[^:]*)$/i, '$1"$2"$3')
    .replace(/^([\w-]+)((?:;[\w-]+=(?:"[^"]*"|[^":;]*))*);(?=:)/, '$1$2');

/** The value of an escape. Other characters stand for themselves. */
const unescaped = (value: string): string =>
  value.replace(/\\([\s\S])/g, (_, escaped: string) => (/n/i.test(escaped) ? '\n' : escaped));

const asText = { fromICAL: unescaped };

/**
 * The types that the library reads: texts alone. Dates and rules that are not as they should be would come back
 * mutilated, so they are read as they are written.
 */
const DESIGN = {
  name: 'calendar files',
  propertyGroups: false,
  value: { text: asText },
  param: ICAL.design.icalendar.param,
  property: {
    ...Object.fromEntries(
      ['summary', 'description', 'location', 'comment', 'contact', 'uid', 'status', 'class', 'name']
        .concat(['styled-description', 'x-alt-desc', 'x-wr-calname', 'x-cost'])
        .map(name => [name, { defaultType: 'text', allowedTypes: ['text'] }]),
    ),
    ...Object.fromEntries(
      ['categories', 'x-tags'].map(name => [name, { defaultType: 'text', multiValue: ',' }]),
    ),
    ...Object.fromEntries(['exdate', 'rdate'].map(name => [name, { defaultType: 'raw', multiValue: ',' }])),
  },
};

/** Whether an event has a rule or further dates. */
export const repeats = (properties: Properties): boolean =>
  ['RRULE', 'RDATE'].some(name =>
    (properties.get(name) ?? []).some(({ values }) => values.join('').trim() !== ''),
  );
