import { readFileSync } from 'node:fs';
import { registerHooks, syncBuiltinESMExports } from 'node:module';
import { relative } from 'node:path';
import runner from 'node:test';
import { pathToFileURL } from 'node:url';

/** Seconds of processor time, in user and in system mode, by test file. */
export type Prices = Record<string, number>;

/** Follows the processor time of test files that are loaded, and run, one after the other in this process. */
export function followPrices(files: readonly string[]) {
  const prices: Prices = {};
  const byUrl = new Map(files.map(file => [pathToFileURL(file).href, file]));
  let [current, since] = ['', processorTime()];
  const turnTo = (file: string) => {
    const now = processorTime();
    prices[current] = (prices[current] ?? 0) + now - since;
    [current, since] = [file, now];
  };
  registerHooks({
    load(url, context, next) {
      const file = byUrl.get(url);
      if (file) turnTo(file);
      return next(url, context);
    },
  });
  // Those of a file run before the first test of all files, and after the last one.
  for (const name of ['before', 'after'] as const) {
    const declare = runner[name];
    runner[name] = (work = () => {}, options) => {
      const file = current;
      declare((...given: Parameters<typeof work>) => {
        turnTo(file);
        return work(...given);
      }, options);
    };
  }
  syncBuiltinESMExports();
  return {
    /** A test of this file begins. */
    begin(file: string | undefined) {
      if (file) turnTo(relative('', file));
    },
    end(): Prices {
      turnTo('');
      return prices;
    },
  };
}

/** Of this process, and, where the system tells, of its children that have ended. */
function processorTime(): number {
  try {
    const fields = readFileSync('/proc/self/stat', 'latin1').split(') ')[1]!.split(' ');
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return ticks / TICKS_PER_SECOND;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  }
}

const TICKS_PER_SECOND = 100;

/** The files that cost most, on one store or both, and the sum of all. */
export function report(spent: readonly { store: string; prices: Prices }[]): string {
  const all = spent.flatMap(({ store, prices }) =>
    Object.entries(prices).map(([file, seconds]) => ({ store, file, seconds })),
  );
  const sum = (some: readonly { seconds: number }[]) => some.reduce((sum, { seconds }) => sum + seconds, 0);
  const files = [...Map.groupBy(all, ({ file }) => file)]
    .map(([file, parts]) => ({ file, parts, seconds: sum(parts) }))
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, MOST);
  const lines = files.map(({ file, parts, seconds }) => {
    const each = parts.map(({ store, seconds }) => `${store} ${seconds.toFixed(1)}`);
    return `${seconds.toFixed(1).padStart(6)}  ${file || 'the runner'} (${each.join(', ')})`;
  });
  return [
    `Seconds of processor time, user and system: ${sum(all).toFixed(0)} in all. The files that cost most:`,
    ...lines,
  ].join('\n');
}

const MOST = 15;
