import type { IncomingMessage } from 'node:http';
import { ConfigError } from '../config.ts';
import type { Handler } from '../net/middleware.ts';

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

/** Undefined where no traces are wanted: then nothing of them is loaded. */
export let tracing: Tracing | undefined;

/**
 * Begins to trace where OpenTelemetry's own variables say where traces are to be sent.
 * @param fail is told why traces could not be sent
 * @throws ConfigError where they ask for what is not offered
 */
export async function startTracing(
  environment: Record<string, string | undefined>,
  fail: (why: string) => void,
): Promise<void> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT } = environment;
  const { OTEL_SDK_DISABLED = '', OTEL_TRACES_EXPORTER = '' } = environment;
  if (!OTEL_EXPORTER_OTLP_ENDPOINT && !OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) return;
  if (/^true$/i.test(OTEL_SDK_DISABLED) || OTEL_TRACES_EXPORTER === 'none') return;
  for (const name of ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'OTEL_EXPORTER_OTLP_PROTOCOL'])
    if (environment[name] === 'grpc') throw new ConfigError(`${name}: expected http/json, not "grpc"`);
  const { openTelemetry } = await import('./open-telemetry.ts');
  tracing = openTelemetry(fail);
}

/** Ends tracing. */
export async function stopTracing(): Promise<void> {
  await tracing?.stop();
  tracing = undefined;
}

/** Calls `work` within a span where traces are wanted. */
export const traced = <Result>(
  name: string,
  attributes: () => Attributes,
  work: () => Promise<Result>,
): Promise<Result> => (tracing ? tracing.ask(name, attributes(), work) : work());
