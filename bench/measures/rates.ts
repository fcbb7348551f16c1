import { type Answer, Connection, get } from '../connection.ts';
import type { DataSet, StoreName } from '../data.ts';
import { atLeast } from '../figures.ts';
import { EVENTS } from '../kinds.ts';
import type { Next } from '../load.ts';
import { type Running, startService } from '../processes.ts';
import { againstBare, ratioOf } from '../ratio.ts';
import { type Measure, type Run, size } from './measure.ts';

/** A request that is sent again and again to a process that has answered it before. */
interface Repeated {
  name: string;
  goal: Record<StoreName, number>;
  /** The requests, and a response that stands for all; or why there is none. */
  prepare(service: Running, set: DataSet): Promise<{ recorded: Answer; next: Next } | string>;
}

/** PostgreSQL is asked before an answer whether anything has changed. */
const UNCHANGED = { sqlite: 0.7, postgres: 0.65 };

const asked: readonly Repeated[] = [
  {
    name: 'repeated',
    goal: UNCHANGED,
    async prepare(service) {
      const next = () => get(EVENTS);
      return { next, recorded: await record(service, next()) };
    },
  },
  {
    name: 'conditional',
    goal: UNCHANGED,
    async prepare(service) {
      const etag = /\r\netag: ([^\r]+)/i.exec((await record(service, get(EVENTS))).head)?.[1];
      if (etag === undefined) return 'no ETag';
      const request = get(EVENTS, { 'if-none-match': etag });
      const recorded = await record(service, request);
      return recorded.status === 304 ? { recorded, next: () => request } : `${recorded.status}, not 304`;
    },
  },
];

/** Responses per second, as a share of a server that only sends the bytes of one of them. */
export const rates: readonly Measure[] = asked.map(({ name, goal, prepare }) => ({
  name,
  async run(run: Run) {
    const bound = goal[run.store];
    for (const set of run.sets) {
      await using service = await startService(set);
      const prepared = await prepare(service, set);
      const head = { measure: name, events: size(set) };
      if (typeof prepared === 'string') {
        run.report({ ...head, unit: '', goal: atLeast(bound), value: undefined, context: prepared });
        continue;
      }
      const { recorded, next } = prepared;
      const pairs = await againstBare(service, recorded, next, run.rounds);
      run.report({ ...head, ...ratioOf(pairs, recorded, atLeast(bound)) });
    }
  },
}));

async function record({ port }: Running, request: string): Promise<Answer> {
  const connection = await Connection.open(port);
  return connection.ask(request, true).finally(() => connection.close());
}

/** The response of median length among several. */
export async function typical(service: Running, next: Next): Promise<Answer> {
  const answers: Answer[] = [];
  for (let i = 0; i < SAMPLES; i++) answers.push(await record(service, next()));
  return answers.sort((a, b) => a.body.length - b.body.length)[SAMPLES >> 1]!;
}

const SAMPLES = 31;
