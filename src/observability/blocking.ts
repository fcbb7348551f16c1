import { AsyncLocalStorage } from 'node:async_hooks';
import type { Server, ServerResponse } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import { addMiddleware, hasBody } from '../lib/http-server.ts';
import { blockingRequests } from './measures.ts';

/** Milliseconds for which a request may keep the event loop from everything else. */
const MAX_BLOCKING = 50;

/** A request that is being worked on. */
interface Work {
  readonly log: FastifyBaseLogger;
  readonly method: string;
  /** The template of its route, once that is known; undefined is whatever no route is for. */
  route?: string | undefined;
  /** The id that its answer carries. */
  reqId?: string;
  readonly response: ServerResponse;
  /** Milliseconds for which it kept the event loop to itself, in one piece. */
  longest: number;
}

const context = new AsyncLocalStorage<Work>();

/** All that the event loop does from `since` on is for this request, until another one goes on. */
let current: Work | undefined;
let since = 0;

/**
 * Tells once they are over which requests kept the event loop to themselves for more than 50 ms in one piece. It begins
 * with the arrival of the request, the end of its body or its going on with the store, and ends where another request
 * goes on, or with the iteration of the event loop.
 */
export function watchBlocking(server: Server, log: FastifyBaseLogger): void {
  const goOn = addMiddleware(server, (request, response) => {
    const work: Work = { log, response, method: request.method ?? '', longest: 0 };
    context.run(work, () => {
      begin(work);
      if (hasBody(request.headers)) request.once('end', () => begin(work));
      goOn(request, response);
    });
  });
}

/** Says what the request that is being worked on asks for. */
export function nameWork(route: string | undefined, reqId: string): void {
  const work = context.getStore();
  if (!work) return;
  work.route = route;
  work.reqId = reqId;
}

/**
 * Says that the request in whose course this is called goes on: before what may take long, where others may have gone on
 * since it began to wait.
 */
export function resumeWork(): void {
  const work = context.getStore();
  if (work) begin(work);
}

function begin(work: Work): void {
  const now = performance.now();
  if (current) end(now);
  // It comes with this iteration and causes no other one.
  else setImmediate(endIteration).unref();
  current = work;
  since = now;
}

function endIteration(): void {
  end(performance.now());
  current = undefined;
}

function end(now: number): void {
  const work = current!;
  const ms = now - since;
  if (ms <= MAX_BLOCKING || ms <= work.longest) return;
  const isKnown = work.longest > 0;
  work.longest = ms;
  if (isKnown) return;
  // What it asks for is known by then, and nothing longer comes.
  if (work.response.closed) tell(work);
  else work.response.once('close', () => tell(work));
}

function tell(work: Work): void {
  if (current === work) end(performance.now());
  const { log, method, route = 'other', reqId, longest } = work;
  blockingRequests.of(route).value++;
  log.warn({ reqId, method, route, ms: Math.round(longest) }, 'the request blocked all others');
}
