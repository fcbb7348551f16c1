import { hash } from 'node:crypto';
import { withoutCase } from './search-terms.ts';

/**
 * A key for finding duplicates, from the folded name: the same for names and descriptions that differ only in case or accents. Null without a
 * description: the name alone decides then.
 */
export const matchKey = (folded: string, description: string): string | null =>
  description === '' ? null : hash('sha256', `${folded}\n${withoutCase(description)}`, 'base64url');
