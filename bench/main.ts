import { loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Plan, readPlan } from './arguments.ts';
import { DATA, dataSet } from './data.ts';
import { type Figure, isMet, shown } from './figures.ts';
import { cachedPart } from './file-cache.ts';
import { blocked } from './measures/blocked.ts';
import { coldAndWarm } from './measures/cold.ts';
import { creates } from './measures/creates.ts';
import { facets } from './measures/facets.ts';
import { flat } from './measures/flat.ts';
import { formats } from './measures/formats.ts';
import { imports, largeImport } from './measures/import.ts';
import { inLanguages } from './measures/languages.ts';
import type { Measure, Point, Run } from './measures/measure.ts';
import { memory } from './measures/memory.ts';
import { pages } from './measures/pages.ts';
import { comparedWith } from './measures/peer.ts';
import { people } from './measures/people.ts';
import { rates } from './measures/rates.ts';
import { series } from './measures/series.ts';
import { start } from './measures/start.ts';
import { town } from './measures/town.ts';
import { visits } from './measures/visits.ts';
import { workers } from './measures/workers.ts';
import { watchMachine } from './meter.ts';
import { startPostgres } from './postgres.ts';
import { pinLoad } from './processes.ts';
import { type Conditions, write } from './report.ts';

/** All measures in the order in which they run. */
const measures: readonly Measure[] = [
  ...rates,
  ...coldAndWarm,
  workers,
  flat,
  pages,
  facets,
  ...formats,
  creates,
  imports,
  largeImport,
  start,
  memory,
  town,
  series,
  inLanguages,
  people,
  visits,
  blocked,
];

const figures: Figure[] = [];
const conditions: Conditions[] = [];
const points: (Point & { store: string })[] = [];

async function main(args: string[]): Promise<void> {
  const plan = readPlan(args);
  for (const wanted of plan.only ?? [])
    if (!measures.some(({ name }) => name.startsWith(wanted)))
      throw new TypeError(`--only: no measure is called "${wanted}"`);
  for (const { store, sizes } of plan.stores) await measureStore(plan, store, sizes);
  // Only a full run replaces the kept results.
  const kind = plan.quick ? 'quick/' : args.length > 0 ? 'partial/' : '';
  const folder = fileURLToPath(new URL(`results/${kind}`, import.meta.url));
  const command = ['npm run bench', ...(args.length > 0 ? ['--', ...args] : [])].join(' ');
  console.log(write(folder, { figures, points, conditions }, command));
}

async function measureStore(plan: Plan, store: Run['store'], sizes: readonly number[]): Promise<void> {
  await using _server = store === 'postgres' ? await startPostgres(join(DATA, 'postgres')) : undefined;
  const sets = [];
  for (const size of sizes) sets.push(await dataSet(store, size));
  using _pinned = pinLoad();
  const run: Run = {
    ...{ store, sets, quick: plan.quick },
    rounds: plan.rounds,
    report(figure) {
      figures.push({ store, ...figure });
      tell(oneLine({ store, ...figure }));
    },
    series: point => points.push({ store, ...point }),
    tell,
  };
  if (plan.peer) return await attempt(comparedWith(plan.peer), run);
  for (const measure of measures) if (isWanted(plan, measure)) await attempt(measure, run);
}

/** Runs a measure. If it fails, the report says so, and the others still run. */
async function attempt(measure: Measure, run: Run): Promise<void> {
  const began = performance.now();
  const [load = 0] = loadavg();
  const disturbance = watchMachine();
  try {
    await measure.run(run);
  } catch (error) {
    process.exitCode = 1;
    const context = `failed: ${error instanceof Error ? error.message : error}`;
    run.report({ measure: measure.name, events: '', unit: '', goal: undefined, value: undefined, context });
  }
  const seconds = (performance.now() - began) / 1000;
  const cached = cachedPart(run.sets.at(-1)!);
  conditions.push({ store: run.store, measure: measure.name, seconds, load, cached, ...disturbance() });
}

const isWanted = ({ only }: Plan, { name, onlyNamed }: Measure): boolean =>
  only === undefined ? !onlyNamed : only.some(wanted => name.startsWith(wanted));

function tell(text: string): void {
  console.error(text);
}

function oneLine(figure: Figure): string {
  const { store, measure, events, value, unit, context } = figure;
  const met = isMet(figure);
  const told = value ? `${shown(value.median)}${unit && ` ${unit}`}` : '–';
  return `${store} ${measure} (${events}): ${told}${met === undefined ? '' : met ? ', met' : ', not met'}; ${context}`;
}

await main(process.argv.slice(2));
