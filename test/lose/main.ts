import { parseArgs } from 'node:util';
import { random } from '../../bench/random.ts';
import { type Losses, loseRounds } from './rounds.ts';

// Types, and kills the service and the browser again and again: `npm run losetest -- --rounds 1000`.

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '1000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const [rounds, seed] = [Number(values.rounds), Number(values.seed)];
if (![rounds, seed].every(Number.isInteger)) {
  console.error('Expected: --rounds NUMBER and --seed NUMBER; each may be left out.');
  process.exit(2);
}
console.log(`${rounds} rounds, seed ${seed}`);
const losses = await loseRounds(rounds, random(seed), (round, losses) => {
  if (round % 10 === 0) console.log(`  ${round} rounds: ${told(losses)}`);
});
console.log(`No character older than a second was lost: ${told(losses)}`);

function told({ killed, typed, lost, oldest }: Losses): string {
  const victims = Object.entries(killed).map(([victim, times]) => `${victim} ${times}`);
  return `${typed} characters typed, ${lost} lost, the oldest of them ${oldest} ms old; killed: ${victims.join(', ')}`;
}
