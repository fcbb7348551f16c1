import type { EventRow } from '../db/tables.ts';
import { eventMembers, unshownEventColumns } from '../events/members.ts';
import type { LinkedEvent } from './occurrences.ts';
import { ownTexts } from './own-texts.ts';

/** The columns of an event's times: together they are one member of an occurrence, `start_date`. */
export const TIMES = [
  ...(['all_day', 'start_date', 'end_date', 'start_at', 'end_at', 'timezone', 'timezone_abbr'] as const),
] as const satisfies (keyof EventRow)[];

/** The links of an event, by their member. */
export const LINKS = {
  venue: 'venue_ids',
  organizer: 'organizer_ids',
  categories: 'category_ids',
  tags: 'tag_ids',
} as const;

export type LinkMember = keyof typeof LINKS;
export const linkMembers = Object.keys(LINKS) as LinkMember[];

/** The columns of texts in other languages, which an occurrence takes text by text (own-texts.ts). */
export const TRANSLATIONS = ['translations', 'translated'] as const satisfies (keyof EventRow)[];

/** What an occurrence does not take from its series as a whole: identity, place, times, status and what follows. */
const APART = new Set<string>([
  ...['id', 'slug', 'recurrence', 'series_id', 'recurrence_id', 'own_members'],
  ...['search_text', 'modified_at', 'sequence', 'status', 'status_before_trash', ...TIMES],
  ...[...TRANSLATIONS, ...Object.values(LINKS)],
]);

/** The columns that occurrences take from their series as a whole, with the member to which each belongs. */
export const inherited: ReadonlyMap<keyof EventRow, string> = new Map(
  [
    ...Object.entries(eventMembers).flatMap(([name, { columns, history }]) =>
      columns.map(column => [column, typeof history === 'string' ? history : name] as const),
    ),
    ...Object.entries(unshownEventColumns).map(([column, name]) => [column, name || column] as const),
  ].filter(([column]) => !APART.has(column)) as [keyof EventRow, string][],
);

const LINKED = new Map<string, string>(linkMembers.map(name => [LINKS[name], name]));
const TIMED: Readonly<Record<string, string>> = { times: 'start_date', date_utc: 'date' };

/** The member that a part of a patch says. */
export const memberOf = (name: string): string =>
  inherited.get(name as keyof EventRow) ?? LINKED.get(name) ?? TIMED[name] ?? name;

/** The member whose own value is that of an occurrence under a series in the trash: the status that it had before. */
export const STATUS_BEFORE = 'status_before_trash';

/**
 * The names of the members in which an occurrence differs from what its series gives it.
 * @param expected the times that the series gives it
 * @param was the own members before the write
 */
export function ownMembers(
  series: LinkedEvent,
  occurrence: LinkedEvent,
  expected: Pick<EventRow, (typeof TIMES)[number]>,
  was: readonly string[],
): string {
  const columns = [...inherited].flatMap(([column, name]) =>
    occurrence[column] === series[column] ? [] : name,
  );
  const links = linkMembers.filter(name => listed(occurrence, name) !== listed(series, name));
  const times = hasTimes(occurrence, expected) ? [] : ['start_date'];
  const others = [...links, ...times, ...ownTexts(series, occurrence), ...ownStatus(series, occurrence, was)];
  return [...new Set([...columns, ...others])].sort().join();
}

/** Whole days are where their dates are. */
const hasTimes = (occurrence: LinkedEvent, expected: Pick<EventRow, (typeof TIMES)[number]>): boolean =>
  TIMES.every(
    column =>
      occurrence[column] === expected[column] ||
      (occurrence.all_day === 1 && (column === 'start_at' || column === 'end_at')),
  );

/** The order of terms does not matter. */
const listed = (event: LinkedEvent, name: LinkMember): string =>
  (name === 'venue' || name === 'organizer'
    ? event[LINKS[name]]
    : event[LINKS[name]].toSorted((a, b) => a - b)
  ).join();

export const STATUS_COLUMNS = ['status', 'status_before_trash'] as const;

type StatusColumns = Pick<EventRow, (typeof STATUS_COLUMNS)[number]>;

export const hasOwnStatus = (own: readonly string[]): boolean =>
  own.includes('status') || own.includes(STATUS_BEFORE);

function ownStatus(series: StatusColumns, occurrence: StatusColumns, was: readonly string[]): string[] {
  if (occurrence.status !== series.status) return ['status'];
  if (occurrence.status !== 'trash') return [];
  // An occurrence that was put into the trash alone stays there when its series is restored.
  if (was.includes('status')) return ['status'];
  return occurrence.status_before_trash === series.status_before_trash ? [] : [STATUS_BEFORE];
}

/** The status of an occurrence with these own members after a change of its series. */
export function inheritedStatus(
  series: StatusColumns,
  occurrence: StatusColumns,
  own: readonly string[],
): StatusColumns & { own: readonly string[] } {
  const { status, status_before_trash } = occurrence;
  if (own.includes('status') && status !== 'trash' && series.status === 'trash')
    return { status: 'trash', status_before_trash: status, own: renamed(own, 'status', STATUS_BEFORE) };
  if (own.includes(STATUS_BEFORE) && series.status !== 'trash')
    return {
      ...{ status: status_before_trash ?? series.status, status_before_trash: null },
      own: renamed(own, STATUS_BEFORE, 'status'),
    };
  const from = hasOwnStatus(own) ? occurrence : series;
  return { status: from.status, status_before_trash: from.status_before_trash, own };
}

const renamed = (names: readonly string[], from: string, to: string): string[] =>
  names.map(name => (name === from ? to : name)).sort();
