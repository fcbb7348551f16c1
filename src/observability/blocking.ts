import { AsyncLocalStorage } from 'node:async_hooks';
import type { Server, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { addMiddleware, hasBody } from '../lib/http-server.ts';
import { onResume } from '../lib/pacer.ts';
import { blockingRequests } from './measures.ts';

/** Milliseconds for which a request may block the event loop. */
const MAX_BLOCKING = 50;

/** A request in progress. */
interface Work {
  readonly log: Pick<Logger, 'debug' | 'warn'>;
  readonly method: string;
  /** The template of its route, once known; undefined for unknown paths. */
  route?: string | undefined;
  reqId?: string;
  /** Whether it is the first one of its route in this process, for which code is loaded and compiled. */
  isFirst?: boolean;
  readonly response: ServerResponse;
  /** The longest time in milliseconds for which it blocked the event loop without a break. */
  longest: number;
}

const context = new AsyncLocalStorage<Work>();

/** The methods and routes of the requests so far. There are as many as operations. */
const answered = new Set<string>();

/** The request for which the event loop has been working since `since`. */
let current: Work | undefined;
let since = 0;

/**
 * Logs requests that blocked the event loop for more than 50 ms without a break, once they are over: the first one of a
 * route, for which code is loaded, at the level of debugging. A piece of work
 * begins when the request or the end of its body arrives, or when it continues after a query or a pause. It ends when
 * another request continues, or with the iteration of the event loop.
 */
export function watchBlocking(server: Server, log: Work['log']): void {
  onResume(resumeWork);
  const next = addMiddleware(server, (request, response) => {
    const work: Work = { log, response, method: request.method ?? '', longest: 0 };
    context.run(work, () => {
      begin(work);
      if (hasBody(request.headers)) request.once('end', () => begin(work));
      next(request, response);
    });
  });
}

/** Sets the route and the id of the current request. */
export function nameWork(route: string | undefined, reqId: string): void {
  const work = context.getStore();
  if (!work) return;
  work.route = route;
  work.reqId = reqId;
  const known = `${work.method} ${route}`;
  work.isFirst = !answered.has(known);
  answered.add(known);
}

/**
 * Marks the current request as the one at work. Call it before work that may take long after a wait, during which other
 * requests may have run.
 */
export function resumeWork(): void {
  const work = context.getStore();
  if (work) begin(work);
}

function begin(work: Work): void {
  const now = performance.now();
  if (current) end(now);
  // `unref` keeps it from causing another iteration.
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
  // By then the route is known, and the longest block too.
  if (work.response.closed) report(work);
  else work.response.once('close', () => report(work));
}

function report(work: Work): void {
  if (current === work) end(performance.now());
  const { log, method, route = 'other', reqId, longest } = work;
  blockingRequests.of(route).value++;
  const level = work.isFirst ? 'debug' : 'warn';
  log[level]({ reqId, method, route, ms: Math.round(longest) }, 'the request blocked all others');
}
