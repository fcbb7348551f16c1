import type { Language } from '../i18n/language.ts';
import { ca } from './vocabulary-ca.ts';
import { en } from './vocabulary-en.ts';
import { es } from './vocabulary-es.ts';
import { fr } from './vocabulary-fr.ts';
import type { Lexicon } from './words.ts';

/** What words mean, whatever the language. Of several, some languages have no word. */
export type Meaning = keyof (typeof ca.words & typeof en.words & typeof fr.words & typeof es.words);

export const vocabularies: Readonly<Record<Language, Lexicon>> = { ca, en, fr, es };

/** An expression for words with one of some marks in any language: a calendar has names in several. */
export const anyOf = (...asked: readonly (keyof typeof ca.marks | 'road')[]): string =>
  `(?:${Object.values(vocabularies)
    .flatMap(({ marks }) => asked.flatMap(mark => marks[mark] ?? []))
    .join('|')})`;
