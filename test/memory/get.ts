import { Agent, type IncomingHttpHeaders, request } from 'node:http';

export interface Got {
  status: number;
  headers: IncomingHttpHeaders;
  /** The body as received, possibly compressed. */
  body: Buffer;
}

const agent = new Agent({ keepAlive: true });

/** Requests exactly this path with exactly these headers. */
export function get(
  site: string,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
  content = '',
): Promise<Got> {
  const { hostname, port } = new URL(site);
  const length = content === '' ? {} : { 'content-length': String(content.length) };
  return new Promise((resolve, reject) => {
    const options = { hostname, port, path, method, agent, headers: { ...headers, ...length } };
    const asking = request(options, answer => {
      const pieces: Buffer[] = [];
      answer.on('data', (piece: Buffer) => pieces.push(piece));
      answer.on('error', reject);
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(pieces) }),
      );
    });
    asking.on('error', reject);
    asking.end(content);
  });
}
