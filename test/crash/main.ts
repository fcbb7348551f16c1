import { parseArgs } from 'node:util';
import type { Store } from './engine.ts';
import { crashRounds, type Report } from './rounds.ts';

// Kills the service and its database again and again: `npm run crashtest -- --rounds 200 --store sqlite`.

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '200' },
    store: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    events: { type: 'string', default: '2400' },
    workers: { type: 'string', default: '1' },
  },
});
const { rounds, seed, events, workers } = {
  rounds: Number(values.rounds),
  seed: Number(values.seed),
  events: Number(values.events),
  workers: Number(values.workers),
};
const stores: Store[] = ['sqlite', 'postgres'];
const chosen = stores.filter(store => values.store === undefined || store === values.store);
if (chosen.length === 0 || ![rounds, seed, events, workers].every(Number.isInteger)) {
  console.error(
    'Expected: --rounds NUMBER, --store sqlite or postgres, --seed NUMBER, --events NUMBER, --workers NUMBER; each may be left out.',
  );
  process.exit(2);
}

for (const store of chosen) {
  console.log(`${store}: ${rounds} rounds, seed ${seed}, ${events} events beforehand, ${workers} workers`);
  const began = performance.now();
  const seconds = () => Math.round((performance.now() - began) / 100) / 10;
  let reached = 0;
  const passed = (round: number, report: Report) => {
    reached = round;
    if (round % 20 === 0 || round === rounds)
      console.log(`  ${round} rounds, ${seconds()} s: ${summary(report)}`);
  };
  try {
    await crashRounds({ store, rounds, seed, events, workers, passed });
    console.log(`${store}: nothing was lost, and nothing is there in part`);
  } catch (error) {
    console.error(`${store}, seed ${seed}: failed after ${reached} rounds`);
    throw error;
  }
}

function summary({ acknowledged, unsure, killed }: Report): string {
  const victims = [...killed].map(([victim, times]) => `${victim} ${times}`);
  return `${acknowledged} writes acknowledged, ${unsure} not; killed: ${victims.join(', ')}`;
}
