import type { BareCall } from '../http/call.ts';
import { type AdminSection, type AdminWords, adminWords } from '../i18n/admin/words.ts';

/** The texts of a section of the administration in the language of its reader. */
export const wordsIn = <Section extends AdminSection>(
  section: Section,
  { language }: Pick<BareCall, 'language'>,
): AdminWords[Section] => adminWords(language)[section];
