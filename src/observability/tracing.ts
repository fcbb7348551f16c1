import type { IncomingMessage } from 'node:http';
import type { Handler } from '../lib/http-server.ts';

/** What is known of a span, by the names of OpenTelemetry's semantic conventions. */
export type Attributes = Record<string, string | number>;

/** How a process tells what it does for each request. */
export interface Tracing {
  /** Answers a request by `answer`, within a span that follows the client's own, if it names one. */
  serve(...[request, response]: [...Parameters<Handler>, answer: Handler]): void;
  /** Tells which route a request is for, and the id that its answer carries. */
  route(request: IncomingMessage, route: string | undefined, id: string): void;
  /** Calls `work` within the span of something that is asked of another system. */
  ask<Result>(name: string, attributes: Attributes, work: () => Promise<Result>): Promise<Result>;
  /** What tells the lines of a log which span they belong to. */
  ids(): { trace_id: string; span_id: string } | undefined;
  /** Sends what has not been sent yet, if the collector answers. */
  stop(): Promise<void>;
}
