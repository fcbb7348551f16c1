import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  context,
  DiagLogLevel,
  diag,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import type { Handler } from '../lib/http-server.ts';
import { version } from '../version.ts';

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

/** Milliseconds to wait for the collector, unless OpenTelemetry's variables set a timeout. A stop waits as long. */
const EXPORT_TIMEOUT = 2000;

/** Starts OpenTelemetry tracing, configured by its own variables. */
export function openTelemetry(fail: (why: string) => void): Tracing {
  const provider = startProvider(fail);
  const tracer = provider.getTracer('almanac', version());
  const spans = new WeakMap<IncomingMessage, { span: Span; method: string }>();
  return {
    serve(request, response, answer) {
      const method = methodOf(request);
      const before = propagation.extract(ROOT_CONTEXT, request.headers);
      const span = tracer.startSpan(
        method === '_OTHER' ? 'HTTP' : method,
        { kind: SpanKind.SERVER, attributes: attributesOf(request) },
        before,
      );
      spans.set(request, { span, method });
      response.once('close', () => end(span, response));
      context.with(trace.setSpan(before, span), answer, undefined, request, response);
    },
    route(request, route, id) {
      const { span, method } = spans.get(request) ?? {};
      span?.setAttribute('almanac.request_id', id);
      if (route === undefined) return;
      span?.setAttribute('http.route', route);
      span?.updateName(`${method === '_OTHER' ? 'HTTP' : method} ${route}`);
    },
    ask: (name, attributes, work) =>
      tracer.startActiveSpan(name, { kind: SpanKind.CLIENT, attributes }, async span => {
        try {
          return await work();
        } catch (error) {
          fails(span, typeOf(error));
          throw error;
        } finally {
          span.end();
        }
      }),
    ids() {
      const { traceId: trace_id, spanId: span_id } = trace.getActiveSpan()?.spanContext() ?? {};
      return trace_id && span_id ? { trace_id, span_id } : undefined;
    },
    stop: () => provider.shutdown(),
  };
}

function startProvider(fail: (why: string) => void): NodeTracerProvider {
  const { OTEL_EXPORTER_OTLP_TIMEOUT, OTEL_EXPORTER_OTLP_TRACES_TIMEOUT } = process.env;
  const isTimed = OTEL_EXPORTER_OTLP_TIMEOUT || OTEL_EXPORTER_OTLP_TRACES_TIMEOUT;
  const exporter = new OTLPTraceExporter(isTimed ? {} : { timeoutMillis: EXPORT_TIMEOUT });
  const ignore = () => {};
  diag.setLogger(
    // Without the context of the request that happened to be running.
    {
      error: why => context.with(ROOT_CONTEXT, fail, undefined, why),
      warn: ignore,
      info: ignore,
      debug: ignore,
      verbose: ignore,
    },
    DiagLogLevel.ERROR,
  );
  const own = resourceFromAttributes({ 'service.name': 'almanac', 'service.version': version() });
  const provider = new NodeTracerProvider({
    resource: own.merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  provider.register();
  return provider;
}

function end(span: Span, response: ServerResponse): void {
  const { statusCode, writableFinished } = response;
  // Otherwise the client disconnected.
  if (writableFinished) span.setAttribute('http.response.status_code', statusCode);
  if (writableFinished && statusCode >= 500) fails(span, String(statusCode));
  span.end();
}

/** Records only the type of the error: its message may contain data. */
function fails(span: Span, type: string): void {
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

const typeOf = (error: unknown): string =>
  error instanceof Error ? String((error as { code?: unknown }).code ?? error.name) : 'unknown';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT']);

/** The method as defined by the semantic conventions. */
export const methodOf = ({ method = '' }: IncomingMessage): string =>
  METHODS.has(method) ? method : '_OTHER';

/**
 * The attributes of a request, following the semantic conventions for HTTP servers. The query is left out, because it
 * may contain passwords of events.
 */
export function attributesOf(request: IncomingMessage): SpanAttributes {
  const { headers, socket, httpVersion, url = '' } = request;
  const host = URL.parse(`http://${headers.host ?? ''}`);
  return {
    'http.request.method': methodOf(request),
    'url.path': url.replace(/\?.*/s, ''),
    'url.scheme': 'http',
    'network.protocol.version': httpVersion,
    ...(host && { 'server.address': host.hostname, 'server.port': Number(host.port || 80) }),
    ...(socket.remoteAddress && { 'client.address': socket.remoteAddress }),
    ...(headers['user-agent'] && { 'user_agent.original': headers['user-agent'] }),
  };
}
