import type { BareCall } from '../http/call.ts';
import { type AdminSection, type AdminWords, adminWords } from '../i18n/admin/words.ts';
import { formatDate, formatTime } from '../i18n/format-dates.ts';
import { toWall } from '../lib/time/zones.ts';

/** The texts of a section of the administration in the language of its reader. */
export const wordsIn = <Section extends AdminSection>(
  section: Section,
  { language }: Pick<BareCall, 'language'>,
): AdminWords[Section] => adminWords(language)[section];

/** A time in epoch seconds, as the zone of the site has it. */
export function dateAndTime(
  epoch: number,
  { language, config }: Pick<BareCall, 'language' | 'config'>,
): string {
  const wall = toWall(epoch, config.TIME_ZONE.id);
  return `${formatDate(wall, language)}, ${formatTime(wall, language)}`;
}
