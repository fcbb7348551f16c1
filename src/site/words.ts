import { type Config, PATH_WORDS } from '../config.ts';
import { isTaxonomy } from '../kinds.ts';

/** The words in the addresses of the pages of a site, by those that sites of the reference have. */
export interface SiteWords {
  /** Identifies them, for caches. */
  readonly name: string;
  /** Those of the site by those of the reference, and the other way. */
  readonly own: AddressWords;
  readonly byOwn: AddressWords;
}

/** Words of the first segment of an address, and of the second one below the list of events. */
interface AddressWords {
  readonly first: ReadonlyMap<string, string>;
  readonly second: ReadonlyMap<string, string>;
}

const SETTINGS = Object.entries(PATH_WORDS) as [keyof typeof PATH_WORDS, string][];
/** The settings for the first segment of an address, and for the second one below the list of events. */
const FIRST = SETTINGS.filter(([, word]) => word !== 'category');
const SECOND = SETTINGS.filter(([, word]) => isTaxonomy(word));

type WordSettings = Pick<Config, keyof typeof PATH_WORDS>;

/** The words that an operator has chosen; undefined if they are those of the reference. */
export function wordsOf(config: WordSettings): SiteWords | undefined {
  const known = chosen.get(config);
  if (known !== undefined) return known ?? undefined;
  const [first, second] = [FIRST, SECOND].map(
    settings => new Map(settings.map(([name, word]) => [word, config[name]])),
  ) as [Map<string, string>, Map<string, string>];
  const isOwn = [...first, ...second].some(([word, own]) => word !== own);
  const words = isOwn
    ? {
        name: [...first.values(), ...second.values()].join(),
        own: { first, second },
        byOwn: { first: inverse(first), second: inverse(second) },
      }
    : null;
  chosen.set(config, words);
  return words ?? undefined;
}

const chosen = new WeakMap<WordSettings, SiteWords | null>();

/** A path below the language in the words of the site: `/events/category/jazz.ics` → `/agenda/tema/jazz.ics`. */
export function inOwnWords(path: string, words: SiteWords | undefined): string {
  if (!words) return path;
  const [, word = '', rest = ''] = SEGMENT.exec(path) ?? [];
  const own = words.own.first.get(word);
  if (own === undefined) return path;
  return `/${own}${word === 'events' ? withSecond(rest, words.own.second) : rest}`;
}

/** The same path in the words of the reference, which are understood as well. */
export function inDefaultWords(path: string, words: SiteWords | undefined): string {
  if (!words) return path;
  const [, own = '', rest = ''] = SEGMENT.exec(path) ?? [];
  const word = words.byOwn.first.get(own.toLowerCase()) ?? own;
  return own === '' ? path : `/${word}${word === 'events' ? withSecond(rest, words.byOwn.second) : rest}`;
}

/** The first segment of a path without the suffix of a format, and what follows it. */
const SEGMENT = /^\/([^/.?#]+)(.*)$/s;

const withSecond = (rest: string, words: ReadonlyMap<string, string>): string =>
  rest.replace(/^\/([^/.?#]+)(?=\/)/, (segment, word: string) => {
    const own = words.get(word.toLowerCase());
    return own === undefined ? segment : `/${own}`;
  });

const inverse = (words: ReadonlyMap<string, string>): ReadonlyMap<string, string> =>
  new Map([...words].map(([word, own]) => [own, word]));
