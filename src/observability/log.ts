import { hostname } from 'node:os';
import { type Logger, pino, stdSerializers } from 'pino';
import type { Config } from '../config.ts';
import { standardOutput } from '../lib/output.ts';
import { visibleJson } from '../lib/text/characters.ts';
import { worker } from '../workers/identity.ts';
import { tracing } from './traces.ts';

/** The log of the service: each line has details and a text. */
export interface Log {
  info(details: object, text: string): void;
  warn(details: object, text: string): void;
  error(details: object, text: string): void;
}

/** Structured logs, one JSON line each. No header, no body and no secret is ever in them. */
export function openLog({ LOG_LEVEL }: Pick<Config, 'LOG_LEVEL'>): Logger {
  const mixin = tracing && { mixin: () => tracing?.ids() ?? {} };
  return pino({ level: LOG_LEVEL, base: PROCESS, ...mixin, serializers: { err: describeError } }, output());
}

/** Logs a rejection that no code handles, with its cause, and ends the process as the runtime would. */
export function endOnUnhandledRejection(log: Log): void {
  process.once('unhandledRejection', error => {
    log.error({ err: error }, 'a promise was rejected and not handled: the process ends');
    process.exit(1);
  });
}

/** The type, message and stack of an error, and nothing else: drivers attach rows and connections to their errors. */
export function describeError(error: unknown): {
  type: string;
  message: string;
  stack: string;
  code?: unknown;
} {
  if (!(error instanceof Error)) return { type: typeof error, message: 'this is no error', stack: '' };
  const { type, message, stack } = stdSerializers.err(error);
  return { type, message, stack, ...('code' in error && { code: error.code }) };
}

/**
 * Milliseconds and characters after which lines are flushed. Writing each line separately would cost as much as many an
 * answer.
 */
const FLUSH_EVERY = 100;
const FLUSH_AT = 8192;

/** Buffers log lines for standard output. */
class LogOutput {
  #lines = '';
  /** Runs only while lines wait: an idle service sleeps. */
  #timer: NodeJS.Timeout | undefined;

  write(line: string): void {
    this.#lines += line;
    if (this.#lines.length >= FLUSH_AT) this.flush();
    else this.#flushSoon();
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const lines = this.#lines;
    this.#lines = '';
    standardOutput.write(Buffer.from(visibleJson(lines)));
    if (standardOutput.isBehind) this.#flushSoon();
  }

  #flushSoon(): void {
    this.#timer ??= setTimeout(() => this.flush(), FLUSH_EVERY).unref();
  }
}

/** Writes the lines so far, before what is printed beside the log. */
export const flushLog = (): void => lines?.flush();

/** Creates the output. The rest is flushed when the process exits, except after SIGKILL. */
function output(): LogOutput {
  if (lines) return lines;
  const opened = new LogOutput();
  process.once('exit', () => opened.flush());
  lines = opened;
  return opened;
}

/** Shared by all applications of a process. */
let lines: LogOutput | undefined;

/** A request's log line. */
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

/** Logs an answered request, with the id from its X-Request-Id header. */
export function logAnswered(log: Logger, answered: AnsweredRequest): void {
  // Building an unused line would cost as much as many an answer.
  if (!LOGGED.has(log.level)) return;
  if (tracing) log.info({ ...answered, url: withoutSecrets(answered.url) }, 'answered');
  else output().write(lineOf(answered));
}

const LOGGED: ReadonlySet<string> = new Set(['info', 'debug', 'trace']);

/** Formats the same line as pino, in a sixth of pino's microsecond. */
export function lineOf({ reqId, method, url, status, ms, user, address }: AnsweredRequest): string {
  const request = `"reqId":"${reqId}","method":"${method}","url":${JSON.stringify(withoutSecrets(url))}`;
  const account = user === undefined ? '' : `"user":${JSON.stringify(user)},`;
  return `{"level":30,"time":${Date.now()},${PROCESS_MEMBERS},${request},"status":${status},"ms":${ms},${account}"address":${JSON.stringify(address)},"msg":"answered"}\n`;
}

/** What each line says of the process. */
const PROCESS = { pid: process.pid, hostname: hostname(), ...(worker && { worker: worker.number }) };
const PROCESS_MEMBERS = JSON.stringify(PROCESS).slice(1, -1);

/**
 * Removes login and password from a URL, and masks the values of passwords in its query, also in a query within a
 * parameter.
 */
export function withoutSecrets(target: string): string {
  const url = target.startsWith('/') ? target : target.replace(USERINFO, '$1…@');
  if (!SUSPECT.test(url)) return url;
  let [masked, from] = ['', 0];
  for (const { 0: start, 1: name = '', index } of url.matchAll(PARAMETER)) {
    if (index < from || !isSecret(name)) continue;
    const value = index + start.length;
    const end = url.indexOf('&', value);
    masked += `${url.slice(from, value)}…`;
    from = end < 0 ? url.length : end;
  }
  return masked + url.slice(from);
}

/** The user info of an absolute target. */
const USERINFO = /^([a-z][a-z\d+.-]*:\/\/)[^/?#]*@/i;

/** The name of a parameter, up to its value; its delimiters may be percent-encoded. */
const PARAMETER = /(?:[?&;]|%3f|%26|%3b)([^?&;=]{1,100}?)(?:=|%3d)/gi;

const SECRET = /password|secret|token|authorization/i;

/** A quick check whether one of these words may occur, also percent-encoded. */
const SUSPECT = /password|secret|token|authorization|%/i;

/** Also recognises percent-encoded names; a name that cannot be decoded counts as secret. */
function isSecret(name: string): boolean {
  try {
    return SECRET.test(decodeURIComponent(name));
  } catch {
    return true;
  }
}
