import { readFileSync, statSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';

/** A setting has an invalid value, or a name that no setting has. The message is for the operator. */
export class ConfigError extends Error {
  override name = 'ConfigError';

  /** The setting that it is about, with whose name the message begins; undefined if it is about something else. */
  get setting(): string | undefined {
    return /^([A-Z_]+): /.exec(this.message)?.[1];
  }
}

/** The settings of a file, by name. */
export interface ConfigFile {
  readonly path: string;
  readonly values: ReadonlyMap<string, { readonly text: string; readonly line: number }>;
}

/** The name of the file in DATA_DIR. */
const FILE = 'almanac.conf';

/** The environment variable that names a file, as the flag `--config` does. */
export const FILE_VARIABLE = 'ALMANAC_CONFIG';

type FileTexts = Readonly<Record<string, unknown>>;

/**
 * Reads the file that `--config` or ALMANAC_CONFIG names, otherwise `almanac.conf` in DATA_DIR, if there is one. It
 * loads little, because the supervisor of the workers reads it as well.
 * @param flags by their names on the command line
 * @throws ConfigError that names the file and the line
 */
export function readConfigFile(environment: FileTexts, flags: FileTexts): ConfigFile | undefined {
  const named = textOf(flags.config) ?? (textOf(environment[FILE_VARIABLE]) || undefined);
  if (named !== undefined) return read(named, flags.config === undefined ? FILE_VARIABLE : '--config');
  const folder = textOf(flags['data-dir']) || textOf(environment.DATA_DIR) || './data';
  const file = read(join(folder, FILE));
  const own = file?.values.get('DATA_DIR');
  if (own)
    throw new ConfigError(
      `${file!.path}, line ${own.line}: DATA_DIR cannot be set in a file that is found in DATA_DIR. Set it in the environment, or name the file by --config.`,
    );
  return file;
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** @param from what names the file; without it, the file may be missing */
function read(path: string, from?: string): ConfigFile | undefined {
  const content = contentOf(path, from);
  if (content === undefined) return undefined;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(content);
    const values = parseEnvFile(text).map(({ name, value, line }) => [name, { text: value, line }] as const);
    return { path, values: new Map(values) };
  } catch (error) {
    if (error instanceof EnvFileError)
      throw new ConfigError(`${path}, line ${error.line}: ${error.message}.`);
    throw new ConfigError(`${path}: expected text in UTF-8.`);
  }
}

function contentOf(path: string, from: string | undefined): Buffer | undefined {
  try {
    const stats = statSync(path);
    // Reading a pipe or a device would wait for whoever writes into it; a folder cannot be read.
    if (!stats.isFile() && !stats.isDirectory() && path !== devNull)
      throw new ConfigError(`${from === undefined ? '' : `${from}: `}${path} is no file.`);
    return readFileSync(path);
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (from === undefined && (code === 'ENOENT' || code === 'ENOTDIR')) return undefined;
    throw new ConfigError(`${from === undefined ? '' : `${from}: `}${path} cannot be read (${code}).`);
  }
}

interface Assignment {
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
