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

/**
 * The name that is most like a mistaken one: the same but for case, hyphens and underscores, or a few letters away.
 * Undefined if none is near.
 * @param most letters that may differ; by default one in four, and at least one
 */
export function nearest<Name extends string>(
  mistaken: string,
  names: readonly Name[],
  most = Math.max(1, Math.floor(lettersOf(mistaken).length / 4)),
): Name | undefined {
  const letters = lettersOf(mistaken);
  const [found] = names
    .map(name => ({ name, own: lettersOf(name) }))
    // Most names are too long or too short, and need no comparison.
    .filter(({ own }) => Math.abs(own.length - letters.length) <= most)
    .map(({ name, own }) => ({ name, away: distance(letters, own) }))
    .filter(({ away }) => away <= most)
    .sort((one, other) => one.away - other.away);
  return found?.name;
}

/** `--site-name` → `sitename` */
const lettersOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z\d]/g, '');

/** The number of letters that are wrong, missing, too many or exchanged with the next one. */
function distance(one: string, other: string): number {
  let [before, row]: number[][] = [[], Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      const isExchanged = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      next[j] = Math.min(
        row![j]! + 1,
        next[j - 1]! + 1,
        row![j - 1]! + Number(!isSame),
        ...(isExchanged ? [before![j - 2]! + 1] : []),
      );
    }
    [before, row] = [row, next];
  }
  return row!.at(-1)!;
}
