export interface Assignment {
  readonly name: string;
  readonly value: string;
  /** The number of its line, from 1. */
  readonly line: number;
}

/** A line is no assignment. The message says what was expected. */
export class EnvFileError extends Error {
  override name = 'EnvFileError';
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

/**
 * Reads `NAME=value` lines. `#` begins a comment at the beginning of a line, or after a space behind a value. A value in
 * single quotes is as it stands; in double quotes `\"`, `\\` and `\n` are read. Nothing is expanded.
 * @throws EnvFileError
 */
export function parseEnvFile(text: string): Assignment[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const found: Assignment[] = [];
  const lineOf = new Map<string, number>();
  for (const [at, written] of lines.entries()) {
    const line = at + 1;
    if (/^\s*(#.*)?$/.test(written)) continue;
    const [, name, rest] = /^\s*([A-Za-z_][\w-]*)\s*=(.*)$/.exec(written) ?? [];
    if (name === undefined || rest === undefined)
      throw new EnvFileError(line, 'expected NAME=value, or a comment that begins with #');
    const before = lineOf.get(name);
    if (before !== undefined) throw new EnvFileError(line, `${name} is in line ${before} already`);
    lineOf.set(name, line);
    found.push({ name, value: readValue(rest, line), line });
  }
  return found;
}

const REST = String.raw`\s*(?:\s#.*)?$`;
const SINGLE = new RegExp(String.raw`^\s*'([^']*)'${REST}`);
const DOUBLE = new RegExp(String.raw`^\s*"((?:[^"\\]|\\.)*)"${REST}`);

function readValue(written: string, line: number): string {
  const quoted = DOUBLE.exec(written)?.[1];
  if (quoted !== undefined)
    return quoted.replaceAll(/\\(["\\n])/g, (_, escaped: string) => (escaped === 'n' ? '\n' : escaped));
  const literal = SINGLE.exec(written)?.[1];
  if (literal !== undefined) return literal;
  const comment = written.search(/\s#/);
  const plain = (comment < 0 ? written : written.slice(0, comment)).trim();
  if (!/^["']/.test(plain)) return plain;
  throw new EnvFileError(
    line,
    'expected a value whose quotes end in the same line, with nothing behind them',
  );
}
