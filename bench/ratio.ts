import type { Answer } from './connection.ts';
import { type Cost, cpuShown, measured } from './cost.ts';
import { type Figure, type Goal, median, shown, spread } from './figures.ts';
import type { Next } from './load.ts';
import { type Running, startBare } from './processes.ts';

export interface Rounds {
  rounds: number;
  /** Seconds of each round. */
  seconds: number;
}

/** A round of the service, and one of the bare server before it. */
export interface Pair {
  bare: Cost;
  service: Cost;
}

/**
 * The service's responses per second, as a share of a server that only sends the recorded response. The two are
 * measured in turn.
 */
export async function againstBare(
  service: Running,
  recorded: Answer,
  next: Next,
  { rounds, seconds }: Rounds,
): Promise<Pair[]> {
  await using bare = await startBare(recorded);
  const pairs: Pair[] = [];
  // The first round warms both up, and does not count.
  for (let round = 0; round <= rounds; round++) {
    const pair = {
      bare: await measured(bare, next, { seconds }),
      service: await measured(service, next, { seconds }),
    };
    if (round > 0) pairs.push(pair);
  }
  return pairs;
}

type Told = Pick<Figure, 'unit' | 'goal' | 'value' | 'context'>;

/** The line of a report about rates. */
export function ratioOf(pairs: readonly Pair[], recorded: Answer, goal: Goal | undefined): Told {
  const rate = (of: 'bare' | 'service') => shown(median(pairs.map(pair => pair[of].rate)));
  const busy = Math.max(...pairs.map(pair => pair.bare.busy));
  const limit = busy > 0.95 ? ' (the load generator was the limit of the bare server)' : '';
  const bytes = shown(Buffer.byteLength(recorded.body));
  return {
    unit: '',
    goal,
    value: spread(pairs.map(pair => pair.service.rate / pair.bare.rate)),
    context: `${rate('service')} of ${rate('bare')} answers/s of ${bytes} bytes, ${cpuShown(middling(pairs))}; load generator busy ${Math.round(busy * 100)} %${limit}`,
  };
}

const middling = (pairs: readonly Pair[]): Pick<Cost, 'cpu' | 'storeCpu'> => ({
  cpu: median(pairs.map(({ service }) => service.cpu)),
  storeCpu: median(pairs.map(({ service }) => service.storeCpu)),
});
