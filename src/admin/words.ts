import type { BareCall } from '../http/call.ts';
import type { AdminMessages } from '../i18n/admin/en.ts';
import { type AdminSection, adminWords } from '../i18n/admin/words.ts';
import { formatMoment } from '../i18n/format-dates.ts';
import { filled } from '../i18n/say.ts';
import { toWall } from '../lib/time/zones.ts';

/** The texts of a section of the administration in the language of its reader. */
export const wordsIn = <Section extends AdminSection>(
  section: Section,
  { language }: Pick<BareCall, 'language'>,
): AdminMessages[Section] => adminWords(language)[section];

/** A label before what it names. */
export const withColon = (label: string, call: Pick<BareCall, 'language'>): string =>
  filled(wordsIn('frame', call).label, { label });

/** Why the interface refuses a member, with the label of its field in place of the member's name. */
export function withLabel(refused: string, member: string, label: string): string {
  const rest = refused.startsWith(member) && /^\s?: /.exec(refused.slice(member.length));
  const why = rest ? refused.slice(member.length + rest[0].length) : refused;
  return why.replace(member, label);
}

/** An instant in epoch seconds, in full, as the zone of the site has it. */
export const momentOf = (
  epoch: number,
  { language, config }: Pick<BareCall, 'language' | 'config'>,
): string => formatMoment(toWall(epoch, config.TIME_ZONE.id), language);
