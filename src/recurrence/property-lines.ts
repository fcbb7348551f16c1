import { RecurrenceProblem } from './problem.ts';

/** A content line of RFC 5545. Names are in upper case. */
export interface PropertyLine {
  readonly name: string;
  readonly parameters: ReadonlyMap<string, string>;
  readonly value: string;
}

/** Characters of all lines: twice what the most dates with ends need. */
const MAX_LENGTH = 300_000;

const LINE = /^([a-z-]+)((?:;[a-z-]+=(?:"[^"]*"|[^";:]*))*):(.*)$/i;
const PARAMETER = /;([a-z-]+)=(?:"([^"]*)"|([^";:]*))/gi;

/** Reads lines, folded or not. A line that is a rule without its name is tolerated. */
export function propertyLines(lines: string | readonly string[]): PropertyLine[] {
  const texts = typeof lines === 'string' ? [lines] : lines;
  const length = texts.reduce((sum, text) => sum + text.length + 1, 0);
  if (length > MAX_LENGTH) throw new RecurrenceProblem('RRULE', 'too_long', MAX_LENGTH);
  return texts
    .flatMap(text =>
      text
        .trim()
        .replace(/\r?\n[ \t]/g, '')
        .split(/\r\n|\r|\n/),
    )
    .map(line => line.trim())
    .filter(line => line !== '')
    .map(readLine);
}

function readLine(line: string): PropertyLine {
  const [, name, parameters = '', value] = LINE.exec(line) ?? [];
  if (name === undefined || value === undefined) {
    if (!/^(?:[^:]*;)?\s*FREQ\s*=/i.test(line)) throw new RecurrenceProblem(line, 'line');
    return { name: 'RRULE', parameters: new Map(), value: line };
  }
  const read = [...parameters.matchAll(PARAMETER)].map(
    ([, name, quoted, plain]) => [name!.toUpperCase(), quoted ?? plain!] as const,
  );
  return { name: name.toUpperCase(), parameters: new Map(read), value };
}
