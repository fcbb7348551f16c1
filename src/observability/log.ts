import { writeSync } from 'node:fs';

import { hostname } from 'node:os';
import type { FastifyBaseLogger, FastifyServerOptions } from 'fastify';
import { stdSerializers } from 'pino';
import type { Config } from '../config.ts';
import { visibleJson } from '../lib/text/visible.ts';
import { tracing } from './traces.ts';

/** Structured logs, one JSON line each. No header, no body and no secret is ever in them. */
export const loggerOptions = ({ LOG_LEVEL }: Pick<Config, 'LOG_LEVEL'>): FastifyServerOptions['logger'] => ({
  level: LOG_LEVEL,
  stream: output(),
  ...(tracing && { mixin: () => tracing?.ids() ?? {} }),
  // What Fastify itself logs of a request is no more than what logAnswered does.
  serializers: {
    req: ({ method, url }: { method: string; url: string }) => ({ method, url: withoutSecrets(url) }),
    err: tellError,
  },
});

/** What failed, where and why, and no more of it: drivers hang rows and connections on their errors. */
export function tellError(error: unknown): { type: string; message: string; stack: string; code?: unknown } {
  if (!(error instanceof Error)) return { type: typeof error, message: 'this is no error', stack: '' };
  const { type, message, stack } = stdSerializers.err(error);
  return { type, message, stack, ...('code' in error && { code: error.code }) };
}

/** Milliseconds and characters after which lines are written: one by one they would cost as much as many an answer. */
const FLUSH_EVERY = 100;
const FLUSH_AT = 8192;

/** Bytes that wait for who reads the output and is slow. */
const MOST = 1 << 20;

/** Lines for the standard output. Those that cannot be written, as to a disk that is full, are lost: all else goes on. */
class LogOutput {
  #lines = '';
  /** What had no room the last time. */
  #rest = Buffer.alloc(0);

  write(line: string): void {
    this.#lines += line;
    if (this.#lines.length >= FLUSH_AT) this.flush();
  }

  flush(): void {
    let left = Buffer.concat([this.#rest, Buffer.from(visibleJson(this.#lines))]);
    this.#lines = '';
    this.#rest = left.subarray(0, 0);
    try {
      while (left.length > 0) left = left.subarray(writeSync(1, left));
    } catch (error) {
      const isSlow = (error as NodeJS.ErrnoException).code === 'EAGAIN';
      if (isSlow && left.length < MOST) this.#rest = left;
    }
  }
}

/** What is left is written when the process ends, whatever ends it but SIGKILL. */
function output(): LogOutput {
  if (lines) return lines;
  const opened = new LogOutput();
  setInterval(() => opened.flush(), FLUSH_EVERY).unref();
  process.once('exit', () => opened.flush());
  lines = opened;
  return opened;
}

/** All applications of a process write to the same one. */
let lines: LogOutput | undefined;

/** What the log says of a request. */
interface AnsweredRequest {
  readonly reqId: string;
  readonly method: string;
  /** The URL as the client sent it. */
  readonly url: string;
  readonly status: number;
  readonly ms: number;
  readonly user?: string | undefined;
  readonly address: string;
}

/** Logs a request that was answered, with the id that its answer carries as X-Request-Id. */
export function logAnswered(log: FastifyBaseLogger, answered: AnsweredRequest): void {
  // A line that nobody wants would cost as much as many an answer.
  if (!LOGGED.has(log.level)) return;
  if (tracing) log.info({ ...answered, url: withoutSecrets(answered.url) }, 'answered');
  else output().write(lineOf(answered));
}

const LOGGED: ReadonlySet<string> = new Set(['info', 'debug', 'trace']);

/** The line that pino writes, in a sixth of its microsecond. */
export function lineOf({ reqId, method, url, status, ms, user, address }: AnsweredRequest): string {
  const request = `"reqId":"${reqId}","method":"${method}","url":${JSON.stringify(withoutSecrets(url))}`;
  const account = user === undefined ? '' : `"user":${JSON.stringify(user)},`;
  return `{"level":30,"time":${Date.now()},${PROCESS},${request},"status":${status},"ms":${ms},${account}"address":${JSON.stringify(address)},"msg":"answered"}\n`;
}

const PROCESS = `"pid":${process.pid},"hostname":${JSON.stringify(hostname())}`;

/** The URL without its login and password, and with the values of passwords in its query, also of a query within a parameter, replaced. */
export function withoutSecrets(target: string): string {
  const url = target.startsWith('/') ? target : target.replace(USERINFO, '$1…@');
  if (!SUSPECT.test(url)) return url;
  let [told, from] = ['', 0];
  for (const { 0: start, 1: name = '', index } of url.matchAll(PARAMETER)) {
    if (index < from || !isSecret(name)) continue;
    const value = index + start.length;
    const end = url.indexOf('&', value);
    told += `${url.slice(from, value)}…`;
    from = end < 0 ? url.length : end;
  }
  return told + url.slice(from);
}

/** What a target that names its host may have before it. */
const USERINFO = /^([a-z][a-z\d+.-]*:\/\/)[^/?#]*@/i;

/** The beginning of a parameter, up to its value; its marks may be percent-encoded. */
const PARAMETER = /(?:[?&;]|%3f|%26|%3b)([^?&;=]{1,100}?)(?:=|%3d)/gi;

const SECRET = /password|secret|token|authorization/i;

/** Where one of these words may be, also percent-encoded. */
const SUSPECT = /password|secret|token|authorization|%/i;

/** Also where the name is percent-encoded; a name that cannot be decoded is taken for one. */
function isSecret(name: string): boolean {
  try {
    return SECRET.test(decodeURIComponent(name));
  } catch {
    return true;
  }
}
