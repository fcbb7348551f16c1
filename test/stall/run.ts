import type { Candidate } from './candidate.ts';
import { type Measured, measureSurely } from './measure.ts';
import type { Stage } from './stage.ts';

export interface Plan {
  /** Milliseconds for which no request may block others. */
  readonly bound: number;
  /** Milliseconds after which the client gives up. */
  readonly limit: number;
  /** The measure that counts. */
  waitOf(measured: Measured): number;
}

/**
 * How long others waited because of this request. Other load on the machine makes them wait longer, but does not keep
 * the service's thread busy.
 */
export const waitOf = ({ waited, worked }: Measured): number => Math.min(waited, worked);

export interface Result extends Measured {
  readonly candidate: Candidate;
  readonly wait: number;
}

export interface Report {
  readonly results: Result[];
  /** Requests skipped, because one of their parts alone did not finish in time. */
  skipped: number;
}

/**
 * Sends each of these requests alone.
 * @param most number of blocking requests after which the run ends
 */
export async function run(
  stage: Stage,
  candidates: Iterable<Candidate>,
  plan: Plan,
  { most = Infinity, tell = () => {} }: { most?: number; tell?: (result: Result) => void } = {},
): Promise<Report> {
  const report: Report = { results: [], skipped: 0 };
  const hopeless = new Set<string>();
  let stalls = 0;
  for (const candidate of candidates) {
    if (stalls >= most) break;
    if (candidate.parts.some(part => hopeless.has(part))) {
      report.skipped++;
      continue;
    }
    const measured = await measureSurely(stage, candidate, plan, plan.waitOf);
    const result = { ...measured, candidate, wait: plan.waitOf(measured) };
    report.results.push(result);
    if (isStall(result, plan)) stalls++;
    if (measured.status === undefined && candidate.parts.length === 1) hopeless.add(candidate.parts[0]!);
    tell(result);
  }
  return report;
}

/** Whether a request blocks others for too long, or is never answered. */
export const isStall = ({ wait, status }: Result, { bound }: Plan): boolean =>
  wait > bound || status === undefined;

/** A result as one line. */
export function line({ waited, worked, took, status, candidate: { operation, as, about } }: Result): string {
  const ms = (value: number) => String(Math.round(value)).padStart(6);
  const answered = status === undefined ? 'given up' : status === 0 ? 'cut off' : String(status);
  return `${ms(waited)} ${ms(worked)} ${ms(took)}  ${answered.padEnd(8)} ${operation}  ${as ?? 'anonymous'}  ${about.slice(0, 150)}`;
}

export const HEAD = 'waited worked   took  answer   operation  sender  what was sent (milliseconds)';
