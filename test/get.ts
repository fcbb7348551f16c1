import { Agent, type IncomingHttpHeaders, type RequestOptions, request } from 'node:http';

/** A response as received. */
export interface Got {
  status: number;
  headers: IncomingHttpHeaders;
  /** Possibly compressed. */
  body: Buffer;
}

/** Sends exactly this request, over a connection of its own unless there is an agent. Rejects without an answer. */
export const exchange = (
  site: string | URL,
  options: RequestOptions,
  content: string | Uint8Array = '',
): Promise<Got> =>
  new Promise((resolve, reject) => {
    const asking = request(site, { agent: false, ...options }, answer => {
      const { statusCode: status = 0, headers } = answer;
      const pieces: Buffer[] = [];
      answer.on('data', piece => pieces.push(piece)).on('error', reject);
      answer.on('end', () => resolve({ status, headers, body: Buffer.concat(pieces) }));
    });
    asking.on('timeout', () => asking.destroy(new Error('no answer in time')));
    asking.on('error', reject).end(content);
  });

const agent = new Agent({ keepAlive: true });

/** Requests exactly this path with exactly these headers. */
export function get(
  site: string,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
  content = '',
): Promise<Got> {
  const length = content === '' ? {} : { 'content-length': String(content.length) };
  return exchange(site, { path, method, agent, headers: { ...headers, ...length } }, content);
}
