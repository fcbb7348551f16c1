import { request } from 'node:http';
import { basic } from '../client.ts';
import type { Candidate, Sent } from './candidate.ts';
import type { Stage } from './stage.ts';

/** How long one request blocked others. */
export interface Measured {
  /** Milliseconds of the longest concurrent request to /healthz. */
  readonly waited: number;
  /** Milliseconds of processor time of the longest turn of the event loop; equal to `waited` if unknown. */
  readonly worked: number;
  /** Milliseconds until the response. */
  readonly took: number;
  /** The status of the response; 0 for a closed connection, undefined after the time limit. */
  readonly status: number | undefined;
}

/** Milliseconds for which a service may go on with a request after its client has given up. */
const GRACE = 1000;

/** Sends a request together with requests to /healthz. */
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
    // Its work may go on for minutes.
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

/** The most attempts of a request that blocks others for too long. A real fault shows each time. */
const ATTEMPTS = 5;
/** A wait of this many times the bound needs fewer attempts. */
const CLEARLY = 5;

/** The shortest wait of several attempts. */
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
