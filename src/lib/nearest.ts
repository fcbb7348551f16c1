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
    .map(name => ({ name, away: distance(letters, lettersOf(name)) }))
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
