import type { Language } from '../../i18n/language.ts';

/** What begins with the same letter. */
export interface Initial<Item> {
  readonly letter: string;
  readonly number: number;
  readonly items: readonly Item[];
}

/** All that begins with no letter. */
const OTHERS = '#';

/**
 * Sorts by name as the language does, under the letters with which the names begin: `É` is under `E`. Names in
 * quotation marks begin after them.
 */
export function byInitial<Item extends { readonly name: string }>(
  items: readonly Item[],
  language: Language,
): Initial<Item>[] {
  const collator = new Intl.Collator(language, { numeric: true });
  const named = items.map(item => ({ item, name: item.name.replace(/^[^\p{L}\p{N}]+/u, '') }));
  const sorted = named.sort((one, other) => collator.compare(one.name, other.name));
  const groups = Map.groupBy(sorted, ({ name }) => initialOf(name, language));
  return [...groups].map(([letter, sorted], number) => ({
    ...{ letter, number },
    items: sorted.map(({ item }) => item),
  }));
}

/** The first letter, without accents. */
function initialOf(name: string, language: Language): string {
  const [first = ''] = name.normalize('NFD');
  return /\p{L}/u.test(first) ? first.toLocaleUpperCase(language) : OTHERS;
}
