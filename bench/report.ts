import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { type Figure, isMet, shown } from './figures.ts';
import type { Point } from './measures/measure.ts';
import type { Disturbance } from './meter.ts';
import { picture } from './picture.ts';
import { pinned } from './processes.ts';

export interface Results {
  figures: readonly Figure[];
  /** The points of the chart, by store. */
  points: readonly (Point & { store: string })[];
  conditions: readonly Conditions[];
}

/** The state of the machine during a measure. */
export interface Conditions extends Partial<Disturbance> {
  store: string;
  measure: string;
  seconds: number;
  /** The load average of a minute at its beginning. */
  load: number;
  /** The part of the largest calendar's store that the system had in its cache at its end. */
  cached: number | undefined;
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

function markdown({ figures, conditions }: Results, command: string): string {
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
    '## The machine meanwhile',
    '',
    'Stolen is what the host of a virtual machine gave to others, and other processes are those that are not of the',
    'benchmark: both as parts of all cores. The store is the largest calendar, at the end of the measure.',
    '',
    '| store | measure | took | stolen | other processes | load before | store in the system’s cache |',
    '|---|---|---|---|---|---|---|',
    ...conditions.map(condition),
    '',
  ].join('\n');
}

function condition({ store, measure, seconds, stolen, others, load, cached }: Conditions): string {
  const percent = (part: number | undefined) =>
    part === undefined ? '–' : `${(part * 100).toFixed(part < 0.1 ? 1 : 0)} %`;
  const cells = [
    `${Math.round(seconds)} s`,
    percent(stolen),
    percent(others),
    load.toFixed(1),
    percent(cached),
  ];
  return `| ${[store, measure, ...cells].join(' | ')} |`;
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
