import { parseArgs } from 'node:util';
import type { StoreName } from './data.ts';

export interface Plan {
  /** The sizes measured, by store. */
  stores: readonly { store: StoreName; sizes: readonly number[] }[];
  /** Names of measures, or their beginnings; undefined for all. */
  only: readonly string[] | undefined;
  quick: boolean;
}

const ALL = [10_000, 100_000, 1_000_000];
const QUICK = [10_000, 50_000];

/** Reads the command line: `--sizes 10000,100000 --stores sqlite --only flat --quick`. */
export function readPlan(args: string[]): Plan {
  const { values } = parseArgs({
    args,
    options: {
      sizes: { type: 'string' },
      stores: { type: 'string' },
      only: { type: 'string' },
      quick: { type: 'boolean', default: false },
    },
  });
  const { quick } = values;
  const stores = list(values.stores ?? (quick ? 'sqlite' : 'sqlite,postgres')).map(asStore);
  const sizes =
    values.sizes &&
    list(values.sizes)
      .map(Number)
      .sort((a, b) => a - b);
  if (sizes && !sizes.every(size => Number.isInteger(size) && size >= 1_000))
    throw new TypeError('--sizes: numbers of events are expected, 1000 at least');
  return {
    stores: stores.map(store => ({ store, sizes: sizes || (quick ? QUICK : ALL) })),
    only: values.only === undefined ? undefined : list(values.only),
    quick,
  };
}

const list = (text: string): string[] => text.split(',').filter(Boolean);

function asStore(name: string): StoreName {
  if (name === 'sqlite' || name === 'postgres') return name;
  throw new TypeError(`--stores: sqlite and postgres are known, not "${name}"`);
}
