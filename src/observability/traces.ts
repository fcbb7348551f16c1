import { ConfigError } from '../config.ts';
import { isCheckout, manifest } from '../version.ts';
import type { SpanAttributes, Tracing } from './open-telemetry.ts';

/** Undefined if tracing is off: its modules are not loaded then. */
export let tracing: Tracing | undefined;

/**
 * Starts tracing if OpenTelemetry's own variables name an endpoint.
 * @param fail called with the reason if traces could not be sent
 * @returns why there are no traces, if they are wanted and OpenTelemetry is not installed
 * @throws ConfigError if the variables ask for an unsupported protocol
 */
export async function startTracing(
  environment: Record<string, string | undefined>,
  fail: (why: string) => void,
): Promise<string | undefined> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT } = environment;
  const { OTEL_SDK_DISABLED = '', OTEL_TRACES_EXPORTER = '' } = environment;
  if (!OTEL_EXPORTER_OTLP_ENDPOINT && !OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) return undefined;
  if (/^true$/i.test(OTEL_SDK_DISABLED) || OTEL_TRACES_EXPORTER === 'none') return undefined;
  for (const name of ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'OTEL_EXPORTER_OTLP_PROTOCOL'])
    if (environment[name] === 'grpc') throw new ConfigError(`${name}: expected http/json, not "grpc"`);
  try {
    const { openTelemetry } = await import('./open-telemetry.ts');
    tracing = openTelemetry(fail);
    return undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    return `OpenTelemetry is not installed: npm install ${isCheckout() ? '--no-save' : '--global'} ${Object.entries(
      manifest().peerDependencies,
    )
      .map(([name, range]) => `${name}@${range.replace('^', '')}`)
      .join(' ')}`;
  }
}

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
