import type { BareCall } from '../http/call.ts';
import { type AdminSection, type AdminWords, adminWords } from '../i18n/admin/words.ts';
import { formatMoment } from '../i18n/format-dates.ts';
import { toWall } from '../lib/time/zones.ts';

/** The texts of a section of the administration in the language of its reader. */
export const wordsIn = <Section extends AdminSection>(
  section: Section,
  { language }: Pick<BareCall, 'language'>,
): AdminWords[Section] => adminWords(language)[section];

/** An instant in epoch seconds, in full, as the zone of the site has it. */
export const momentOf = (
  epoch: number,
  { language, config }: Pick<BareCall, 'language' | 'config'>,
): string => formatMoment(toWall(epoch, config.TIME_ZONE.id), language);
