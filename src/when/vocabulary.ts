import type { Language } from '../i18n/language.ts';
import { ca } from './vocabulary-ca.ts';
import { en } from './vocabulary-en.ts';
import { es } from './vocabulary-es.ts';
import { fr } from './vocabulary-fr.ts';
import type { Vocabulary } from './words.ts';

export const vocabularies: Readonly<Record<Language, Vocabulary>> = { ca, en, fr, es };
