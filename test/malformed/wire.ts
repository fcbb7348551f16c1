import { Agent } from 'node:http';
import { connect } from 'node:net';
import { exchange, type Got } from '../get.ts';

/** A response; status 0 if there was none. */
export interface Answer {
  status: number;
  type: string;
  text: string;
  /** Milliseconds of work of the thread, which also serves. Other load does not count. */
  took: number;
}

export interface Request {
  method?: string;
  /** Sent unchanged: nothing is normalised. */
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** Longest wait for a response, in milliseconds. */
const PATIENCE = 20_000;

/** Sends requests to a server over kept connections. */
export function wireTo(site: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });

  async function send({ method = 'GET', path, headers: given = {}, body }: Request): Promise<Answer> {
    const start = process.threadCpuUsage();
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const options = { agent, method, path, headers: { ...length, ...given }, timeout: PATIENCE };
    const answer = await exchange(site, options, body).catch(failed);
    const { user, system } = process.threadCpuUsage(start);
    const { status, headers, body: content } = answer;
    const type = headers['content-type'] ?? '';
    return { status, type, text: content.toString(), took: (user + system) / 1000 };
  }

  return { send, close: () => agent.destroy() };
}

/** What stands for a response that did not come. */
export const failed = ({ message }: Error): Got => ({ status: 0, headers: {}, body: Buffer.from(message) });

/**
 * Everything that a server sends in response to these bytes, until it closes the connection or is silent for this
 * many milliseconds. Its first byte may take longer.
 */
export function say(
  site: string,
  bytes: readonly (string | Buffer)[],
  { hangUp = false, silence = 1000, patience = 20_000 } = {},
) {
  const { hostname, port } = new URL(site);
  return new Promise<{ said: string; closed: boolean }>(resolve => {
    const chunks: Buffer[] = [];
    const socket = connect({ host: hostname, port: Number(port) });
    const end = (closed: boolean) => {
      socket.destroy();
      resolve({ said: Buffer.concat(chunks).toString('latin1'), closed });
    };
    socket.setTimeout(patience);
    socket.on('timeout', () => end(false));
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      socket.setTimeout(silence);
    });
    socket.on('error', () => end(true));
    socket.on('close', () => end(true));
    for (const part of bytes) socket.write(part);
    if (hangUp) socket.end();
  });
}

/** The responses in a text, without interim ones (100). */
export function answersIn(said: string): Answer[] {
  const answers: Answer[] = [];
  for (let rest = said; rest.startsWith('HTTP/1.1 '); ) {
    const end = rest.indexOf('\r\n\r\n') + 4;
    if (end < 4) break;
    const head = rest.slice(0, end);
    const header = (name: string) => new RegExp(`^${name}: *(.*)$`, 'im').exec(head)?.[1]?.trim() ?? '';
    const status = Number(head.slice(9, 12));
    const length = header('content-length') === '' ? rest.length - end : Number(header('content-length'));
    const text = Buffer.from(rest.slice(end, end + length), 'latin1').toString('utf8');
    if (status !== 100) answers.push({ status, type: header('content-type'), text, took: 0 });
    rest = rest.slice(end + (status === 100 ? 0 : length));
  }
  return answers;
}

/** The one error of a request that HTTP numbers as a 5xx (RFC 9112, section 6.1). */
const UNSUPPORTED = /^\{"code":"rest_unsupported_transfer_encoding",/;

/**
 * The problem of a response: none came, it took too long, it is a 5xx that the request did not cause, or it is neither a
 * page nor JSON with a code.
 */
export function problemOf({ status, type, text, took }: Answer, most = 5000): string | undefined {
  if (status === 0) return `no answer: ${text}`;
  if (took > most) return `${status} after ${Math.round(took)} ms`;
  if (status >= 500 && !(status === 501 && UNSUPPORTED.test(text))) return `${status} ${text.slice(0, 200)}`;
  if (status >= 300 && status < 400) return undefined;
  if (/^text\/html/.test(type))
    return text.startsWith('<!doctype html>') ? undefined : `${status} is no page`;
  if (!/^application\/(json|javascript)/.test(type))
    return `${status} as ${type || 'nothing'}: ${text.slice(0, 100)}`;
  if (type.startsWith('application/javascript')) return undefined;
  const body = parsed(text);
  if (body === undefined) return `${status} that is no JSON: ${text.slice(0, 100)}`;
  if (status < 400) return undefined;
  const { code, message, data } = body as { code?: unknown; message?: unknown; data?: { status?: unknown } };
  const tells = typeof code === 'string' && typeof message === 'string' && data?.status === status;
  return tells ? undefined : `${status} without code, message or status: ${text.slice(0, 200)}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
