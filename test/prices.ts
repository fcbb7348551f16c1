import { registerHooks, syncBuiltinESMExports } from 'node:module';
import { dirname, relative } from 'node:path';
import runner from 'node:test';
import { pathToFileURL } from 'node:url';
import { processSeconds } from './processor-time.ts';

/** Seconds of processor time, in user and in system mode, by test file. */
export type Prices = Record<string, number>;

/** Follows the processor time of test files that are loaded, and run, one after the other in this process. */
export function followPrices(files: readonly string[]) {
  const prices: Prices = {};
  const byUrl = new Map(files.map(file => [pathToFileURL(file).href, file]));
  let [current, since] = ['', processSeconds()];
  const turnTo = (file: string) => {
    if (file === current) return;
    const now = processSeconds();
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

/**
 * Processor time by folder of tests, and that of the files that cost most, on one store or both.
 * @param servers that of the server of PostgreSQL, which works for all files
 */
export function report(spent: readonly { store: string; prices: Prices }[], servers: number): string {
  const all = spent.flatMap(({ store, prices }) =>
    Object.entries(prices).map(([file, seconds]) => ({ store, file, seconds })),
  );
  const others = [{ store: 'PostgreSQL', file: 'the server of PostgreSQL', seconds: servers }];
  return [
    `Seconds of processor time, user and system: ${sumOf([...all, ...others]).toFixed(0)} in all, by folder:`,
    ...linesOf([...all, ...others], ({ file }) => folderOf(file)),
    'The files that cost most:',
    ...linesOf(all, ({ file }) => file || 'the runner').slice(0, MOST),
  ].join('\n');
}

const MOST = 15;

interface Price {
  store: string;
  file: string;
  seconds: number;
}

const sumOf = (prices: readonly Price[]) => prices.reduce((sum, { seconds }) => sum + seconds, 0);

/** `src/http` for all files below it. */
const folderOf = (file: string) =>
  file.includes('/') ? dirname(file).split('/').slice(0, 2).join('/') : file || 'the runner';

/** A line for each name, the dearest first, with its price on each store. */
function linesOf(prices: readonly Price[], nameOf: (price: Price) => string): string[] {
  return [...Map.groupBy(prices, nameOf)]
    .map(([name, parts]) => ({ name, parts, seconds: sumOf(parts) }))
    .sort((one, other) => other.seconds - one.seconds)
    .map(({ name, parts, seconds }) => {
      const stores = [...Map.groupBy(parts, ({ store }) => store)];
      const each = stores.map(([store, parts]) => `${store} ${sumOf(parts).toFixed(1)}`);
      return `${seconds.toFixed(1).padStart(6)}  ${name} (${each.join(', ')})`;
    });
}
