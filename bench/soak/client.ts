import { Agent, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

export interface Sent {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

export interface Reply {
  status: number;
  body: Buffer;
}

export type Send = (asked: Sent) => Promise<Reply>;

/** Sends requests over kept connections. A JSON body sets its own content type. */
export function clientOf(port: number): { ask: Send; close(): void } {
  const agent = new Agent({ keepAlive: true });
  const ask: Send = ({ method = 'GET', path, headers, body }) =>
    new Promise((resolve, reject) => {
      const type = typeof body === 'string' ? { 'content-type': 'application/json' } : {};
      const options = { host: '127.0.0.1', port, agent, method, path, headers: { ...type, ...headers } };
      const asking = request(options, (answer: IncomingMessage) => {
        buffer(answer).then(content => resolve({ status: answer.statusCode ?? 0, body: content }), reject);
      });
      asking.on('error', reject);
      asking.end(body);
    });
  return { ask, close: () => agent.destroy() };
}
