import { Agent } from 'node:http';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { basic } from '../client.ts';
import { exchange, type Got } from '../get.ts';
import { answersIn, failed, problemOf, say } from '../malformed/wire.ts';
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

/** Sends requests to a service over kept connections, with the credentials of their readers. */
export function wireTo({ site, accounts }: Pick<Service, 'site' | 'accounts'>) {
  const { host } = new URL(site);
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

  async function send(sent: Request): Promise<Answer> {
    const start = performance.now();
    const body = bodyOf(sent);
    const own = signatureOf(sent.who, accounts);
    const headers = [
      ...(sent.headers.some(([name]) => /^host$/i.test(name)) ? [] : [['host', host]]),
      ...(own ? [['authorization', own]] : []),
      ...(body ? [['content-length', String(body.length)]] : []),
      ...sent.headers,
    ].flat();
    const options = { agent, method: sent.method, path: targetOf(sent), headers, timeout: PATIENCE };
    const answer = await exchange(site, options, body).then(decoded).catch(failed);
    const { status, body: content } = answer;
    const took = performance.now() - start;
    return { status, headers: answer.headers as Answer['headers'], text: content.toString(), took };
  }

  return { send, close: () => agent.destroy() };
}

export type Wire = ReturnType<typeof wireTo>;

export function signatureOf(who: Who, accounts: Service['accounts']): string | undefined {
  return who === 'anybody' ? undefined : basic(accounts[who].user, accounts[who].app_password);
}

function decoded(answer: Got): Got {
  const decode = DECODERS[answer.headers['content-encoding'] ?? ''];
  return decode && answer.body.length > 0 ? { ...answer, body: decode(answer.body) } : answer;
}

const DECODERS: Record<string, (bytes: Buffer) => Buffer> = {
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
  gzip: gunzipSync,
};

/** The service's answer to malformed bytes, and what is wrong with it. */
export async function sayBytes(site: string, bytes: Buffer) {
  const start = performance.now();
  const { said, closed } = await say(site, [bytes], { hangUp: true, silence: PATIENCE });
  const took = performance.now() - start;
  if (!closed) return { said, took, problem: `silent for ${Math.round(took)} ms` };
  if (said !== '' && !said.startsWith('HTTP/1.1 '))
    return { said, took, problem: `not HTTP: ${said.slice(0, 99)}` };
  const problem = answersIn(said)
    .filter(({ text, type }) => text !== '' && !/^(image|text)\//.test(type))
    .map(answer => problemOf(answer))
    .find(problem => problem !== undefined);
  return { said, took, problem };
}
