import { type Language, languages } from '../../i18n/language.ts';
import { monthIn } from '../../when/when.ts';

/** The month, or the year, of dates that name none. */
export interface Month {
  /** `2031-05-01 00:00:00`, from when on a date is the next one. */
  readonly from: string;
  /** `2031-05`, in which a day of the month must be; a year alone says nothing of it. */
  readonly within: string;
  readonly hasYear: boolean;
}

/** What people write for a month in their sheets. */
export interface MonthContext {
  readonly language: Language;
  /** The wall time of whoever reads them. */
  readonly now: string;
}

/** The month that a title, a row between others or the name of a sheet says: `MAIG 2031`, `05-2031`. */
export function writtenMonth(text: string, context: MonthContext, before?: Month): Month | undefined {
  const [, year, month, other, its] =
    /^(?:(\d{4})[-_/. ](\d\d?)|(\d\d?)[-_/. ](\d{4}))$/.exec(text.trim()) ?? [];
  if (year ?? its) return monthNamed(Number(month ?? other), Number(year ?? its), context, before);
  const found = [context.language, ...languages].map(one => monthIn(text, one)).find(Boolean);
  return found && monthNamed(found.month, found.year, context, before);
}

/** The month of a sheet, by what stands above its headings and its name: none if they say several. */
export function monthOfTitles(titles: readonly string[], context: MonthContext): Month | undefined {
  const names = titles.filter(text => !CHANGED.test(text));
  const months = names.flatMap(text => writtenMonth(text, context) ?? []);
  const year = names.map(yearIn).find(Boolean);
  const season = names.flatMap(text => seasonIn(text) ?? []).at(0);
  const [month, ...others] = new Set(months.map(({ within }) => within.slice(5)));
  if (others.length > 0) return undefined;
  if (month !== undefined)
    return months.find(({ hasYear: isYearSaid }) => isYearSaid) ?? monthNamed(Number(month), year, context);
  const from = season ? `${season}-08-01` : year ? `${year}-01-01` : undefined;
  return from === undefined ? undefined : { from: `${from} 00:00:00`, within: '', hasYear: false };
}

/** The first year of a season: `Curs 2026-2027`, `2026/27`, which begins after the summer. */
function seasonIn(text: string): number | undefined {
  const [, first, second] = /(?<![\d/-])(20\d\d) ?[-–/] ?(?:20)?(\d\d)(?![\d/-])/.exec(text) ?? [];
  return Number(second) > 12 && Number(second) === (Number(first) + 1) % 100 ? Number(first) : undefined;
}

/** Titles that tell when a sheet was changed. */
const CHANGED = /actuali[tz]|update|mise? à jour|\b(?:edici|versi|revis|publi[ck]|impr[ei])/i;

/** The only year in a title. */
function yearIn(text: string): number | undefined {
  const [year, ...others] = new Set(text.match(/(?<!\d)(?:19|20)\d\d(?!\d)/g));
  return year === undefined || others.length > 0 ? undefined : Number(year);
}

/** The month in columns of its own. */
export function monthInCells(month: string, year: string, context: MonthContext): Month | undefined {
  const number = /^\d{4}$/.test(year) ? Number(year) : undefined;
  if (month === '')
    return number === undefined ? undefined : { from: `${number}-01-01 00:00:00`, within: '', hasYear: true };
  if (/^\d{1,2}$/.test(month)) return monthNamed(Number(month), number, context);
  return writtenMonth(`${month} ${year}`.trim(), context);
}

/** A month without a year is of that of the one before, or the next that is not over. */
function monthNamed(
  month: number,
  said: number | undefined,
  { now }: MonthContext,
  before?: Month,
): Month | undefined {
  if (month < 1 || month > 12) return undefined;
  const [ofYear, ofMonth] = (before?.within || now).split('-').map(Number) as [number, number];
  const year = said ?? (month < ofMonth ? ofYear + 1 : ofYear);
  const within = `${year}-${String(month).padStart(2, '0')}`;
  const isYearSaid = said !== undefined || before?.hasYear === true;
  return { from: `${within}-01 00:00:00`, within, hasYear: isYearSaid };
}
