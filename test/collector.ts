import assert from 'node:assert/strict';
import { openWeb } from './web.ts';

/** A span as it was sent. */
export interface Span {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId: string;
  /** 2: server, 3: client. */
  kind: number;
  /** 2: error. */
  status: number;
  attributes: Record<string, string | number>;
  /** The attributes of the process that sent the span. */
  resource: Record<string, string | number>;
}

export interface Collector extends AsyncDisposable {
  /** `http://127.0.0.1:PORT` */
  readonly address: string;
  readonly spans: Span[];
  /** Everything received, as text. */
  received(): string;
}

/** A collector of traces on this machine, for OTLP over HTTP with JSON. */
export async function openCollector(): Promise<Collector> {
  const spans: Span[] = [];
  let received = '';
  const web = await openWeb(async (request, response) => {
    let text = '';
    for await (const piece of request.setEncoding('utf8')) text += piece;
    received += text;
    assert.deepEqual([request.method, request.url], ['POST', '/v1/traces']);
    assert.equal(request.headers['content-type'], 'application/json');
    spans.push(...read(JSON.parse(text)));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  return {
    ...{ address: web.origin, spans, received: () => received },
    [Symbol.asyncDispose]: () => web[Symbol.asyncDispose](),
  };
}

type Sent = { key: string; value: Record<string, string | number> }[];

interface Request {
  resourceSpans: {
    resource: { attributes: Sent };
    scopeSpans: {
      spans: (Omit<Span, 'attributes' | 'status'> & { attributes: Sent; status: { code: number } })[];
    }[];
  }[];
}

const read = ({ resourceSpans }: Request): Span[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(span => ({
        ...span,
        status: span.status.code,
        attributes: plain(span.attributes),
        resource: plain(resource.attributes),
      })),
    ),
  );

const plain = (sent: Sent) =>
  Object.fromEntries(sent.map(({ key, value }) => [key, Object.values(value)[0]!]));
