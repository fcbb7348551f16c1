import { between, heavyTailed, pick, type Random, random, share, shuffled } from './random.ts';
import { type Language, type LanguageName, languages } from './words.ts';

/** Word forms of each language. */
const VOCABULARY = 20_000;
/** Titles that events share. */
const TITLES = 40_000;

const SEED = 4;
const wordRank = heavyTailed(VOCABULARY, 1.05);
const titleRank = heavyTailed(TITLES, 0.8);

const SHARES: readonly (readonly [LanguageName, number])[] = [
  ['ca', 0.5],
  ['es', 0.25],
  ['en', 0.15],
  ['fr', 0.1],
];

export interface Texts {
  title: string;
  /** HTML as the service would leave it. */
  excerpt: string;
  description: string;
}

const vocabularies = Object.fromEntries(
  Object.entries(languages).map(([name, language], stream) => [name, vocabulary(language, stream)]),
) as Record<LanguageName, string[]>;

const titles = Array.from({ length: TITLES }, (_, rank) => newTitle(random(SEED, 100 + rank)));

/** Title, excerpt and description of an event, in one of the languages. */
export function textsOf(random: Random): Texts {
  const { name, title } = titles[titleRank(random)]!;
  const words = between(random, 40, 120);
  const excerpt = random() < 0.6 ? `<p>${prose(random, name, between(random, 8, 20))}</p>` : '';
  const first = words > 70 ? Math.floor(words / 2) : words;
  const paragraphs = [first, words - first].filter(length => length > 0);
  const description = paragraphs.map(length => `<p>${prose(random, name, length)}</p>`).join('\n');
  return { title, excerpt, description };
}

/** The word of this rank, 0 being the most frequent; for searches. */
export const wordOf = (language: LanguageName, rank: number): string => vocabularies[language][rank]!;

function newTitle(random: Random): { name: LanguageName; title: string } {
  const name = share(random, SHARES);
  const { kinds, of }: Language = languages[name];
  const about = Array.from({ length: between(random, 1, 3) }, () => contentWord(random, name));
  return { name, title: `${pick(random, kinds)} ${of} ${about.join(' ')}` };
}

/** A word that is not part of the grammar. */
function contentWord(random: Random, name: LanguageName): string {
  for (;;) {
    const rank = wordRank(random);
    if (rank >= 30) return vocabularies[name][rank]!;
  }
}

/** Sentences with this many words in total. */
function prose(random: Random, name: LanguageName, length: number): string {
  const words = vocabularies[name];
  let text = '';
  let left = 0;
  for (let written = 0; written < length; written++) {
    const word = words[wordRank(random)]!;
    if (left === 0) {
      text += `${text === '' ? '' : '. '}${word[0]!.toUpperCase()}${word.slice(1)}`;
      left = between(random, 7, 16);
    } else text += left % 6 === 0 ? `, ${word}` : ` ${word}`;
    left--;
  }
  return `${text}.`;
}

/** All word forms of a language by their frequency: the frequent ones, then stems with their inflections. */
function vocabulary({ frequent, syllables, endings }: Language, stream: number): string[] {
  const draw = random(SEED, stream);
  const forms = new Set<string>();
  while (forms.size < VOCABULARY) {
    const stem = Array.from({ length: between(draw, 2, 3) }, () => pick(draw, syllables)).join('');
    const inflected = shuffled(draw, endings).slice(0, between(draw, 1, 5));
    for (const ending of ['', ...inflected]) forms.add(stem + ending);
  }
  return [...new Set([...frequent, ...shuffled(draw, [...forms])])].slice(0, VOCABULARY);
}
