import { addSeconds } from './calendar.ts';
import { RecurrenceProblem } from './problem.ts';
import { type NthWeekday, type Recurrence, type Rule, type Wall, WEEKDAYS } from './rule.ts';

/**
 * The lines of a recurrence, always in one form: `RRULE`, `RDATE`, `RDATE` of periods, `EXDATE`. The parts of a rule
 * stand in the order in which they are applied; what is the default is left out. All times are wall time of the event.
 */
export function recurrenceLines(recurrence: Recurrence, { allDay }: { readonly allDay: boolean }): string[] {
  const { rule, dates, excluded } = recurrence;
  const single = dates.filter(date => date.end === undefined).map(date => date.start);
  const periods = dates.flatMap(({ start, end }) =>
    end === undefined ? [] : [`${basic(start)}/${basic(allDay ? (addSeconds(end, 1) ?? end) : end)}`],
  );
  return [
    ...(rule ? [`RRULE:${ruleValue(rule, allDay)}`] : []),
    ...line('RDATE', single, allDay),
    ...(periods.length > 0 ? [`RDATE;VALUE=PERIOD:${periods}`] : []),
    ...line('EXDATE', excluded, allDay),
  ];
}

/** The value of an `RRULE`. */
export function ruleValue(rule: Rule, allDay: boolean): string {
  const parts = {
    FREQ: rule.frequency,
    INTERVAL: rule.interval === 1 ? undefined : rule.interval,
    COUNT: rule.count,
    UNTIL: rule.until === undefined ? undefined : dateValue(rule.until, allDay),
    BYMONTH: rule.byMonth,
    BYYEARDAY: rule.byYearDay,
    BYMONTHDAY: rule.byMonthDay,
    BYDAY: rule.byDay.map(weekdayValue),
    BYSETPOS: rule.bySetPos,
    WKST: rule.weekStart === 0 ? undefined : WEEKDAYS[rule.weekStart],
  };
  return Object.entries(parts)
    .filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0))
    .map(([name, value]) => `${name}=${value}`)
    .join(';');
}

const line = (name: string, walls: readonly Wall[], allDay: boolean): string[] =>
  walls.length === 0
    ? []
    : [`${name}${allDay ? ';VALUE=DATE' : ''}:${walls.map(wall => dateValue(wall, allDay))}`];

const dateValue = (wall: Wall, allDay: boolean): string => (allDay ? basic(wall).slice(0, 8) : basic(wall));

/** `2031-05-06 19:30:00` as `20310506T193000`. */
export const basic = (wall: Wall): string => wall.replace(/[-:]/g, '').replace(' ', 'T');

const weekdayValue = ({ weekday, ordinal }: NthWeekday): string =>
  `${ordinal === 0 ? '' : ordinal}${WEEKDAYS[weekday]}`;

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
