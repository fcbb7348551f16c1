import { request } from 'node:http';
import { basic } from '../client.ts';
import type { Candidate, Sent } from './candidate.ts';
import type { Stage } from './stage.ts';

/** How long one request kept others waiting. */
export interface Measured {
  /** Milliseconds of the longest wait of who asks beside it. */
  readonly waited: number;
  /** Milliseconds of processor time of the longest turn of the event loop; as long as the wait where that is not known. */
  readonly worked: number;
  /** Milliseconds until it was answered. */
  readonly took: number;
  /** What it was answered; 0 where it was cut off, undefined where it was given up. */
  readonly status: number | undefined;
}

/** Milliseconds for which a service that has given up a request may go on with it. */
const GRACE = 1000;

/** Sends a request beside one who asks whether the service is healthy. */
export async function measure(
  stage: Stage,
  candidate: Candidate,
  attempt: number,
  limit: number,
): Promise<Measured> {
  const { service, calendar } = stage;
  const sent = candidate.make(calendar, attempt);
  await service.turns('begin');
  service.pinger.begin();
  const began = performance.now();
  const status = await send(stage, candidate, sent, limit);
  const took = performance.now() - began;
  const { waited, answered } = await service.pinger.end(GRACE);
  if (!answered) {
    // Whatever it does, it may do for minutes.
    const gone = performance.now() - began;
    await stage.restart();
    return { waited: gone, worked: gone, took, status };
  }
  return { waited, worked: await service.turns('end'), took, status };
}

function send(
  stage: Stage,
  { method, as }: Candidate,
  { path, headers, body }: Sent,
  limit: number,
): Promise<number | undefined> {
  const { promise, resolve } = Promise.withResolvers<number | undefined>();
  const account = as && stage.store.accounts[as];
  const signed = account && { authorization: basic(account.user, account.app_password) };
  const length = body && { 'content-length': String(body.length) };
  const asking = request(
    {
      host: '127.0.0.1',
      port: stage.service.port,
      method,
      path,
      agent: false,
      headers: { ...length, ...signed, ...headers },
    },
    answer => {
      answer.resume();
      answer.once('end', () => resolve(answer.statusCode));
      answer.once('error', () => resolve(answer.statusCode));
    },
  );
  const timer = setTimeout(() => {
    resolve(undefined);
    asking.destroy();
  }, limit);
  asking.once('error', () => resolve(0));
  asking.end(body);
  return promise.finally(() => clearTimeout(timer));
}

/** How often a request is sent that keeps others waiting for too long: what really does, does so each time. */
const ATTEMPTS = 5;
/** What takes so many times as long as it may need not be sent that often. */
const CLEARLY = 5;

/** The shortest of the waits, of as many attempts as it takes to be sure. */
export async function measureSurely(
  stage: Stage,
  candidate: Candidate,
  { bound, limit }: { bound: number; limit: number },
  waitOf: (measured: Measured) => number,
): Promise<Measured> {
  let best = await measure(stage, candidate, 0, limit);
  const isSure = (attempts: number) =>
    waitOf(best) <= bound || best.status === undefined || (attempts > 1 && waitOf(best) > bound * CLEARLY);
  for (let attempt = 1; attempt < ATTEMPTS && !isSure(attempt); attempt++) {
    const again = await measure(stage, candidate, attempt, limit);
    if (waitOf(again) < waitOf(best)) best = again;
  }
  return best;
}
