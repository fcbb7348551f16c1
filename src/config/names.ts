import { nearest } from '../lib/nearest.ts';
import { ConfigError, type ConfigFile, FILE_VARIABLE } from './file.ts';

/** @throws ConfigError if a file has a name that no setting has */
export function assertKnown(file: ConfigFile | undefined, names: readonly string[]): void {
  for (const [name, { line }] of file?.values ?? [])
    if (!names.includes(name))
      throw new ConfigError(
        `${file!.path}, line ${line}: there is no setting ${name}.${didYouMean(name, names)}`,
      );
}

/** The sentence that names the nearest right name; '' if none is near. */
export function didYouMean(mistaken: string, names: readonly string[]): string {
  const found =
    nearest(mistaken, names) ?? names.find(name => hasWord(name, mistaken) || begins(name, mistaken));
  return found === undefined ? '' : ` Did you mean ${found}?`;
}

/** `NAME` → `SITE_NAME` */
const hasWord = (name: string, word: string): boolean =>
  name.toLowerCase().split(/[_-]/).filter(Boolean).includes(word.toLowerCase().replace(/^-+/, ''));

/** `LANG` → `LANGUAGE` */
const begins = (name: string, word: string): boolean =>
  word.length > 3 && name.toLowerCase().startsWith(word.toLowerCase());

/** A variable of the environment that means a setting, by its looks, and has no effect. */
export interface MistakenVariable {
  readonly variable: string;
  readonly setting: string;
}

/** The environment has many variables of others, so short names must be right but for underscores. */
export const mistakenVariables = (
  environment: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
): MistakenVariable[] =>
  Object.keys(environment).flatMap(variable => {
    if (names.includes(variable) || variable === FILE_VARIABLE) return [];
    const own = variable.replace(/^ALMANAC_/i, '');
    const setting = nearest(own, names, own.length < 7 ? 0 : own.length < 12 ? 1 : 2);
    return setting === undefined ? [] : [{ variable, setting }];
  });
