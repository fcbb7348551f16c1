import { readFileSync, statSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { EnvFileError, parseEnvFile } from '../lib/env-file.ts';

/** A setting has an invalid value, or a name that no setting has. The message is for the operator. */
export class ConfigError extends Error {
  override name = 'ConfigError';
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

type Texts = Readonly<Record<string, unknown>>;

/**
 * Reads the file that `--config` or ALMANAC_CONFIG names, otherwise `almanac.conf` in DATA_DIR, if there is one. It
 * loads little, because the supervisor of the workers reads it as well.
 * @param flags by their names on the command line
 * @throws ConfigError that names the file and the line
 */
export function readConfigFile(environment: Texts, flags: Texts): ConfigFile | undefined {
  const named = textOf(flags.config) ?? (textOf(environment[FILE_VARIABLE]) || undefined);
  if (named !== undefined) return read(named, flags.config === undefined ? FILE_VARIABLE : '--config');
  const folder = textOf(flags['data-dir']) ?? textOf(environment.DATA_DIR) ?? './data';
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
