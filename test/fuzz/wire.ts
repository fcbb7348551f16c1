import { Agent, request } from 'node:http';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { basic } from '../client.ts';
import { answersIn, problemOf, say } from '../malformed/wire.ts';
import type { Who } from '../properties/asking.ts';
import type { Service } from '../service.ts';
import { bodyOf, type Request, targetOf } from './request.ts';

/** A response; status 0 if there was none, with the reason as its text. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  text: string;
  /** Milliseconds until it was complete. */
  took: number;
}

/** The etag of a response, if it has one. */
export const tagOf = ({ headers }: Answer): string[] => (headers.etag ? [headers.etag] : []);

/** Longest wait for a response in milliseconds, also on a busy machine. */
export const PATIENCE = 15_000;

export const CONNECTIONS = 8;

export type Send = (request: Request) => Promise<Answer>;

/** Sends requests to a service over kept connections, with the credentials of their readers. */
export function wireTo({ site, accounts }: Pick<Service, 'site' | 'accounts'>) {
  const { hostname, port } = new URL(site);
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

  const send: Send = sent =>
    new Promise(resolve => {
      const start = performance.now();
      const took = () => performance.now() - start;
      const fail = ({ message }: Error) => resolve({ status: 0, headers: {}, text: message, took: took() });
      const body = bodyOf(sent);
      const own = signatureOf(sent.who, accounts);
      const headers = [
        ...(sent.headers.some(([name]) => /^host$/i.test(name)) ? [] : [['host', `${hostname}:${port}`]]),
        ...(own ? [['authorization', own]] : []),
        ...(body ? [['content-length', String(body.length)]] : []),
        ...sent.headers,
      ].flat();
      try {
        const { method } = sent;
        const options = { hostname, port, agent, method, path: targetOf(sent), headers, timeout: PATIENCE };
        const asking = request(options, answer => {
          const chunks: Buffer[] = [];
          answer.on('data', chunk => chunks.push(chunk));
          answer.on('error', fail);
          answer.on('end', () => {
            const headers = answer.headers as Answer['headers'];
            try {
              const text = decoded(Buffer.concat(chunks), headers['content-encoding'] ?? '').toString('utf8');
              resolve({ status: answer.statusCode ?? 0, headers, text, took: took() });
            } catch (error) {
              fail(error as Error);
            }
          });
        });
        asking.on('timeout', () => asking.destroy(new Error('no answer in time')));
        asking.on('error', fail);
        asking.end(body);
      } catch (error) {
        fail(error as Error);
      }
    });

  return { send, close: () => agent.destroy() };
}

export type Wire = ReturnType<typeof wireTo>;

export function signatureOf(who: Who, accounts: Service['accounts']): string | undefined {
  return who === 'anybody' ? undefined : basic(accounts[who].user, accounts[who].app_password);
}

function decoded(bytes: Buffer, coding: string): Buffer {
  if (bytes.length === 0) return bytes;
  if (coding === 'br') return brotliDecompressSync(bytes);
  if (coding === 'zstd') return zstdDecompressSync(bytes);
  return coding === 'gzip' ? gunzipSync(bytes) : bytes;
}

/** The service's answer to malformed bytes, and what is wrong with it. */
export async function sayBytes(site: string, bytes: Buffer) {
  const start = performance.now();
  const { said, closed } = await say(site, [bytes], { hangUp: true, silence: PATIENCE });
  const took = performance.now() - start;
  if (!closed) return { said, took, problem: `silent for ${Math.round(took)} ms` };
  if (said !== '' && !said.startsWith('HTTP/1.1 '))
    return { said, took, problem: `not HTTP: ${said.slice(0, 99)}` };
  const problem = answersIn(said)
    .filter(({ text, type }) => text !== '' && !type.startsWith('image/'))
    .map(answer => problemOf(answer))
    .find(problem => problem !== undefined);
  return { said, took, problem };
}
