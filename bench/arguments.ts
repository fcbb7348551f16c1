import { parseArgs } from 'node:util';
import type { StoreName } from './data.ts';
import type { Rounds } from './ratio.ts';

/** Programs that can be installed and compared with Almanac. */
const PEERS = ['directus', 'platformatic'] as const;
export type PeerName = (typeof PEERS)[number];

export interface Plan {
  /** The sizes measured, by store. */
  stores: readonly { store: StoreName; sizes: readonly number[] }[];
  /** Names of measures, or their beginnings; undefined for all. */
  only: readonly string[] | undefined;
  quick: boolean;
  /** The program with which alone Almanac is compared. */
  peer: PeerName | undefined;
  /** Rounds of each measure and their seconds. */
  rounds: Rounds;
}

const ALL = [10_000, 100_000, 1_000_000];
const QUICK = [10_000, 50_000];

/** Reads the command line: `--sizes 10000,100000 --stores sqlite --only flat --rounds 3 --quick`. */
export function readPlan(args: string[]): Plan {
  const { values } = parseArgs({
    args,
    options: {
      sizes: { type: 'string' },
      stores: { type: 'string' },
      only: { type: 'string' },
      quick: { type: 'boolean', default: false },
      peer: { type: 'string' },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
    },
  });
  const { quick } = values;
  const peer = PEERS.find(name => name === values.peer);
  if (values.peer !== undefined && !peer)
    throw new TypeError(`--peer: ${PEERS.join(' and ')} are known, not "${values.peer}"`);
  const stores = list(peer ? 'sqlite' : (values.stores ?? (quick ? 'sqlite' : 'sqlite,postgres'))).map(
    asStore,
  );
  const sizes =
    values.sizes &&
    list(values.sizes)
      .map(Number)
      .sort((a, b) => a - b);
  if (sizes && !sizes.every(size => Number.isInteger(size) && size >= 1_000))
    throw new TypeError('--sizes: numbers of events are expected, 1000 at least');
  return {
    stores: stores.map(store => ({ store, sizes: sizes || (peer ? [10_000] : quick ? QUICK : ALL) })),
    only: values.only === undefined ? undefined : list(values.only),
    rounds: {
      rounds: number('rounds', values.rounds) ?? (quick ? 3 : 5),
      seconds: number('seconds', values.seconds) ?? (quick ? 0.25 : 2),
    },
    ...{ quick, peer },
  };
}

function number(name: string, text: string | undefined): number | undefined {
  if (text === undefined || Number(text) > 0) return text === undefined ? undefined : Number(text);
  throw new TypeError(`--${name}: a number above 0 is expected, not "${text}"`);
}

const list = (text: string): string[] => text.split(',').filter(Boolean);

function asStore(name: string): StoreName {
  if (name === 'sqlite' || name === 'postgres') return name;
  throw new TypeError(`--stores: sqlite and postgres are known, not "${name}"`);
}
