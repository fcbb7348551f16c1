import { hash } from 'node:crypto';
import { fold, withoutCase } from './search-terms.ts';

/**
 * The same key for a name and a description that are the same in another case or with other accents. Null without a
 * description: then the name alone decides.
 */
export const matchKey = (name: string, description: string): string | null =>
  description === '' ? null : hash('sha256', `${fold(name)}\n${withoutCase(description)}`, 'base64url');
