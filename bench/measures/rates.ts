import { type Answer, Connection, get } from '../connection.ts';
import type { DataSet } from '../data.ts';
import { atLeast, type Goal } from '../figures.ts';
import { EVENTS } from '../kinds.ts';
import type { Next } from '../load.ts';
import { type Running, startService } from '../processes.ts';
import { pick, random } from '../random.ts';
import { againstBare } from '../ratio.ts';
import { varied } from '../varied.ts';
import { type Measure, type Run, size } from './measure.ts';

/** A read that is repeated in a measure of responses per second, with its goal as a share of the bare server's rate. */
interface RepeatedRead {
  name: string;
  goal: number;
  next(set: DataSet): Next;
}

const asked: readonly RepeatedRead[] = [
  { name: 'repeated', goal: 0.7, next: () => () => get(EVENTS) },
  { name: 'varied', goal: 0.2, next: set => varied(set, true) },
  { name: 'varied, no search', goal: 0.2, next: set => varied(set, false) },
  { name: 'single', goal: 0.6, next: singles },
];

/** Responses per second, as a share of a server that only sends the bytes of one of them. */
export const rates: readonly Measure[] = [
  ...asked.map(({ name, goal, next }) => ({
    name,
    run: (run: Run) =>
      eachSet(run, name, async (service, set) => {
        const requests = next(set);
        return { recorded: await middling(service, requests), requests, goal: atLeast(goal) };
      }),
  })),
  {
    name: 'conditional',
    run: (run: Run) =>
      eachSet(run, 'conditional', async service => {
        const etag = /\r\netag: ([^\r]+)/i.exec((await record(service, get(EVENTS))).head)?.[1];
        if (etag === undefined) return 'no ETag';
        const request = get(EVENTS, { 'if-none-match': etag });
        const recorded = await record(service, request);
        if (recorded.status !== 304) return `${recorded.status} instead of 304`;
        return { recorded, requests: () => request, goal: atLeast(0.7) };
      }),
  },
];

type Prepared = { recorded: Answer; requests: Next; goal: Goal } | string;

async function eachSet(
  run: Run,
  measure: string,
  prepare: (service: Running, set: DataSet) => Promise<Prepared>,
): Promise<void> {
  for (const set of run.sets) {
    await using service = await startService(set);
    const prepared = await prepare(service, set);
    const head = { measure, events: size(set) };
    if (typeof prepared === 'string') {
      run.report({ ...head, unit: '', goal: atLeast(0.7), value: undefined, context: prepared });
      continue;
    }
    const { recorded, requests, goal } = prepared;
    run.report({ ...head, ...(await againstBare(service, recorded, requests, goal, run.rounds)) });
  }
}

async function record({ port }: Running, request: string): Promise<Answer> {
  const connection = await Connection.open(port);
  return connection.ask(request, true).finally(() => connection.close());
}

/** The response of median length among several. */
async function middling(service: Running, next: Next): Promise<Answer> {
  const answers: Answer[] = [];
  for (let i = 0; i < SAMPLES; i++) answers.push(await record(service, next()));
  return answers.sort((a, b) => a.body.length - b.body.length)[SAMPLES >> 1]!;
}

const SAMPLES = 31;

/** A random event by its id. */
function singles({ readable }: DataSet): Next {
  const draw = random(5);
  return () => get(`${EVENTS}/${pick(draw, readable)}`);
}
