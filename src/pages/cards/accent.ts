import type { Config } from '../../config.ts';

/** The colour of cards: `#1a2b3c`. */
export const accentOf = (_config: Config): string => '#0b5d6b';
