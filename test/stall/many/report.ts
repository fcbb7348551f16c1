import { timesOf } from './judge.ts';
import { nameOf, type Row } from './rows.ts';
import type { Measured } from './run.ts';

/** What the columns of a line are. */
export const HEAD = `
memory of the service in MB: at the start, at the peak, when all clients have gone
seconds: until the clients have gone, and of processor time after that
answers by status, 0 for none; what others waited for, with median/99th percentile/maximum in ms, over
connections that are kept open; /healthz alone comes over a new one each time, and is not judged
`;

/** A row as one line. */
export function line(row: Row, times: number, seen: Measured): string {
  const { start, peak, after, took, working, faults, outcome } = seen;
  const memory = [start, peak, after].map(size => String(Math.round(size)).padStart(4)).join(' ');
  const answers = Object.entries(outcome).flatMap(([status, count]) =>
    count > 0 ? `${count}×${status}` : [],
  );
  const waits = [...seen.answers].map(([{ name, isAlone }, all]) => {
    const { middle, late, longest } = timesOf(
      all.flatMap(({ waited, isNew }) => (isNew === Boolean(isAlone) ? waited : [])),
    );
    return `${name} ${[middle, late, longest].map(Math.round).join('/')}`;
  });
  return [
    `${faults.length > 0 ? 'FAILS' : 'ok   '} ${memory} MB ${took.toFixed(1).padStart(5)} s ${working.toFixed(1)} s`,
    nameOf(row, times),
    answers.join(' '),
    waits.join(', '),
    ...(faults.length > 0 ? [faults.join('; ')] : []),
  ].join('  ');
}
