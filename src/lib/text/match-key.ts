import { hash } from 'node:crypto';
import { fold, withoutCase } from './search-terms.ts';

/**
 * A key for finding duplicates: the same for names and descriptions that differ only in case or accents. Null without a
 * description: the name alone decides then.
 */
export const matchKey = (name: string, description: string): string | null =>
  description === '' ? null : hash('sha256', `${fold(name)}\n${withoutCase(description)}`, 'base64url');
