import { shown } from '../figures.ts';
import { holds, quantile, type Row, type Verdict } from './rules.ts';
import type { Group } from './traffic.ts';

const MB = 1e6;

const time = (group: Group, part: number) => (row: Row) => quantile(row.times.get(group) ?? [], part);

/** The columns of the table: heading and figure. Times are medians and 99th percentiles, in ms. */
const columns: readonly (readonly [string, (row: Row) => number | undefined])[] = [
  ['minute', ({ at }) => at / 60],
  ['answers', ({ answers }) => answers],
  ...(['read', 'search', 'write', 'picture'] as const).flatMap(
    group =>
      [
        [group.padStart(7), time(group, 0.5)],
        ['  99', time(group, 0.99)],
      ] as const,
  ),
  ['busy s', ({ sample }) => sample.busy / 1000],
  ['blocked ms', ({ sample }) => sample.blocked],
  ['RSS MB', ({ sample }) => sample.resident / MB],
  ['heap MB', ({ sample }) => sample.heap / MB],
  ['files', ({ sample }) => sample.files],
  ['handles', ({ sample }) => sample.handles],
  ['store MB', ({ sample }) => sample.store / MB],
  ['log MB', ({ sample }) => sample.wal / MB],
  ['index MB', ({ sample }) => sample.indexes / MB],
];

export const head = (): string => columns.map(([name]) => name).join('  ');

export const line = (row: Row): string =>
  columns
    .map(([name, of]) => {
      const value = of(row);
      return (value === undefined ? '–' : shown(value)).padStart(name.length);
    })
    .join('  ');

/** The result of the run, rule by rule. */
export function verdicts(all: readonly Verdict[]): string {
  const lines = all.map(verdict => {
    const { name, unit, before, after, most } = verdict;
    const change = `${shown(before)} → ${shown(after)}, at most ${shown(most)} ${unit}`.trimEnd();
    return `${holds(verdict) ? 'ok     ' : 'CREEPS '} ${name}: ${change}`;
  });
  return lines.join('\n');
}
