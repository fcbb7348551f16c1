import { ConfigError } from '../config.ts';
import type { Attributes, Tracing } from './tracing.ts';

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
