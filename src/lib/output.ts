import { writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import { isObject, parsedJson } from './objects.ts';
import { visible } from './text/characters.ts';

/** Maximum bytes that wait for a slow reader of the output. */
const MAX_PENDING = 1 << 20;

/**
 * Standard output for the lines of a log. Lines that cannot be written, for example because the disk is full, are lost;
 * the service continues. At a terminal they are for people.
 */
class Output {
  /** Bytes that the last write could not write. */
  #rest: Buffer = Buffer.alloc(0);
  readonly #isTerminal = isatty(1);

  /** Whether bytes of the last write wait for a slow reader. The next write sends them first. */
  get isBehind(): boolean {
    return this.#rest.length > 0;
  }

  /** Writes whole lines. */
  write(lines: Buffer): void {
    const bytes = this.#isTerminal ? Buffer.from(forPeople(String(lines))) : lines;
    let left = this.#rest.length > 0 ? Buffer.concat([this.#rest, bytes]) : bytes;
    this.#rest = Buffer.alloc(0);
    try {
      while (left.length > 0) left = left.subarray(writeSync(1, left));
    } catch (error) {
      const isSlow = (error as NodeJS.ErrnoException).code === 'EAGAIN';
      // A line that has begun is ended.
      if (isSlow) this.#rest = left.length < MAX_PENDING ? left : left.subarray(0, left.indexOf('\n') + 1);
    }
  }
}

/** The standard output of this process: one writer, so that each line stays whole. */
export const standardOutput = new Output();

/** The members of a line that every line has, or that a person at a terminal knows. */
const KNOWN = new Set(['level', 'time', 'pid', 'hostname', 'worker', 'msg', 'reqId', 'err']);
const WARNING = 40;
const ERROR = 50;

/** Lines of the log, each a JSON object, for a person at a terminal. Other lines stay as they are. */
export const forPeople = (lines: string): string =>
  lines
    .split('\n')
    .flatMap(line => (line.startsWith('{') ? lineForPeople(line) : line))
    .join('\n');

/** Nothing for a line of no use at a terminal. */
function lineForPeople(line: string): string | string[] {
  const entry = parsed(line);
  if (!entry) return line;
  // That of the first process is followed by the address of the site.
  if (Number(entry.worker) > 1 && String(entry.msg).startsWith('Server listening')) return [];
  const time = new Date(Number(entry.time)).toTimeString().slice(0, 8);
  return visible(`${time}  ${entry.msg === 'answered' ? request(entry) : notice(entry)}`) + stackOf(entry);
}

type LogEntry = Readonly<Record<string, unknown>>;

function parsed(line: string): LogEntry | undefined {
  const entry = parsedJson(line);
  const isEntry = isObject(entry) && typeof entry.msg === 'string' && typeof entry.time === 'number';
  return isEntry ? entry : undefined;
}

const request = ({ method, url, status, ms, user, address }: LogEntry): string =>
  `${status} ${method} ${url} (${Math.round(Number(ms))} ms, ${user ?? address})`;

function notice(entry: LogEntry): string {
  const level = Number(entry.level);
  const details = Object.entries(entry)
    .filter(([name]) => !KNOWN.has(name))
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const { message } = (entry.err ?? {}) as { message?: unknown };
  const reasons = [...(message === undefined ? [] : [message]), ...details].join(', ');
  return `${wordOf(level)}${entry.msg}${reasons && ` (${reasons})`}`;
}

function wordOf(level: number): string {
  if (level >= ERROR) return 'error: ';
  return level >= WARNING ? 'warning: ' : '';
}

/** The calls that led to an error, below its line. */
function stackOf({ err }: LogEntry): string {
  const { stack } = (err ?? {}) as { stack?: unknown };
  if (typeof stack !== 'string') return '';
  const calls = stack.split('\n').filter(line => /^\s+at /.test(line));
  return calls.map(call => `\n${visible(call)}`).join('');
}
