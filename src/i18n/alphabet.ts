import type { Alphabet } from '../lib/text/title-keys.ts';
import type { Language } from './language.ts';

/** The alphabet of a language. Of those that people read here, only the Spanish one has a letter of its own. */
export const alphabetOf = (language: Language): Alphabet => (language === 'es' ? 'spanish' : 'latin');
