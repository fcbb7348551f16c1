import type { IncomingMessage } from 'node:http';
import type { Handler } from '../lib/http-server.ts';

/** Attributes of a span, named by OpenTelemetry's semantic conventions. */
export type SpanAttributes = Record<string, string | number>;

/** The tracing of requests and of calls to other systems. */
export interface Tracing {
  /** Calls `answer` within a span, which continues the client's trace, if any. */
  serve(...[request, response]: [...Parameters<Handler>, answer: Handler]): void;
  /** Sets the route and the id of a request's span. */
  route(request: IncomingMessage, route: string | undefined, id: string): void;
  /** Calls `work` within a span for a call to another system. */
  ask<Result>(name: string, attributes: SpanAttributes, work: () => Promise<Result>): Promise<Result>;
  /** The ids of the current span, for log lines. */
  ids(): { trace_id: string; span_id: string } | undefined;
  /** Sends the remaining spans if the collector answers. */
  stop(): Promise<void>;
}
