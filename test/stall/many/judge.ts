import type { Outcome } from './flood.ts';
import type { Answered, Probe, Probing, Wait } from './probes.ts';
import type { Row } from './rows.ts';
import type { Look } from './service.ts';

/** What a row must stay within. */
export interface Limits {
  /** Megabytes of all processes of the service. */
  readonly memory: number;
  /** Megabytes of the container in which that is promised. */
  readonly container: number;
  /** Whether a document for somebody else may be refused for a while, because very many clients want some. */
  readonly mayRefuse: boolean;
  /** Seconds of processor time of the service when all clients have gone. */
  readonly work: number;
}

/** Two workers have their supervisor beside them. */
export const limitsFor = (workers: number, { source, kind }: Row, memory: number | undefined): Limits => ({
  memory: memory ?? (workers === 1 ? 400 : 650 + (workers - 2) * 250),
  container: workers === 1 ? 512 : 512 * workers,
  mayRefuse: source !== 'one',
  work: MOST_WORK + (kind.takes ?? 0),
});

/** Megabytes below the limit that the service must have when all clients have gone, and it has nothing to do. */
const RELEASED = 50;
/** Seconds of processor time that the service may take when all clients have gone, beside one long request. */
const MOST_WORK = 2;

/** What is judged of a row. Sizes are in megabytes. */
export interface Judged {
  readonly start: number;
  readonly peak: number;
  readonly after: number;
  /** Seconds of processor time after all clients had gone, beyond that for the probes. */
  readonly working: number;
  readonly answers: ReadonlyMap<Probe, readonly Answered[]>;
  readonly outcome: Outcome;
}

/** What is seen while a row goes on. */
interface Present extends Pick<Look, 'ended'>, Pick<Probing, 'waiting'> {
  readonly peak: number;
}

/** What is wrong already, while the row goes on. */
export function faultsDuring({ ended, peak, waiting }: Present, limits: Limits): string[] {
  const late = [...waiting].filter(([probe, wait]) => !wait().isNew && ownOf(wait()) > mostOf(probe, limits));
  return [
    ...(ended > 0 ? [`${ended === 1 ? 'a process has' : `${ended} processes have`} ended`] : []),
    ...(peak > limits.memory ? [`more than ${limits.memory} MB`] : []),
    ...late.map(([{ name }, wait]) => `no answer to ${name} for ${Math.round(wait().waited)} ms`),
  ];
}

/** What is wrong in the end. */
export function judge({ after, working, answers, outcome }: Judged, { mode }: Row, limits: Limits): string[] {
  const rest = limits.memory - RELEASED;
  return [
    ...(after > rest ? [`more than ${rest} MB when all have gone`] : []),
    ...(working > limits.work ? [`it works on when all have gone`] : []),
    ...(mode === 'read' && !outcome[200] && !outcome[201] ? ['no answer to any of them'] : []),
    ...[...answers].flatMap(([probe, all]) => slowness(probe, all, limits)),
  ];
}

/** Judges the answers over connections that are kept open. */
function slowness(probe: Probe, all: readonly Answered[], limits: Limits): string[] {
  const { name, median, isDocument, isAlone } = probe;
  const kept = all.filter(({ isNew }) => !isNew);
  const isRefused = ({ status, isLater }: Answered) => status === 503 && isLater;
  const mayRefuse = limits.mayRefuse && isDocument;
  const failed = kept.filter(answer => answer.status !== 200 && !(mayRefuse && isRefused(answer)));
  const most = mostOf(probe, limits);
  const { middle, longest } = timesOf(kept.map(ownOf));
  return [
    ...(kept.length === 0 && !isAlone ? [`no answer to ${name} over a connection that is kept open`] : []),
    ...(failed.length > 0 ? [`${failed.length} times ${failed[0]!.status || 'no answer'} for ${name}`] : []),
    ...(longest > most ? [`${name} after ${Math.round(longest)} ms`] : []),
    ...(!mayRefuse && middle > median ? [`${name} after ${Math.round(middle)} ms in the middle`] : []),
  ];
}

/** Where very many clients want documents, each waits for a while. */
const mostOf = ({ most, isDocument }: Probe, { mayRefuse }: Limits): number =>
  isDocument && mayRefuse ? 5 * most : most;

/** The part of a wait that the service caused. */
const ownOf = ({ waited, delayed }: Wait): number => Math.max(0, waited - delayed);

/** The median, the 99th percentile and the maximum. */
export function timesOf(times: readonly number[]) {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (part: number) => sorted[Math.floor((sorted.length - 1) * part)] ?? 0;
  return { middle: at(0.5), late: at(0.99), longest: at(1) };
}
