import type { Answer } from './connection.ts';
import { type Figure, type Goal, median, shown, spread } from './figures.ts';
import { type Load, load, type Next } from './load.ts';
import { type Running, startBare } from './processes.ts';

export interface Rounds {
  rounds: number;
  /** Seconds of each round. */
  seconds: number;
}

type Ratio = Pick<Figure, 'unit' | 'goal' | 'value' | 'context'>;

/**
 * The service's responses per second, as a share of a server that only sends the recorded response. The two are
 * measured in turn.
 */
export async function againstBare(
  service: Running,
  recorded: Answer,
  next: Next,
  goal: Goal,
  { rounds, seconds }: Rounds,
): Promise<Ratio> {
  await using bare = await startBare(recorded);
  const pairs: { bare: Load; service: Load }[] = [];
  // The first round warms both up, and does not count.
  for (let round = 0; round <= rounds; round++) {
    const pair = {
      bare: await load(bare.port, next, seconds),
      service: await load(service.port, next, seconds),
    };
    if (round > 0) pairs.push(pair);
  }
  const ratios = pairs.map(pair => pair.service.rate / pair.bare.rate);
  const rate = (of: 'bare' | 'service') => shown(median(pairs.map(pair => pair[of].rate)));
  const busy = Math.max(...pairs.map(pair => pair.bare.busy));
  const limit = busy > 0.95 ? ' (the load generator was the limit of the bare server)' : '';
  const bytes = Buffer.byteLength(recorded.body);
  return {
    unit: '',
    goal,
    value: spread(ratios),
    context: `${rate('service')} of ${rate('bare')} answers/s of ${shown(bytes)} bytes; load generator busy ${Math.round(busy * 100)} %${limit}`,
  };
}
