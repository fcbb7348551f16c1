import { ConfigError } from '../config.ts';
import type { SpanAttributes, Tracing } from './tracing.ts';

/** Undefined if tracing is off: its modules are not loaded then. */
export let tracing: Tracing | undefined;

/**
 * Starts tracing if OpenTelemetry's own variables name an endpoint.
 * @param fail called with the reason if traces could not be sent
 * @throws ConfigError if the variables ask for an unsupported protocol
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

/** Stops tracing. */
export async function stopTracing(): Promise<void> {
  await tracing?.stop();
  tracing = undefined;
}

/** Calls `work` within a span if tracing is on. */
export const traced = <Result>(
  name: string,
  attributes: () => SpanAttributes,
  work: () => Promise<Result>,
): Promise<Result> => (tracing ? tracing.ask(name, attributes(), work) : work());
