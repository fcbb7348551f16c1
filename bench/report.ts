import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { type Figure, isMet, shown } from './figures.ts';
import type { Point } from './measures/measure.ts';
import { picture } from './picture.ts';
import { pinned } from './processes.ts';

export interface Results {
  figures: readonly Figure[];
  /** The points of the chart, by store. */
  points: readonly (Point & { store: string })[];
}

/** Writes the report, the chart and the raw figures into a folder; returns the report. */
export function write(folder: string, results: Results, command: string): string {
  mkdirSync(folder, { recursive: true });
  const report = markdown(results, command);
  writeFileSync(join(folder, 'results.md'), report);
  writeFileSync(
    join(folder, 'results.json'),
    `${JSON.stringify({ machine: machine(), ...results }, null, 1)}\n`,
  );
  for (const store of new Set(results.points.map(point => point.store))) {
    const points = results.points.filter(point => point.store === store);
    const file = store === 'sqlite' ? 'flat.svg' : `flat-${store}.svg`;
    if (new Set(points.map(({ events }) => events)).size > 1)
      writeFileSync(join(folder, file), picture(points));
  }
  return report;
}

function machine() {
  const [first] = cpus();
  return {
    cores: cpus().length,
    processor: first?.model.trim() ?? '',
    node: process.version,
    date: new Date().toISOString().slice(0, 10),
    pinned,
  };
}

function markdown({ figures }: Results, command: string): string {
  const { cores, processor, node, date } = machine();
  const judged = figures.map(isMet).filter(met => met !== undefined);
  const lines = figures.map(line);
  return [
    '# Results',
    '',
    `${date}, \`${command}\`, Node ${node}, ${cores} cores (${processor})${pinned ? ', servers on one and the load on the other' : ''}.`,
    `${judged.filter(Boolean).length} of ${judged.length} goals are met. Figures are medians, with the least and the most of their rounds.`,
    '',
    '| store | measure | events | goal | figure | met | in absolute terms |',
    '|---|---|---|---|---|---|---|',
    ...lines,
    '',
  ].join('\n');
}

function line(figure: Figure): string {
  const { store, measure, events, goal, value, unit, context } = figure;
  const unitShown = unit && ` ${unit}`;
  const result = value
    ? `${shown(value.median)}${unitShown} (${shown(value.least)} … ${shown(value.most)})`
    : '–';
  const wanted = goal ? `${goal.is === 'at least' ? '≥' : '≤'} ${shown(goal.bound)}${unitShown}` : '–';
  const met = isMet(figure);
  const cells = [
    store,
    measure,
    events,
    wanted,
    result,
    met === undefined ? '–' : met ? 'yes' : '**no**',
    context,
  ];
  return `| ${cells.join(' | ')} |`;
}
